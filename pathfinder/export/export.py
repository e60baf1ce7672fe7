"""Export a scenario.

Read it, find its site and persona, and write it in the form that is asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pathfinder.core import doors
from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Step, load_scenario
from pathfinder.core.settings import (
    DEFAULT_PERSONA,
    default_persona,
    load_persona,
    load_sites,
    sites_file,
    userdata_folder,
)
from pathfinder.core.statement import Check
from pathfinder.core.suggest import did_you_mean
from pathfinder.export.gherkin import Gherkin
from pathfinder.export.playwright_python import PlaywrightPython
from pathfinder.export.playwright_ts import PlaywrightTs
from pathfinder.export.pytest_selenium import PytestSelenium
from pathfinder.export.source import Source
from pathfinder.language.dsl import compile_script, inline, load_script
from pathfinder.language.dsl.script import Condition, If, Node, Repeat, Script

FORMS: Mapping[str, Callable[[Source], str]] = {
    "pytest-selenium": lambda source: PytestSelenium(source).text(),
    "playwright-python": lambda source: PlaywrightPython(source).text(),
    "playwright-ts": lambda source: PlaywrightTs(source).text(),
    "gherkin": lambda source: Gherkin(source).text(),
}

IN_WORDS = ("gherkin",)
"""Forms that say in words what a person said in words."""


def exported(
    path: Path, to: str, *, sites: Path | None = None, userdata: Path | None = None
) -> str:
    """A scenario in another form.

    Args:
        path: A scenario.json, the folder of a session, JSON of the paper's, or a .dsl file.
        to: One of FORMS.

    Raises:
        UsageError: It can't be read, its persona is not known, or there is no such form.
    """
    others = doors.offered(doors.EXPORTERS)
    if to not in FORMS and to not in others:
        raise UsageError(f"--to: {to!r} is not known; {did_you_mean(to, (*FORMS, *others))}")
    write: Callable[[Source], str] = FORMS.get(to) or doors.load(doors.EXPORTERS, to)
    source = read_source(path, sites=sites, userdata=userdata)
    if to not in IN_WORDS:
        source = replace(source, script=replace(source.script, body=_in_code(source.script.body)))
        _only_located(source)
    return write(source)


def _in_code(body: tuple[Node, ...]) -> tuple[Node, ...]:
    """Statements with each check that only asks for words on the page as a predicate."""
    return tuple(map(_node_in_code, body))


def _node_in_code(node: Node) -> Node:
    if isinstance(node, Repeat):
        return replace(node, body=_in_code(node.body))
    if isinstance(node, If):
        asked = node.condition
        plain = _predicate(asked.check)
        condition = Condition(plain) if plain else asked
        return replace(
            node,
            condition=condition,
            then=_in_code(node.then),
            otherwise=_in_code(node.otherwise),
        )
    if isinstance(node, Step) and (plain := _predicate(node.check)):
        return node.model_copy(update={"check": None, "value": plain})
    return node


def _predicate(check: Check | None) -> str:
    """`text present Thank you`, where a check asks for words anywhere; else empty."""
    of = check.of if check and check.kind == "text" else None
    if check is None or of is None or of.kind or of.place or of.ordinal:
        return ""
    return f"text {'absent' if check.negated else 'present'} {of.name}"


def _only_located(source: Source) -> None:
    steps = compile_script(source.script).all_steps()
    if unclear := next((step for step in steps if step.in_words), None):
        raise UsageError(
            f"`{unclear.says}` says in words what it means, which code can't; write a locator "
            f"(docs/dsl.md), or export to {' or '.join(IN_WORDS)}"
        )


def read_source(path: Path, *, sites: Path | None = None, userdata: Path | None = None) -> Source:
    """The scenario in a file, with its site's address and its persona's values.

    Raises:
        UsageError: It can't be read, or its persona is not known.
    """
    script = load_script(path, remembered=True)
    folder = path if path.is_dir() else path.parent
    compile_script(script, folder=folder)
    whole = inline(script, folder)
    site = load_sites(sites_file(sites)).get(script.site)
    people = userdata_folder(userdata)
    persona = script.persona or (site.persona if site else "")
    if persona in ("", DEFAULT_PERSONA):
        persona = default_persona(people)
    vault = load_persona(people, persona).vault
    url = site.url if site else _recorded_url(path)
    return Source(_named(whole, path), url.rstrip("/"), vault)


def _named(script: Script, path: Path) -> Script:
    return replace(script, name=script.name or path.resolve().stem)


def _recorded_url(path: Path) -> str:
    """Where a recorded scenario's site was; a script says none."""
    try:
        return load_scenario(path).url or "http://localhost"
    except UsageError:
        return "http://localhost"
