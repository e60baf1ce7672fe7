"""From a script to the Scenario that is replayed, and back."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from pathfinder.core.scenario import Scenario, Step, load_scenario
from pathfinder.core.suggest import did_you_mean
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.dsl.paper import from_paper, read_json, read_paper
from pathfinder.language.dsl.read import read_file
from pathfinder.language.dsl.script import Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.write import say_condition, say_step

_VARIABLE = re.compile(r"\{\{\s*(?!persona\.)([\w.]+)\s*\}\}")


def compile_file(path: Path) -> Scenario:
    """The Scenario that a file describes: a .dsl file, or JSON of the paper's.

    Without a name of its own it has the file's.

    Raises:
        UsageError: A file is not there.
        DslError: It, or a file that it includes, is wrong; names file, line and column.
    """
    script = read_paper(path) if path.suffix == ".json" else read_file(path)
    return compile_script(script, folder=path.parent, name=path.stem)


def load_script(path: Path, *, remembered: bool = False) -> Script:
    """The script in a file, whatever it is.

    A .dsl file, JSON of the paper's, a scenario.json, or a session's folder that has one.

    Args:
        remembered: Keep what a recording remembers of its elements, which no text can say.

    Raises:
        UsageError: It is not there.
        SettingsError: It is none of these.
    """
    if path.is_dir():
        return script_of(load_scenario(path), remembered=remembered)
    if path.suffix != ".json":
        return read_file(path)
    content = read_json(path)
    recorded = isinstance(content, dict) and "format" in content
    if not recorded:
        return from_paper(content, source=str(path))
    return script_of(load_scenario(path), remembered=remembered)


def compile_script(script: Script, *, folder: Path = Path(), name: str = "") -> Scenario:
    """The Scenario that a script describes, with the files it includes in place.

    Raises:
        UsageError: An included file is not there.
        DslError: An included file is wrong or includes itself, or a variable is used that is never
            set.
    """
    steps = steps_of(inline(script, folder))
    scenario = Scenario(
        name=script.name or name,
        goal=script.goal,
        site=script.site,
        persona=script.persona,
        steps=steps,
    )
    _check_variables(scenario, script.source or name)
    return scenario


def steps_of(script: Script) -> tuple[Step, ...]:
    """The steps that a script without includes stands for."""
    return tuple(_steps(script.body))


def inline(script: Script, folder: Path, opened: tuple[Path, ...] = ()) -> Script:
    """The script with the statements of the files that it includes in place of each `include`."""
    return replace(script, body=tuple(_inlined(script.body, script.source, folder, opened)))


def script_of(scenario: Scenario, *, remembered: bool = False) -> Script:
    """A script that compiles to the scenario's steps.

    What only a recording knows (the elements, unless they are to be `remembered`; versions) is left
    out.
    """
    steps = scenario.steps if remembered else tuple(map(_forgetting, scenario.steps))
    return Script(
        tuple(_node(step) for step in steps),
        name=scenario.name,
        goal=scenario.goal,
        site=scenario.site,
        persona=scenario.persona,
    )


def _inlined(
    body: Iterable[Node], source: str, folder: Path, opened: tuple[Path, ...]
) -> Iterator[Node]:
    for node in body:
        if isinstance(node, Include):
            yield from _included(node, source, folder, opened)
        elif isinstance(node, Repeat):
            yield replace(node, body=tuple(_inlined(node.body, source, folder, opened)))
        elif isinstance(node, If):
            then, otherwise = (
                tuple(_inlined(part, source, folder, opened))
                for part in (node.then, node.otherwise)
            )
            yield replace(node, then=then, otherwise=otherwise)
        else:
            yield node


def _included(
    node: Include, source: str, folder: Path, opened: tuple[Path, ...]
) -> tuple[Node, ...]:
    path = folder / node.path
    if path.resolve() in opened or str(path) == source:
        raise DslError(
            f"{source}:{node.line}:1: {node.path!r} includes itself; take one 'include' out"
        )
    if not path.is_file():
        known = [file.name for file in sorted(path.parent.glob("*.dsl"))]
        raise DslError(
            f"{source}:{node.line}:1: there is no file {path}; {did_you_mean(path.name, known)}"
        )
    return inline(read_file(path), path.parent, (*opened, path.resolve())).body


def _steps(body: Iterable[Node]) -> Iterator[Step]:
    """The steps that nodes stand for, each with what it says."""
    for node in body:
        if isinstance(node, Step):
            yield node.model_copy(update={"says": say_step(node)})
        elif isinstance(node, Repeat):
            yield Step(
                kind="repeat",
                times=node.times,
                then=tuple(_steps(node.body)),
                says=f"repeat {node.times} times",
            )
        elif isinstance(node, If):
            condition = node.condition
            says = f"if {say_condition(condition)}"
            then, otherwise = tuple(_steps(node.then)), tuple(_steps(node.otherwise))
            yield Step(
                kind="if",
                value=condition.value,
                target=condition.target,
                check=condition.check,
                then=then,
                otherwise=otherwise,
                says=says,
            )


def _forgetting(step: Step) -> Step:
    """The step without what is remembered of its elements."""
    kept = {
        "target": step.target.model_copy(update={"element": None}) if step.target else None,
        "onto": step.onto.model_copy(update={"element": None}) if step.onto else None,
        "then": tuple(map(_forgetting, step.then)),
        "otherwise": tuple(map(_forgetting, step.otherwise)),
    }
    return step.model_copy(update=kept)


def _node(step: Step) -> Node:
    if step.kind == "repeat":
        return Repeat(step.times, tuple(map(_node, step.then)))
    if step.kind == "if":
        return If(
            Condition(step.value, step.target, step.check),
            tuple(map(_node, step.then)),
            tuple(map(_node, step.otherwise)),
        )
    return step.model_copy(update={"says": ""})


def _check_variables(scenario: Scenario, source: str) -> None:
    """Every variable is set before the step that uses it, in reading order."""
    known: dict[str, None] = {}
    for step in scenario.all_steps():
        locators = [
            word
            for target in (step.target, step.onto)
            for locator in (target.locators if target else ())
            for word in (locator.value, locator.name)
        ]
        described = [
            part.model_dump_json()
            for part in (step.check, *(t.described for t in (step.target, step.onto) if t))
            if part
        ]
        for name in _VARIABLE.findall("\n".join((step.value, *step.expect, *locators, *described))):
            if name not in known:
                raise DslError(
                    f"{source}: `{step.says}`: variable {name!r} is not set before it; "
                    f"{_remedy(name, known)}"
                )
        if step.name:
            known[step.name] = None


def _remedy(name: str, known: Iterable[str]) -> str:
    return (
        did_you_mean(name, known)
        if list(known)
        else f'write `set {name} to "…"` above, or {{{{persona.…}}}} for a persona\'s value'
    )
