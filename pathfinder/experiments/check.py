"""A plan checked before its first session.

A mistake is said now, not a thousand times in the night.
"""

import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec

from pathfinder.agents.models import open_model
from pathfinder.agents.models.adapters import adapter_of
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.scripted import parse_script
from pathfinder.core.errors import ModelMissing, SiteUnreachable, UsageError
from pathfinder.core.task import Site
from pathfinder.experiments.experiment import SCRIPTED, Experiment
from pathfinder.experiments.servers import Servers, find_models
from pathfinder.experiments.trials import Trial
from pathfinder.session.siteserver import served
from pathfinder.webprocessor.opening import open_browser

_SECONDS = 20.0


def check(
    experiment: Experiment,
    trials: Sequence[Trial],
    endpoints: Sequence[str],
    webdriver_urls: Sequence[str],
    note: Callable[[str], None],
) -> Servers:
    """Look for every model, site and browser that the trials need.

    Return the servers that have them.

    Raises:
        ModelMissing, BrowserMissing, SiteUnreachable, UsageError: With one line that says what is
            missing, and how to get it.
    """
    models = list(dict.fromkeys(model for trial in trials for model in trial.models.values()))
    having = find_models(models, endpoints)
    for model in models:
        if model not in having:
            _check_model(model, experiment)
    note(f"{len(models)} model{'s' * (len(models) != 1)}: here")
    for name in dict.fromkeys(trial.site for trial in trials):
        _check_site(experiment.sites[name], trials[0].seed)
        note(f"site {name}: answers")
    _check_browsers(webdriver_urls)
    note("browser: starts")
    return Servers(having, webdriver_urls)


def _check_model(name: str, experiment: Experiment) -> None:
    if name.startswith(SCRIPTED):
        parse_script(experiment.scripts[name], name)
    elif name.startswith("embedded/"):
        _check_embedded(name)
    else:
        open_model(name)


def _check_embedded(name: str) -> None:
    """The weights are there, and the library is: without loading them."""
    find_weights(name.removeprefix("embedded/"))
    adapter_of(name)
    if not find_spec("xllamacpp"):
        raise ModelMissing(
            f"{name} needs xllamacpp; install it with `pip install 'pathfinder-testing[embedded]'`"
        )


def _check_site(site: Site, seed: int) -> None:
    with served(site, seed=seed) as there:
        _answers(there.url, f"site {there.name!r}")


def _check_browsers(webdriver_urls: Iterable[str]) -> None:
    for url in webdriver_urls:
        _answers(f"{url.rstrip('/')}/status", f"--webdriver-url {url}")
    if not webdriver_urls:
        open_browser(()).close()


def _answers(url: str, who: str) -> None:
    """Whether anything answers there, be it with an error status."""
    request = urllib.request.Request(url, headers={"User-Agent": "Mozilla/5.0 PathFinder"})
    try:
        urllib.request.urlopen(request, timeout=_SECONDS).close()
    except urllib.error.HTTPError:
        return
    except ValueError as error:
        raise UsageError(f"{who}: {error}") from None
    except OSError as error:
        raise SiteUnreachable(
            f"{who} does not answer at {url} ({getattr(error, 'reason', error)})"
        ) from None
