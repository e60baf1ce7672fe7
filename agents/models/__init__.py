"""Model back-ends: embedded, ollama, openai, scripted, recorded.

Importing this loads no back-end's library.
"""

from pathfinder.agents.models.base import (
    Message,
    Model,
    ModelOptions,
    Prompt,
    Reply,
    Scores,
    ScoringModel,
)
from pathfinder.agents.models.choose import default_model_name, open_model, parse_constellation

__all__ = [
    "Message",
    "Model",
    "ModelOptions",
    "Prompt",
    "Reply",
    "Scores",
    "ScoringModel",
    "default_model_name",
    "open_model",
    "parse_constellation",
]
