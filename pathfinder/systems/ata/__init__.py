"""Autonomous test agents on tables of action and expected result (SeeAct-ATA and PinATA).

`pinata` is the orchestrator with its actor (`grounding`); `seeact` decides each step with one
prompt.
"""
