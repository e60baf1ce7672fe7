"""Sessions with the real model, confirmed by what the shops say outside their pages.

`python -m bench.sessions [GROUP…]` runs what is missing of the groups (all of them without a name)
and prints the table; a session that
has a verdict is not run again. `--table` only prints.
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from pathfinder.cli.tables import show
from pathfinder.core.events import Call, Truth, Verdict, first, last, of
from pathfinder.core.journal import read_journal
from pathfinder.core.settings import find_site, load_sites, sites_file
from pathfinder.core.task import Site
from pathfinder.core.verdict import CLAIMS
from pathfinder.engine.facts import facts_of
from pathfinder.session.request import Request, run_explore
from pathfinder.session.truth import reached

OUT = Path("runs/bench")
OSCAR = Path("tests/sites/sites.yaml")
PURCHASE = "make a purchase"
REGISTER = "register an account"
REVIEW = "find the cheapest product in a category and write a review"
ADDRESS = "change the delivery address"
PERSONA = {REGISTER: "newcomer"}


@dataclass(frozen=True)
class Group:
    """Sessions that differ in their seed only."""

    name: str
    site: str
    goal: str
    seeds: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def sites(self) -> Path:
        """The file that has the site."""
        return OSCAR if self.site.startswith("oscar") else sites_file()

    def results(self) -> "list[Result]":
        """The figures of the sessions that have a verdict."""
        return [
            found
            for request in self.requests()
            if (found := result_of(request.out / request.session, self))
        ]

    def requests(self) -> Iterator[Request]:
        """One request a seed."""
        for seed in self.seeds:
            yield Request(
                goal=self.goal,
                site=self.site,
                sites=self.sites,
                persona=PERSONA.get(self.goal, ""),
                seed=seed,
                out=OUT / self.name,
                session=f"seed-{seed}",
                measured=True,
                **self.options,
            )


TEN = tuple(range(1, 11))
THREE = (1, 2, 3)
GROUPS = (
    Group("demo", "demo", PURCHASE, TEN),
    Group("oscar", "oscar", PURCHASE, TEN),
    Group("empty", "demo-empty", PURCHASE, THREE, {"max_steps": 15}),
    Group("refused", "demo-refused", "log in and look at the orders", THREE, {"max_steps": 15}),
    Group("demo-no-guards", "demo", PURCHASE, THREE, {"without": ("guards",)}),
    Group("demo-no-critic", "demo", PURCHASE, THREE, {"without": ("critic", "backtrack")}),
    Group("demo-no-forms", "demo", PURCHASE, THREE, {"without": ("forms",)}),
    Group("demo-paper", "demo", PURCHASE, (1, 2), {"profile": "paper", "max_steps": 15}),
    *(
        Group(f"{site}-{name}", site, goal, THREE)
        for site in ("demo", "oscar")
        for name, goal in (("register", REGISTER), ("review", REVIEW), ("address", ADDRESS))
    ),
)


@dataclass(frozen=True)
class Result:
    """One session: its verdict, and whether the shop confirms it."""

    status: str
    confirmed: bool
    steps: int
    seconds: float
    prompt_tokens: int
    calls: int


@cache
def site_of(file: Path, name: str) -> Site:
    """The site, with the facts that tell whether a goal was reached."""
    return find_site(load_sites(file), name)


def result_of(folder: Path, group: Group) -> Result | None:
    """The session's figures, from its journal; None when it has no verdict."""
    if not (folder / "verdict.json").exists():
        return None
    events = read_journal(folder)
    verdict, truth = last(events, Verdict) or Verdict(), first(events, Truth) or Truth()
    calls = of(events, Call)
    return Result(
        status=verdict.status,
        confirmed=bool(reached(site_of(group.sites, group.site), group.goal, truth.facts)),
        steps=verdict.steps,
        seconds=verdict.seconds,
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        calls=len(calls),
    )


def run(groups: tuple[Group, ...], console: Console) -> None:
    """Run every session that has no verdict yet.

    The first of each group, then the second of each.
    """
    rounds = zip_longest(*([(group, request) for request in group.requests()] for group in groups))
    for group, request in (pair for one_of_each in rounds for pair in one_of_each if pair):
        folder = request.out / request.session
        if result_of(folder, group) is not None:
            continue
        verdict = run_explore(request, lambda event: None)
        confirmed = (result := result_of(folder, group)) is not None and result.confirmed
        console.print(
            f"{group.name} seed {request.seed}: {verdict.status}, {verdict.steps} steps, "
            f"{verdict.seconds:.0f} s, {confirmed=}"
        )


def table(groups: tuple[Group, ...]) -> Table:
    """What was measured, a row a group."""
    out = Table(
        "group",
        "goal",
        "sessions",
        "success",
        "confirmed",
        "false claims",
        "other verdicts",
        "steps",
        "s a step",
        "prompt tokens a step",
    )
    for group in groups:
        if results := group.results():
            out.add_row(*_row(group, results))
    return out


def _row(group: Group, results: list[Result]) -> list[str]:
    success = [r for r in results if r.status == "success"]
    claims = [r for r in results if r.status in CLAIMS]
    others = sorted({r.status for r in results} - {"success"})
    walked = [r for r in results if r.steps]
    return [
        group.name,
        group.goal,
        str(len(results)),
        str(len(success)),
        str(sum(r.confirmed for r in results)),
        str(sum(not r.confirmed for r in claims))
        if facts_of(site_of(group.sites, group.site), group.goal)
        else "-",
        ", ".join(f"{sum(r.status == o for r in results)} {o}" for o in others),
        f"{statistics.median(r.steps for r in results):g}",
        f"{statistics.median(r.seconds / r.steps for r in walked):.1f}" if walked else "-",
        f"{statistics.median(r.prompt_tokens / r.steps for r in walked):.0f}" if walked else "-",
    ]


def main() -> None:
    """Run what is missing, then print the table and keep it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"of {', '.join(g.name for g in GROUPS)}")
    parser.add_argument("--table", action="store_true", help="only print what was measured")
    parser.add_argument("--seeds", type=int, default=10, help="at most so many sessions a group")
    arguments = parser.parse_args()
    named = [g for g in GROUPS if not arguments.groups or g.name in arguments.groups]
    chosen = tuple(replace(g, seeds=g.seeds[: arguments.seeds]) for g in named)
    console = Console(soft_wrap=True)
    if not arguments.table:
        run(chosen, console)
    show(table(chosen), console)
    rows = {g.name: [vars(r) for r in g.results()] for g in GROUPS}
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "results.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
