"""`pathfinder replay`: what was explored or written once, done again without a model."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathfinder.cli.findings import check_severity, kept_findings, weighed
from pathfinder.cli.options import (
    MODEL_TIMEOUT,
    RUNS,
    Accessibility,
    AllowIrreversible,
    AsJson,
    Browser,
    FailOn,
    Har,
    Headed,
    HtmlFile,
    JUnitFile,
    ModelTimeout,
    Out,
    SaveState,
    SitesFile,
    State,
    UserData,
    WebDriverUrl,
)
from pathfinder.cli.tables import COLOURS
from pathfinder.core.errors import UsageError

if TYPE_CHECKING:
    from pathfinder.cli.terminal import Console
    from pathfinder.session.replay_options import Options
    from pathfinder.session.replay_suite import Done, Job


def replay(
    scenarios: Annotated[
        list[Path],
        typer.Argument(
            metavar="SCENARIO…",
            help="scenario.json, .dsl, a session's folder, or a folder of them.",
        ),
    ],
    site: Annotated[
        str, typer.Option(help="A site of sites.yaml, in place of the scenario's.", metavar="NAME")
    ] = "",
    url: Annotated[str, typer.Option(help="Where the site runs already.", metavar="URL")] = "",
    persona: Annotated[
        str, typer.Option(help="Whom to play, in place of the scenario's.", metavar="NAME")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seeds the site's stock.", metavar="N", show_default="the scenario's, or 0"
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help="An option for the site's start command: skin=reworded, fault=NAME.",
            metavar="KEY=VALUE",
        ),
    ] = None,
    heal: Annotated[
        bool,
        typer.Option(
            "--heal", help="Look for what has moved or was renamed; a model is asked last."
        ),
    ] = False,
    model: Annotated[
        list[str] | None, typer.Option(help="The healer's model.", metavar="[heal=]NAME")
    ] = None,
    model_timeout: ModelTimeout = MODEL_TIMEOUT,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 also when something had to be healed.")
    ] = False,
    remember: Annotated[
        bool,
        typer.Option(
            "--remember", help="Keep what passing steps acted on beside the file, for healing."
        ),
    ] = False,
    repeat: Annotated[int, typer.Option(min=1, help="Replay each so often.", metavar="N")] = 1,
    workers: Annotated[
        int,
        typer.Option(
            min=1, help="Replays at a time, each with its own browser and site.", metavar="N"
        ),
    ] = 1,
    timeout: Annotated[
        float,
        typer.Option(
            min=0.1, help="Seconds to wait for an element, or for what is expected.", metavar="S"
        ),
    ] = 5.0,
    junit: JUnitFile = None,
    html: HtmlFile = None,
    allow_irreversible: AllowIrreversible = False,
    sites: SitesFile = None,
    userdata: UserData = None,
    out: Out = RUNS,
    headed: Headed = False,
    webdriver_url: WebDriverUrl = "",
    browser: Browser = "chromium",
    accessibility: Accessibility = False,
    state: State = None,
    save_state: SaveState = None,
    har: Har = False,
    fail_on: FailOn = "",
    as_json: AsJson = False,
) -> int:
    """Replay scenarios without a model, and say how each went."""
    from pathfinder.cli.terminal import Console
    from pathfinder.engine.playback.turn import Pace
    from pathfinder.session.replay_options import Options
    from pathfinder.session.replay_suite import exit_code, read_jobs, run_jobs

    check_severity(fail_on)
    options = Options(
        site=site,
        url=url,
        persona=persona,
        seed=seed,
        extra=_start_words(option or []),
        heal=heal,
        remember=remember,
        models=_models(model or []),
        model_timeout=model_timeout,
        allow_irreversible=allow_irreversible,
        pace=Pace(timeout=timeout),
        sites=sites,
        userdata=userdata,
        out=out,
        headed=headed,
        webdriver_url=webdriver_url,
        browser=browser,
        accessibility=accessibility,
        state=state,
        save_state=save_state,
        har=har,
    )
    jobs = read_jobs(scenarios, repeat=repeat)
    console = Console(stderr=as_json)
    done = (
        _single(jobs[0], options, console)
        if len(jobs) == 1
        else run_jobs(jobs, options, workers=workers, on_done=_shown(console))
    )
    _write(done, console, junit=junit, html=html, as_json=as_json)
    sessions = [one.played.session for one in done]
    return weighed(exit_code(done, strict=strict), kept_findings(sessions), fail_on, console)


def _start_words(options: list[str]) -> tuple[str, ...]:
    """What `KEY=VALUE` adds to a start command: `--KEY VALUE`.

    Raises:
        UsageError: There is no key or no value.
    """
    words: list[str] = []
    for option in options:
        key, _, value = (part.strip() for part in option.partition("="))
        if not (key and value):
            raise UsageError(f"--option {option}: write KEY=VALUE, such as skin=reworded")
        words += [f"--{key}", value]
    return tuple(words)


def _models(words: list[str]) -> dict[str, str]:
    from pathfinder.agents.models import parse_constellation

    return parse_constellation(words, ("heal",))


def _single(job: "Job", options: "Options", console: "Console") -> "list[Done]":
    """One replay, told step by step."""
    from pathfinder.cli.progress import Progress
    from pathfinder.core.events import Event, Session
    from pathfinder.session.replay_suite import Done
    from pathfinder.session.replaying import ReplaySession

    events: list[Event] = []
    with ReplaySession(options) as session, Progress(console) as progress:

        def watch(event: Event) -> None:
            if isinstance(event, Session):
                progress.report = options.out / event.session / "report.html"
            events.append(event)
            progress.on_event(event)

        played = session.play(job.scenario, watch, file=job.file)
    return [Done(job, played, tuple(events))]


def _shown(console: "Console") -> Any:
    def show(done: "Done") -> None:
        verdict = done.played.verdict
        colour = COLOURS.get(str(verdict.status), "magenta")
        why = "" if verdict.status == "passed" else f"  {verdict.reason}"
        console.print(
            f"[{colour}]{verdict.status:<12}[/]",
            f"{done.job.name}  ",
            f"{verdict.seconds:.1f} s",
            why,
            sep="",
            soft_wrap=True,
        )

    return show


def _write(
    done: "list[Done]", console: "Console", *, junit: Path | None, html: Path | None, as_json: bool
) -> None:
    from pathfinder.report.findings import found_in
    from pathfinder.report.junit import Row, write_junit
    from pathfinder.report.summary import write_summary

    rows = [
        Row(
            one.job.name,
            one.played.verdict,
            one.job.file.stem,
            one.played.session / "report.html",
            one.tokens,
            _step_lines(one),
            properties=found_in(one.events),
        )
        for one in done
    ]
    if junit:
        write_junit(rows, junit, name="replay")
    if html:
        write_summary(rows, html, title="Replayed scenarios")
    if len(done) > 1:
        passed = sum(one.played.verdict.status in ("passed", "healed") for one in done)
        console.print(
            f"{passed} of {len(done)} passed, {sum(row.tokens for row in rows)} tokens",
            soft_wrap=True,
        )
    if as_json:
        print(json.dumps([_as_json(one) for one in done], ensure_ascii=False, default=str))


def _step_lines(done: "Done") -> tuple[str, ...]:
    from pathfinder.core.events import Step, of

    return tuple(f"{step.number}. {step.text}: {step.status}" for step in of(done.events, Step))


def _as_json(done: "Done") -> dict[str, Any]:
    """A result for --json."""
    from pathfinder.core.events import Finding, Heal, Step, of

    steps = [
        step.model_dump(include={"number", "text", "status", "reason", "seconds"})
        for step in of(done.events, Step)
    ]
    heals = [heal.to_json() for heal in of(done.events, Heal)]
    verdict = done.played.verdict.to_json()
    named = {"name": done.job.name, "file": str(done.job.file), "session": str(done.played.session)}
    found = [finding.to_json() for finding in of(done.events, Finding)]
    return {
        **named,
        **verdict,
        "findings": found,
        "tokens": done.tokens,
        "steps_done": steps,
        "heals": heals,
    }
