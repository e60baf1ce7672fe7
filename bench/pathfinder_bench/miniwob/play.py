"""One trial: a player on a task with a seed, and what the page gave for it."""

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Model
from pathfinder.api import Agent
from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.webprocessor.opening import open_browser
from pathfinder_bench.miniwob.bare import play_bare
from pathfinder_bench.miniwob.pages import Episode, Pages

PLAYERS = ("pathfinder", "bare")
_CLAIMS = ("success", "likely")


@dataclass(frozen=True)
class Trial:
    """What is played. most: Steps after which it is over."""

    player: str
    model: str
    task: str
    seed: int
    most: int


@dataclass(frozen=True)
class Played:
    """A trial that has ended.

    raw: The page's reward, without its deduction for time; above 0 is solved.
    ended: Whether the page gave one.
    own: PathFinder's own verdict; empty where the reward came first, and of the bare loop.
    """

    player: str
    model: str
    task: str
    seed: int
    most: int
    raw: float
    ended: bool
    steps: int
    seconds: float
    own: str = ""
    why: str = ""
    journal: str = ""

    @property
    def trial(self) -> Trial:
        """What was played."""
        return Trial(self.player, self.model, self.task, self.seed, self.most)

    @property
    def solved(self) -> bool:
        """Whether the page rewarded it."""
        return self.raw > 0

    @property
    def falsely(self) -> bool:
        """Whether PathFinder said that the goal was reached, and the page gave nothing."""
        return self.own in _CLAIMS and not self.solved


@dataclass
class Table:
    """What trials are played with: the pages, a model, and a folder for the sessions."""

    pages: Pages
    model: Model
    folder: Path

    @classmethod
    def laid(cls, pages: Pages, model: str, folder: Path) -> "Table":
        """With the model of that name.

        Raises:
            UsageError: No such model.
        """
        return cls(pages, open_model(model), folder)

    def play(self, trial: Trial) -> Played:
        """Play a trial.

        Raises:
            UsageError: The model or the browser is not there.
        """
        episode = self.pages.episode(trial.task, trial.seed)
        began = time.monotonic()
        steps, own, why, journal = 0, "", "", ""
        try:
            if trial.player == "bare":
                steps, log = play_bare(self.model, episode, trial.most, self.folder)
                journal = str(log)
            else:
                steps, own, why, journal = self._explored(trial, episode)
        except UsageError:
            raise
        except PathFinderError as error:
            why = str(error)
        ending = episode.ending
        return Played(
            **vars(trial),
            raw=episode.raw,
            ended=ending is not None,
            steps=steps,
            seconds=round(time.monotonic() - began, 1),
            own=own,
            why=ending.reason if ending and not own else why,
            journal=journal,
        )

    def _explored(self, trial: Trial, episode: Episode) -> tuple[int, str, str, str]:
        """Explore as a user would; steps, own verdict, its reason, and the journal."""
        _read_utterance(self.pages, episode)
        with TemporaryDirectory(prefix="pages-") as folder:
            sites = Path(folder) / "sites.yaml"
            sites.write_text(f"page:\n  url: {episode.url}\n  safe: false\n", encoding="utf-8")
            agent = Agent(model=self.model, out=self.folder, sites=sites)
            result = agent.run(
                episode.utterance,
                site="page",
                until=lambda: episode.ended,
                max_steps=trial.most,
                seed=trial.seed,
                report=False,
            )
        own = "" if result.verdict.by == "caller" else str(result.status)
        return len(result.steps), own, result.reason, str(result.journal)


def _read_utterance(pages: Pages, episode: Episode) -> None:
    """Open the page once, to know what it asks for."""
    host = pages.address.removeprefix("http://")
    browser = open_browser([host])
    try:
        browser.open(episode.url)
    finally:
        browser.close()
    if not episode.utterance:
        raise UsageError(f"{episode.task}: the page does not say what it wants")
