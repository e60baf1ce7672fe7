"""The models of one worker.

Opened once, shared by its sessions, and put away when too many are loaded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.scripted import parse_script
from pathfinder.experiments.experiment import SCRIPTED


@dataclass
class Shelf:
    """Opens models, and keeps those that cost something to open.

    keep: Embedded models loaded at a time, at most; a session that needs more gets them all the
        same.
    scripts: Model name -> text of scripted models; a script starts anew with each session.
    """

    options: ModelOptions = field(default_factory=ModelOptions)
    keep: int = 3
    scripts: Mapping[str, str] = field(default_factory=dict)
    _kept: dict[tuple[str, str], Model] = field(default_factory=dict)

    def constellation(self, models: Mapping[str, str], urls: Mapping[str, str]) -> dict[str, Model]:
        """A model for each role.

        urls: Model name -> address of the server to ask, where it is not the usual one.
        """
        opened = {
            name: self._open(name, urls.get(name, "")) for name in dict.fromkeys(models.values())
        }
        self._put_away(set(opened))
        return {role: opened[name] for role, name in models.items()}

    @property
    def loaded(self) -> frozenset[str]:
        """The models that are open."""
        return frozenset(name for name, _ in self._kept)

    def _open(self, name: str, url: str) -> Model:
        if name.startswith(SCRIPTED):
            return parse_script(self.scripts[name], name)
        model = self._kept.pop((name, url), None) or open_model(
            name, options=replace(self.options, url=url)
        )
        self._kept[name, url] = model  # dicts keep the order of use
        return model

    def _put_away(self, needed: set[str]) -> None:
        embedded = [
            (key, model) for key, model in self._kept.items() if isinstance(model, EmbeddedModel)
        ]
        for key, model in embedded[: max(0, len(embedded) - self.keep)]:
            if key[0] not in needed:
                del self._kept[key]
                model.close()
