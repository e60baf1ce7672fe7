"""Which model server and which remote browser a trial uses: the least loaded that will do."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pathfinder.agents.models import ModelOptions, open_model
from pathfinder.core.errors import ModelMissing, UsageError
from pathfinder.experiments.play import Job
from pathfinder.experiments.trials import Trial

_SERVED = ("ollama/", "openai/")


def speaks(url: str) -> str:
    """The back-end that an address is of: those of OpenAI's format end in /v1."""
    return "openai/" if url.rstrip("/").endswith("/v1") else "ollama/"


@dataclass
class Servers:
    """Shares trials out among model servers and remote browsers.

    having: Model name -> the servers that have it; a model that is not in it is asked where its
        back-end usually asks.
    """

    having: Mapping[str, Sequence[str]] = field(default_factory=dict)
    webdriver_urls: Sequence[str] = ()
    load: Counter[str] = field(default_factory=Counter)

    def assign(self, trial: Trial, folder: Path) -> Job:
        """The trial with the servers that have the fewest sessions now.

        Each counts as loaded until `release`.
        """
        models = [model for model in dict.fromkeys(trial.models.values()) if model in self.having]
        urls = {model: self._least(self.having[model]) for model in models}
        return Job(
            trial, folder, urls, self._least(self.webdriver_urls) if self.webdriver_urls else ""
        )

    def release(self, job: Job) -> None:
        """The job is over."""
        self.load.subtract(
            [*job.urls.values(), *([job.webdriver_url] if job.webdriver_url else [])]
        )

    def drop(self, job: Job) -> bool:
        """Leave out dead servers of this job, where others have the model.

        True if there were any.
        """
        gone = {
            url
            for model, url in job.urls.items()
            if len(self.having[model]) > 1 and not _has(model, url)
        }
        self.having = {
            model: [url for url in urls if url not in gone] or urls
            for model, urls in self.having.items()
        }
        return bool(gone)

    def _least(self, urls: Sequence[str]) -> str:
        url = min(urls, key=lambda each: self.load[each])
        self.load[url] += 1
        return url


def find_models(models: Iterable[str], endpoints: Sequence[str]) -> dict[str, list[str]]:
    """The servers that have each model; only models of servers, and only where endpoints are given.

    Raises:
        ModelMissing: None of the endpoints has it; says which were asked.
        UsageError: No endpoint of the model's back-end is given.
    """
    found: dict[str, list[str]] = {}
    for model in models:
        backend = next((each for each in _SERVED if model.startswith(each)), "")
        if not backend or not endpoints:
            continue
        asked = [url for url in endpoints if speaks(url) == backend]
        if not asked:
            raise UsageError(
                f"--endpoint: none is of {backend[:-1]}, which {model} needs; OpenAI-compatible "
                "addresses end in /v1"
            )
        found[model] = [url for url in asked if _has(model, url)]
        if not found[model]:
            raise ModelMissing(
                f"{model}: none of {', '.join(asked)} has this model; pull it there, or name "
                "another --endpoint"
            )
    return found


def _has(model: str, url: str) -> bool:
    try:
        open_model(model, options=ModelOptions(url=url))
    except ModelMissing:
        return False
    return True
