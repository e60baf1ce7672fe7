"""Deterministic replay of scenarios (adaptive end-to-end tests in a JSON DSL), without a model.

`record` makes a scenario of a journal, `player` replays it step by step; where an element is not
found, a healer
that is passed in may propose another.
"""
