"""Suites in the JSON of NLTestRunner.

A list of {name, actions, expected}, with the slips that the published ones have.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pathfinder.core.case import CaseStep, Suite, TestCase
from pathfinder.core.errors import SettingsError
from pathfinder.language.strict import is_assertion
from pathfinder.suites.sentences import mended, parted
from pathfinder.suites.sloppy import Value, read_sloppy

_KEYS = frozenset({"name", "actions", "steps", "expected", "site", "persona", "url"})


def read_published(text: str, path: Path) -> Suite:
    """The suite in a JSON text.

    Raises:
        SettingsError: It holds no test case.
    """
    whole, warnings = read_sloppy(text, str(path))
    entries = whole.content if isinstance(whole.content, list) else [whole]
    cases = tuple(case for entry in entries for case in _cases(entry, path, warnings))
    if not cases:
        raise SettingsError(
            f'{path}: no test case here; a case is {{"name": …, "actions": ["Open …", "Click on '
            f'…", "Assert that …"]}}'
        )
    return Suite(path.stem, cases, warnings=tuple(warnings))


def _cases(entry: Value, path: Path, warnings: list[str]) -> Iterator[TestCase]:
    """The case of an entry, and those that were nested among its actions."""
    if not isinstance(entry.content, dict):
        warnings.append(
            f"{path}:{entry.line}: no test case but {str(entry.content)[:40]!r}; left out"
        )
        return
    facts: dict[str, Value] = entry.content
    for key in facts.keys() - _KEYS:
        warnings.append(f"{path}:{facts[key].line}: key {key!r} is not known; left out")
    actions = next(
        (facts[key] for key in ("actions", "steps") if key in facts), Value([], entry.line)
    )
    if not isinstance(actions.content, list) or not actions.content:
        warnings.append(
            f"{path}:{entry.line}: {_text_of(facts, 'name') or 'a case'} has no actions; left out"
        )
        return
    nested = [item for item in actions.content if isinstance(item.content, dict)]
    sentences = [
        _sentence(item, path, warnings)
        for item in actions.content
        if not isinstance(item.content, dict)
    ]
    if sentences:
        yield _case(facts, sentences, entry.line, path, warnings)
    for item in nested:
        warnings.append(
            f"{path}:{item.line}: a test case stands among the actions of "
            f"{_text_of(facts, 'name')!r}; read as a case of its own"
        )
        yield from _cases(item, path, warnings)


def _case(
    facts: dict[str, Value], sentences: list[CaseStep], line: int, path: Path, warnings: list[str]
) -> TestCase:
    name = _text_of(facts, "name") or f"case of line {line}"
    truths = (
        [bool(each.content) for each in facts["expected"].content]
        if isinstance(_content(facts, "expected"), list)
        else []
    )
    checks = sum(is_assertion(step.text) for step in sentences)
    if truths and len(truths) != checks:
        warnings.append(
            f"{path}:{facts['expected'].line}: {name!r} has {checks} assertions, and "
            f"{len(truths)} expected outcomes"
        )
    following = iter(truths[-checks:] if len(truths) > checks else truths)
    judged = [
        replace(step, truth=next(following, None)) if is_assertion(step.text) else step
        for step in sentences
    ]
    steps, assertions = parted(judged)
    known = [step.truth for step in judged if step.truth is not None]
    expected = "" if not known else "passed" if all(known) else "failed"
    return TestCase(
        name=name,
        steps=steps,
        assertions=assertions,
        site=_text_of(facts, "site"),
        persona=_text_of(facts, "persona"),
        expected=expected,  # type: ignore[arg-type]
        source=path,
        line=line,
    )


def _sentence(item: Value, path: Path, warnings: list[str]) -> CaseStep:
    text, mending = mended(str(item.content))
    if mending:
        warnings.append(f"{path}:{item.line}: {mending}")
    return CaseStep(text, line=item.line)


def _content(facts: dict[str, Value], key: str) -> Any:
    return facts[key].content if key in facts else None


def _text_of(facts: dict[str, Value], key: str) -> str:
    content = _content(facts, key)
    return content.strip() if isinstance(content, str) else ""
