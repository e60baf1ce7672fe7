"""The `crawl` system: looks at as much of a site as a budget of steps allows, without a goal.

Source: the state-flow graph is Crawljax's; that few of many alike stand for all is ours.
"""
