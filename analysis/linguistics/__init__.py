"""What models write.

How it differs from model to model on the same scene, and which of it goes with failed sessions.

Source: PathFinder, the linguistic profile of its models. `texts` finds the texts, `grammar` and
    `style` measure them, `drift` counts what
could not be used, `compare`, `classify` and `failure` ask the three questions, `report` writes the
page.
"""
