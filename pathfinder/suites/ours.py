"""Suites in our own YAML and Markdown.

suite: Buying                      # Buying
site: demo                         Site: demo
cases:
  - name: Look into the basket     ## Look into the basket
    steps:
      - Open '/'                   * Open '/'
      - Click on 'Basket'          * Click on 'Basket'
    assertions:
      - "'Your basket is empty' is displayed"     * Assert that 'Your basket is empty' is displayed
      - {that: "'Oak lamp' is displayed", truth: no}     * Assert that 'Oak lamp' is displayed
        (expected: 0)
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pathfinder.core.case import CaseStep, Expected, Suite, TestCase
from pathfinder.core.errors import SettingsError
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import Where, YamlFile, read_yaml
from pathfinder.suites.sentences import as_assertion, mended, parted

_SUITE_KEYS = ("suite", "site", "persona", "tags", "cases")
_CASE_KEYS = (
    "name",
    "site",
    "persona",
    "goal",
    "fault",
    "tags",
    "expected",
    "failing_step",
    "steps",
    "assertions",
)
_YES = {
    "yes": True,
    "true": True,
    "1": True,
    "passed": True,
    "no": False,
    "false": False,
    "0": False,
    "failed": False,
}
_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(.+?)\s*$")
_KEY = re.compile(r"^\s*(site|persona|goal|fault|tags|expected|failing.step)\s*:\s*(.+?)\s*$", re.I)
_TRUTH = re.compile(r"\s*\(expected:\s*(\w+)\)\s*$", re.I)


@dataclass
class _Draft:
    """A case as far as it has been read."""

    name: str
    line: int
    facts: dict[str, str] = field(default_factory=dict)
    steps: list[CaseStep] = field(default_factory=list)
    assertions: list[CaseStep] = field(default_factory=list)


def read_ours(path: Path) -> Suite:
    """The suite in a YAML file.

    Raises:
        SettingsError: Not YAML, an unknown key, a case without a name or steps; names file and
            line.
    """
    file = read_yaml(path)
    content = file.content if isinstance(file.content, dict) else {"cases": file.content}
    _known(file, content, (), _SUITE_KEYS)
    entries = content.get("cases")
    if not isinstance(entries, list) or not entries:
        raise file.error(
            (), "no test case here; write `cases:` and below it `- name: …` with `steps:`"
        )
    warnings: list[str] = []
    drafts = [
        _draft(file, entry, ("cases", number), warnings) for number, entry in enumerate(entries)
    ]
    shared = {key: _one(content.get(key, "")) for key in ("site", "persona", "tags")}
    cases = tuple(_case(draft, shared, path) for draft in drafts)
    return Suite(
        str(content.get("suite") or path.name.split(".")[0]), cases, shared["site"], tuple(warnings)
    )


def read_markdown(text: str, path: Path) -> Suite:
    """The suite in a Markdown text: a heading a case, and a list of its steps and assertions.

    Raises:
        SettingsError: It holds no list below a heading.
    """
    warnings: list[str] = []
    drafts: list[_Draft] = []
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.match(line):
            drafts.append(_Draft(heading[2], number))
        elif drafts and (item := _ITEM.match(line)):
            drafts[-1].steps.append(_sentence(item[1], number, path, warnings))
        elif drafts and (key := _KEY.match(line)):
            drafts[-1].facts[re.sub(r"\W", "_", key[1].lower())] = key[2].strip("`")
        elif (
            drafts
            and drafts[-1].steps
            and line.strip()
            and not line.startswith((" ", "\t", "<!--"))
        ):
            warnings.append(
                f"{path}:{number}: neither a step nor a setting: {line.strip()[:60]!r}; left out"
            )
    head = drafts.pop(0) if drafts and not drafts[0].steps else _Draft(path.stem, 1)
    for draft in drafts:
        draft.steps, draft.assertions = (list(part) for part in parted(draft.steps))
        if not (draft.steps or draft.assertions):
            warnings.append(f"{path}:{draft.line}: {draft.name!r} has no steps; left out")
    cases = tuple(
        _case(draft, head.facts, path) for draft in drafts if draft.steps or draft.assertions
    )
    if not cases:
        raise SettingsError(
            f"{path}: no test case here; write a heading (## NAME) and below it a list of steps "
            "(* Open '/')"
        )
    return Suite(head.name, cases, head.facts.get("site", ""), tuple(warnings))


def _draft(file: YamlFile, entry: Any, where: Where, warnings: list[str]) -> _Draft:
    if not isinstance(entry, dict):
        raise file.error(where, "a case is a mapping: write `- name: …` and below it `steps:`")
    _known(file, entry, where, _CASE_KEYS)
    draft = _Draft(str(entry.get("name", "")), file.lines.get(where, 0))
    if not draft.name:
        raise file.error(where, "a case has no name; add `name: …`")
    draft.facts = {
        key: _one(entry[key])
        for key in ("site", "persona", "goal", "fault", "tags", "expected", "failing_step")
        if key in entry
    }
    draft.steps = list(_sentences(file, entry.get("steps", []), (*where, "steps"), warnings))
    draft.assertions = list(
        _sentences(file, entry.get("assertions", []), (*where, "assertions"), warnings)
    )
    if not draft.steps and not draft.assertions:
        raise file.error(where, f"case {draft.name!r} has no steps; add `steps:` with a list")
    if draft.facts.get("expected", "passed") not in ("passed", "failed"):
        raise file.error(
            (*where, "expected"),
            f"expected is 'passed' or 'failed', not {draft.facts['expected']!r}",
        )
    return draft


def _sentences(file: YamlFile, items: Any, where: Where, warnings: list[str]) -> Iterator[CaseStep]:
    if not isinstance(items, list):
        raise file.error(where, "write a list, one step a line, each after a dash")
    key = "step" if where[-1] == "steps" else "that"
    for number, item in enumerate(items):
        place = (*where, number)
        line = file.lines.get(place, 0)
        if isinstance(item, str):
            said, facts = item, {}
        elif isinstance(item, dict) and key in item:
            _known(file, item, place, (key, "expected", "truth", "reached"))
            said, facts = str(item[key]), item
        else:
            raise file.error(
                place,
                f"write the step as text (in quotes when it begins with one), or as `{{{key}: …, "
                f"truth: yes}}`",
            )
        step = _sentence(said if key == "step" else as_assertion(said), line, file.path, warnings)
        truth = _YES.get(str(facts.get("truth", "")).lower(), step.truth)
        yield CaseStep(
            step.text,
            str(facts.get("expected", "")),
            truth,
            line,
            reached=_conditions(file, facts, place),
        )


def _conditions(file: YamlFile, facts: Mapping[str, Any], place: Where) -> tuple[str, ...]:
    """The conditions under `reached`, one or a list."""
    given = facts.get("reached", [])
    conditions = tuple(str(each) for each in (given if isinstance(given, list) else [given]))
    for condition in conditions:
        try:
            parse_predicate(condition)
        except SettingsError as error:
            raise file.error((*place, "reached"), str(error)) from None
    return conditions


def _sentence(text: str, line: int, path: Path, warnings: list[str]) -> CaseStep:
    mark = _TRUTH.search(text)
    text, mending = mended(text[: mark.start()] if mark else text)
    if mending:
        warnings.append(f"{path}:{line}: {mending}")
    return CaseStep(text, truth=_YES.get(mark[1].lower()) if mark else None, line=line)


def _case(draft: _Draft, shared: Mapping[str, str], path: Path) -> TestCase:
    def fact(key: str) -> str:
        return draft.facts.get(key) or shared.get(key, "")

    assertions = tuple(
        CaseStep(a.text, a.expected, True if a.truth is None else a.truth, a.line)
        for a in draft.assertions
    )
    given = draft.facts.get("expected", "")
    expected: Expected = (
        "failed" if given == "failed" or any(a.truth is False for a in assertions) else "passed"
    )
    return TestCase(
        name=draft.name,
        steps=tuple(draft.steps),
        assertions=assertions,
        site=fact("site"),
        persona=fact("persona"),
        goal=fact("goal"),
        fault=fact("fault"),
        expected=expected,
        failing_step=int(draft.facts.get("failing_step") or 0),
        source=path,
        line=draft.line,
        tags=tuple(
            tag
            for tag in re.split(
                r"[,\s]+", f"{shared.get('tags', '')} {draft.facts.get('tags', '')}"
            )
            if tag
        ),
    )


def _known(file: YamlFile, content: Mapping[str, Any], where: Where, keys: tuple[str, ...]) -> None:
    for key in content:
        if key not in keys:
            raise file.error((*where, key), f"key {key!r} is not known; {did_you_mean(key, keys)}")


def _one(value: Any) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
