"""A trial played.

One session with its own browser and site, on models that the worker keeps from trial to trial.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Model, ModelOptions
from pathfinder.agents.models.embedded import EmbeddedModel
from pathfinder.agents.models.scripted import parse_script
from pathfinder.core.errors import UsageError
from pathfinder.engine.loop import verdict_of
from pathfinder.experiments.experiment import SCRIPTED, Experiment
from pathfinder.experiments.trials import Trial
from pathfinder.session.exploration import Exploration, end_in_error, run_exploration
from pathfinder.session.fixture import OpenBrowser
from pathfinder.webprocessor.opening import open_browser


@dataclass(frozen=True)
class Job:
    """A trial, and where it is played.

    urls: Model name -> its server. webdriver_url: Empty for a browser of the worker's own.
    """

    trial: Trial
    folder: Path
    urls: Mapping[str, str] = field(default_factory=dict)
    webdriver_url: str = ""


Play = Callable[[Job], frozenset[str]]
"""Plays a job, leaves its session in the job's folder and returns the models loaded now.

It is sent to the workers by pickle.

Raises UsageError when the trial can't be played as the plan asks; whatever else goes wrong is the
session's verdict.
"""


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


@dataclass
class Player:
    """The Play of real experiments.

    Errors of model, browser or site are the session's verdict, with whom they blame.
    """

    experiment: Experiment
    options: ModelOptions = field(default_factory=ModelOptions)
    keep: int = 3
    browser: OpenBrowser = open_browser
    _shelf: Shelf | None = None

    def __call__(self, job: Job) -> frozenset[str]:
        """Play the job."""
        self._shelf = self._shelf or Shelf(self.options, self.keep, self.experiment.scripts)
        try:
            models = self._shelf.constellation(job.trial.models, job.urls)
            run_exploration(
                replace(session_of(self.experiment, job), models=models, browser=self.browser),
                lambda event: None,
            )
        except UsageError:
            raise
        except Exception as error:
            if not (job.folder / "verdict.json").is_file():
                end_in_error(session_of(self.experiment, job), verdict_of(error))
        return self._shelf.loaded


def session_of(experiment: Experiment, job: Job) -> Exploration:
    """The session of a job without its models, of which only the names are known so far."""
    trial = job.trial
    return Exploration(
        task=experiment.task(trial.site, trial.goal, trial.seed),
        models={},
        profile=experiment.profile,
        off=experiment.without,
        folder=job.folder,
        webdriver_url=job.webdriver_url,
        record=False,
        trial=trial.facts(experiment.plan.profile),
    )
