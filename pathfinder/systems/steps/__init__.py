"""Written test cases, step by step (NLTestRunner, algorithm 1).

`runner` runs a case: readiness, navigation, observation and assertion of each step, with three
verdicts. What no
grammar reads goes to the agents of `pathfinder.agents.steps`. `iolts` writes a case as a transition
system,
`calibration` measures how far the agents can be trusted.
"""
