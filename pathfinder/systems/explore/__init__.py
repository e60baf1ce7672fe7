"""Goal-driven exploration (PathFinder, multi-agent exploratory GUI testing).

`explorer.Explorer` is profile `fast`: a search over the state graph, with System 1 as its guide and
a progress
critic as its judge. `paper.PaperPlayer` is the published pipeline: Perceptron, System 1, EntryBot
and Oracle.
`players` makes either of them for a task.
"""
