"""Options that several commands have."""

from typing import Annotated

import typer

from pathfinder.agents.models.base import MODEL_TIMEOUT

ModelTimeout = Annotated[
    float,
    typer.Option(
        "--model-timeout",
        min=0.1,
        metavar="SECONDS",
        help="How long a model may say nothing, until the session is given up.",
    ),
]

__all__ = ["MODEL_TIMEOUT", "ModelTimeout"]
