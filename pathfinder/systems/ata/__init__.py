"""Autonomous test agents on tables of action and expected result (SeeAct-ATA and PinATA).

`pinata` is the orchestrator with its actor (`acting`) and assertor (`asserting`); `seeact` decides
each step with one
prompt. `filling` and `grounding` find the values and the element that an instruction means.
"""
