"""Test cases as pytest items: `pytest tests/ui/*.suite.yaml`.

The site's failure fails a test; a case without a verdict is an error.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathfinder.core.case import CaseResult, TestCase
    from pathfinder.suites.harness import SuiteRunner

_ENDINGS = (".suite.yaml", ".suite.yml", ".suite.md", ".suite.json")
_RUNNER: "pytest.StashKey[SuiteRunner]" = pytest.StashKey()


class CaseFailed(Exception):
    """The site did not do what the case says."""


class NoVerdict(Exception):
    """The case came to no verdict on the site; the message names whom to blame."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `pathfinder test` also takes."""
    group = parser.getgroup(
        "pathfinder", "test cases in plain language (*.suite.yaml, *.suite.md, *.suite.json)"
    )
    group.addoption(
        "--pathfinder-model",
        action="append",
        default=[],
        metavar="[ROLE=]NAME",
        help="none (the default): strict forms only",
    )
    group.addoption(
        "--pathfinder-site",
        default="",
        metavar="NAME",
        help="a site of sites.yaml in place of the suite's",
    )
    group.addoption("--pathfinder-url", default="", metavar="URL", help="a site that is in no file")
    group.addoption(
        "--pathfinder-sites", default=None, metavar="FILE", help="the file that lists the sites"
    )
    group.addoption(
        "--pathfinder-runner", default="steps", metavar="NAME", help="what runs the cases"
    )
    group.addoption(
        "--pathfinder-allow-irreversible",
        action="store_true",
        help="also do what changes something on a site in safe mode",
    )
    group.addoption(
        "--pathfinder-out",
        default="runs",
        metavar="FOLDER",
        help="where the sessions' folders are made",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "SuiteFile | None":
    """A suite is a file of test items."""
    return (
        SuiteFile.from_parent(parent, path=file_path) if file_path.name.endswith(_ENDINGS) else None
    )


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close browser and site."""
    runner = config.stash.get(_RUNNER, None)
    if runner:
        runner.__exit__(None, None, None)


class SuiteFile(pytest.File):
    """One suite."""

    def collect(self) -> Iterator["CaseItem"]:
        """Its cases, one after the other."""
        from dataclasses import replace

        from pathfinder.core.errors import PathFinderError
        from pathfinder.suites.read import read_suite

        try:
            suite = read_suite(self.path)
        except PathFinderError as error:
            raise self.CollectError(str(error)) from None
        for warning in suite.warnings:
            self.warn(pytest.PytestCollectionWarning(warning))
        for case in suite.cases:
            yield CaseItem.from_parent(
                self, name=case.name, case=replace(case, site=case.site or suite.site)
            )


class CaseItem(pytest.Item):
    """One case, run when it is set up.

    So a case without a verdict is pytest's error rather than its failure.
    """

    def __init__(self, *, case: "TestCase", **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case
        self.result: CaseResult | None = None

    def setup(self) -> None:
        """Run the case.

        Raises:
            NoVerdict: It is inconclusive, or only a model lets it pass.
        """
        from pathfinder.core.verdict import Status
        from pathfinder.suites.outcome import right

        self.result = _runner(self.config).run(self.case)
        self.user_properties += [
            ("verdict", str(self.result.verdict.status)),
            ("blame", str(self.result.verdict.blame)),
        ]
        self.user_properties.append(("session", self.result.session))
        unproven = self.result.verdict.status is Status.LIKELY
        if unproven or (
            self.result.verdict.status is Status.INCONCLUSIVE and not right(self.result)
        ):
            raise NoVerdict(_summary(self.result))

    def runtest(self) -> None:
        """Say how it ended.

        Raises:
            CaseFailed: Not as it should.
        """
        from pathfinder.core.verdict import Status
        from pathfinder.suites.outcome import right

        assert self.result is not None  # pytest sets up before it runs
        as_recorded = right(self.result)
        if as_recorded is False or (
            as_recorded is None and self.result.verdict.status is not Status.PASSED
        ):
            raise CaseFailed(_summary(self.result))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The case's own words instead of a traceback."""
        if isinstance(excinfo.value, CaseFailed | NoVerdict):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        return self.path, max(self.case.line - 1, 0), self.case.name


def _runner(config: pytest.Config) -> "SuiteRunner":
    if _RUNNER not in config.stash:
        from pathfinder.agents.models import parse_constellation
        from pathfinder.engine.runner import find_runner
        from pathfinder.suites.harness import SuiteRequest, SuiteRunner
        from pathfinder.suites.workers import models_of

        words = config.getoption("--pathfinder-model")
        runner = config.getoption("--pathfinder-runner")
        sites = config.getoption("--pathfinder-sites")
        request = SuiteRequest(
            runner=runner,
            site=config.getoption("--pathfinder-site"),
            url=config.getoption("--pathfinder-url"),
            sites=Path(sites) if sites else None,
            out=Path(config.getoption("--pathfinder-out")),
            allow_irreversible=config.getoption("--pathfinder-allow-irreversible"),
        )
        models = (
            {}
            if words in ([], ["none"])
            else models_of(parse_constellation(words, find_runner(runner).roles))
        )
        config.stash[_RUNNER] = SuiteRunner(request, models)
    return config.stash[_RUNNER]


def _summary(result: "CaseResult") -> str:
    verdict = result.verdict
    steps = "\n".join(f"  {step.number}. {step.status:<12} {step.text}" for step in result.results)
    lines = [
        f"{verdict.status}: {verdict.reason}",
        f"blame: {verdict.blame}",
        steps,
        f"report: {result.session}/report.html",
    ]
    return "\n".join(line for line in lines if line.strip())
