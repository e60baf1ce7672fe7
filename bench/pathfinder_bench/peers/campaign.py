"""Goals played by several tools, one after the other; what has ended is kept."""

import json
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pathfinder.session.siteserver import stop
from pathfinder.webprocessor.keeper import kept
from pathfinder_bench.peers.meter import metered
from pathfinder_bench.peers.outcomes import Claim, Cost, Outcome, is_reached
from pathfinder_bench.peers.served import Served, served, weights_name
from pathfinder_bench.peers.tools import Tool, asked
from pathfinder_bench.results import Results
from pathfinder_bench.sites.campaign import occupied
from pathfinder_bench.sites.checking import home_of
from pathfinder_bench.sites.contract import SiteApp
from pathfinder_bench.sites.serving import free_port
from pathfinder_bench.sites.session import calls_of, truth_after

_MARK = "PATHFINDER_BENCH_PEER"


@dataclass(frozen=True)
class Trial:
    """One goal by one tool.

    variant: `check`: Alumnium's `check` has the last word; `no-schema`: browser-use does not show
        the model the schema of its replies.
    """

    tool: str
    app: str
    goal: str
    model: str
    seconds: float
    variant: str = ""

    @property
    def name(self) -> str:
        """The name of its folder."""
        model = "".join(letter if letter.isalnum() else "-" for letter in self.model)
        variant = f"-{self.variant}" if self.variant else ""
        return f"{self.tool}{variant}-{self.app}-{self.goal}-{model}-{self.seconds:g}s"


def trials(
    tools: Sequence[Tool],
    goals: Mapping[str, Sequence[str]],
    model: str,
    *,
    seconds: float,
    variants: Mapping[str, str] = {},
) -> list[Trial]:
    """A tool after the other, so that the model server runs only while it is asked.

    Args:
        variants: Tool -> its variant.
    """
    return [
        Trial(tool.name, app, goal, model, seconds, variants.get(tool.name, ""))
        for tool in tools
        for app, names in goals.items()
        for goal in names
    ]


@dataclass(frozen=True)
class Campaign(Results):
    """A run's folder.

    homes: Where the applications are installed. places: Where the tools are.
    chromium: The browser that the other tools start.
    """

    homes: Path
    places: Path
    apps: Mapping[str, SiteApp]
    tools: Mapping[str, Tool]
    chromium: str

    def results(self) -> dict[str, Outcome]:
        """What has ended, by the trial's name."""
        found = {}
        for line in self.read():
            with suppress(TypeError, KeyError):
                found[str(line["trial"])] = Outcome.from_json(line)
        return found

    def run(self, wanted: Sequence[Trial]) -> Iterator[Outcome]:
        """Play what is missing, and write each goal down when it has ended.

        Raises:
            UsageError: A tool or an application is not installed.
            ModelMissing: The weights are not there.
        """
        done = self.results()
        left = [trial for trial in wanted if trial.name not in done]
        for trial in left:
            home_of(self.apps[trial.app], self.homes)
            self.tools[trial.tool].command(self.places)
        with self.adding() as add, ExitStack() as servers:
            server: Served | None = None
            for trial in left:
                if not self.tools[trial.tool].is_peer:
                    servers.close()
                    server = None
                elif server is None:
                    server = servers.enter_context(served(trial.model))
                outcome = self._play(trial, server)
                add({"trial": trial.name, **outcome.to_json()})
                yield outcome

    def _play(self, trial: Trial, server: Served | None) -> Outcome:
        app = self.apps[trial.app]
        goal, home = app.goal(trial.goal), home_of(app, self.homes).absolute()
        folder = (self.folder / trial.name).absolute()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        with occupied(home):
            app.code.reset(home)
            with app.code.start(home, free_port()) as url:
                question = asked(app, goal, url) | {
                    "folder": str(folder),
                    "chromium": self.chromium,
                    "seconds": trial.seconds,
                    "model": trial.model,
                    "check": goal.goal if trial.variant == "check" else "",
                    "schema": trial.variant != "no-schema",
                }
                command = self.tools[trial.tool].command(self.places)
                if server:
                    claim, cost = _metered(server, command, question, trial.seconds)
                else:
                    claim = play(command, question, trial.seconds)
                    cost = Cost.of(calls_of(folder / "session"))
                truth = truth_after(app, goal, home, url)
        return Outcome(
            trial.tool,
            app.name,
            app.sheet.role,
            goal.id,
            goal.kind,
            trial.model,
            goal.expected,
            claim.claimed,
            is_reached(goal, truth, claim),
            round(claim.seconds, 1),
            claim.steps,
            **asdict(cost),
            words=claim.words[:500],
            error=claim.error[:500],
        )


def _metered(
    server: Served, command: Sequence[str], question: Mapping[str, Any], seconds: float
) -> tuple[Claim, Cost]:
    """Play with a meter before the model; its calls are kept beside what the tool printed."""
    with metered(server) as meter:
        known = {"model_url": meter.url, "model": weights_name(question["model"])}
        claim = play(command, {**question, **known}, seconds)
    lines = "".join(json.dumps(asdict(call)) + "\n" for call in meter.calls)
    (Path(question["folder"]) / "calls.jsonl").write_text(lines, encoding="utf-8")
    unanswered = sum(call.status != HTTPStatus.OK for call in meter.calls)
    return claim, replace(Cost.of(meter.calls), unanswered=unanswered)


def play(command: Sequence[str], question: Mapping[str, Any], seconds: float) -> Claim:
    """Run a tool's script to its end, or to the limit; what it claims.

    At the limit it is ended with all that it has started, and claims nothing.
    """
    folder, mark = Path(question["folder"]), secrets.token_hex(16)
    began = time.monotonic()
    with (folder / "said.jsonl").open("w") as said, (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(
            kept(*command, json.dumps(dict(question))),
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=log,
            cwd=folder,
            env=os.environ | {_MARK: mark},
        )
        try:
            process.wait(seconds)
            error = f"its process ended with {process.returncode} and claimed nothing"
        except subprocess.TimeoutExpired:
            error = f"no end within {seconds:g} s"
        stop(process)
        _end_marked(mark)
    claim = _last_claim(folder / "said.jsonl")
    if claim is None or error.startswith("no end"):
        steps = claim.steps if claim else 0
        return Claim(error=error, steps=steps, seconds=time.monotonic() - began)
    return claim


def _last_claim(file: Path) -> Claim | None:
    """The last line that is a claim; a tool's own lines are among them."""
    for line in reversed(file.read_text(encoding="utf-8", errors="replace").splitlines()):
        with suppress(ValueError):
            return Claim.model_validate_json(line)
    return None


def _end_marked(mark: str) -> None:
    """End what a tool has started in sessions of its own: such a server outlives its keeper."""
    wanted = f"{_MARK}={mark}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                os.kill(int(entry.parent.name), signal.SIGKILL)
