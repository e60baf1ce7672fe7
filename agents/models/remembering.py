"""A model that remembers what it said.

Repeated runs of a test case ask the same of the same page.
"""

from collections.abc import Sequence
from dataclasses import replace

from pathfinder.agents.models.base import Model, Prompt, Reply, Scores, ScoringModel


class RememberingModel:
    """Asks a model once for what it would say again.

    Log-probabilities, and replies at temperature 0.

    What is remembered costs no seconds, and all its prompt's tokens count as cached.
    """

    def __init__(self, model: Model) -> None:
        self.name = model.name
        self.sees = bool(getattr(model, "sees", False))
        self._model = model
        self._replies: dict[str, Reply] = {}
        self._scores: dict[str, Scores | None] = {}

    def reply(self, prompt: Prompt) -> Reply:
        """The model's reply; at temperature 0 the one it gave before.

        Raises:
            ModelError: The model failed.
        """
        if prompt.temperature > 0:
            return self._model.reply(prompt)
        key = repr(prompt)
        if key in self._replies:
            return _for_nothing(self._replies[key])
        self._replies[key] = self._model.reply(prompt)
        return self._replies[key]

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Log-probability of each choice; None when the model gives none."""
        if not isinstance(self._model, ScoringModel):
            return None
        key = repr((replace(prompt, seed=0), tuple(choices)))
        if key in self._scores:
            known = self._scores[key]
            return known and replace(known, reply=_for_nothing(known.reply))
        self._scores[key] = self._model.score(prompt, choices)
        return self._scores[key]


def _for_nothing(reply: Reply) -> Reply:
    return replace(reply, cached_tokens=reply.prompt_tokens, seconds=0.0)
