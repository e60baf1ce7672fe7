"""A model whose replies are kept on disk: only a prompt that has changed is asked again."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from pathfinder.agents.models import open_model
from pathfinder.agents.models.adapters import adapter_of
from pathfinder.agents.models.base import Model, Prompt, Reply, Scores, ScoringModel
from pathfinder.core.errors import ModelError, ReplyEmpty, ReplyTruncated

CACHE = Path("runs/decisions/cache")
_FAILURES = {"cut off": ReplyTruncated, "empty": ReplyEmpty}


class KeptModel:
    """A model that is opened only when something is asked that it was not asked before.

    asked: Prompts that the model itself had to answer.
    """

    def __init__(
        self, name: str, folder: Path = CACHE, *, opened: Callable[[str], Model] = open_model
    ) -> None:
        self.name = name
        self.asked = 0
        self._opened = opened
        self._model: Model | None = None
        folder.mkdir(parents=True, exist_ok=True)
        adapter = adapter_of(name)
        version = f"-{adapter.version}" if adapter else ""
        file = "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name)
        file += version
        self._kept = sqlite3.connect(folder / f"{file}.sqlite", isolation_level=None, timeout=60)
        self._kept.execute("create table if not exists kept (key text primary key, said text)")

    def close(self) -> None:
        """Close the file."""
        self._kept.close()

    def reply(self, prompt: Prompt) -> Reply:
        """The model's reply, or what it replied to the same prompt before.

        Raises:
            ModelError: The model failed, or did the last time in a way that it would again.
        """
        key = _key("reply", prompt)
        if (known := self._known(key)) is None:
            try:
                known = asdict(self._real().reply(prompt))
            except (ReplyTruncated, ReplyEmpty) as error:
                kind = "cut off" if isinstance(error, ReplyTruncated) else "empty"
                known = {"failed": kind, "message": str(error)}
            self._keep(key, known)
        if "failed" in known:
            raise _FAILURES[known["failed"]](known["message"])
        return Reply(**known)

    def score(self, prompt: Prompt, choices: Sequence[str]) -> Scores | None:
        """Log-probability of each choice, or what it gave for the same prompt before.

        Raises:
            ModelError: The model gives none.
        """
        key = _key("score", prompt, *choices)
        if (known := self._known(key)) is None:
            model = self._real()
            scores = model.score(prompt, choices) if isinstance(model, ScoringModel) else None
            if scores is None:
                raise ModelError(f"{self.name} gives no log-probabilities; decisions need them")
            known = {"logprobs": scores.logprobs, "reply": asdict(scores.reply)}
            self._keep(key, known)
        return Scores(tuple(known["logprobs"]), Reply(**known["reply"]))

    def _real(self) -> Model:
        self.asked += 1
        if self._model is None:
            self._model = self._opened(self.name)
        return self._model

    def _known(self, key: str) -> dict | None:  # type: ignore[type-arg]
        row = self._kept.execute("select said from kept where key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def _keep(self, key: str, said: dict) -> None:  # type: ignore[type-arg]
        text = json.dumps(said, ensure_ascii=False)
        self._kept.execute("insert or replace into kept values (?, ?)", (key, text))


def _key(how: str, prompt: Prompt, *choices: str) -> str:
    """What a reply depends on; the seed does not count at temperature 0."""
    asked = replace(prompt, seed=0 if prompt.temperature == 0 else prompt.seed, context=0)
    return hashlib.sha256(repr((how, asked, choices)).encode()).hexdigest()
