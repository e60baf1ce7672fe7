"""What every system stands on: the stage, the loop, candidates, the state graph, how a run ends."""
