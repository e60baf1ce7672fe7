"""A script as the JSON of the paper on adaptive test automation, and back.

Source: "Towards Adaptive Test Automation: JSON DSLs and LLM Agents for End-to-End Testing".

The paper's actions are navigate, fill, click, waitForURLContains, waitForSelector, selectOption,
evaluate and press. What they can't say
is written beside them: as further keys of theirs where a reader of the paper's JSON may overlook
those (an assertion on the page
is an `evaluate` of a script that says the same), and as further actions where not. docs/dsl.md
lists both.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pathfinder.core.errors import SettingsError
from pathfinder.core.scenario import Step, StepKind
from pathfinder.core.statement import Check
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import read_text
from pathfinder.language.dsl.predicates_js import script_for
from pathfinder.language.dsl.script import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.selectors import Json, NotPaper, target_of, with_target

_HEAD = ("name", "description", "goal", "site", "persona")
_CONTAINS = "contains "


@dataclass(frozen=True)
class Form:
    """How a kind of step is written.

    value, name: Keys that hold the step's; fixed: What tells it from the action's other kinds.
    """

    kind: StepKind
    action: str
    value: str = ""
    name: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)


FORMS = (
    Form("navigate", "navigate", "url"),
    Form("double click", "click", fixed={"clickCount": 2}),
    Form("check", "click", fixed={"checked": True}),
    Form("uncheck", "click", fixed={"checked": False}),
    Form("click", "click"),
    Form("fill", "fill", "value"),
    Form("select", "selectOption", "value"),
    Form("press", "press", "key"),
    Form("wait for url", "waitForURLContains", "value"),
    Form("evaluate", "evaluate", "expression", "as"),
    Form("hover", "hover"),
    Form("focus", "focus"),
    Form("select text", "selectText", "text"),
    Form("drag", "dragTo"),
    Form("scroll", "scroll", "to"),
    Form("upload", "upload", "file"),
    Form("back", "goBack"),
    Form("answer dialog", "answerDialog", "value"),
    Form("wait", "wait", "for"),
    Form("set", "set", "value", "name"),
    Form("open", "open", "page"),
    Form("search", "search", "value"),
    Form("reload", "reload"),
    Form("do", "do", "goal"),
)
_FORM_OF = {form.kind: form for form in FORMS}


def to_paper(script: Script) -> Json:
    """The script as the paper's JSON."""
    head = {key: getattr(script, key) for key in _HEAD if getattr(script, key)}
    return {**head, "steps": _dump_all(script.body)}


def paper_text(script: Script) -> str:
    """The script as JSON text."""
    return json.dumps(to_paper(script), indent=2, ensure_ascii=False) + "\n"


def from_paper(content: Any, *, source: str = "scenario") -> Script:
    """The script that such JSON stands for: `to_paper` makes the same JSON of it again.

    Raises:
        SettingsError: It is not such JSON; names the step.
    """
    if not isinstance(content, dict) or not isinstance(content.get("steps"), list):
        raise SettingsError(f'{source}: not a scenario; write an object with a list of "steps"')
    for key in content:
        if key not in (*_HEAD, "steps") or (
            key in _HEAD and not (isinstance(content[key], str) and content[key])
        ):
            raise SettingsError(
                f"{source}: key {key!r} is not known or not a text; "
                f"{did_you_mean(key, (*_HEAD, 'steps'))}"
            )
    head = {key: content[key] for key in _HEAD if key in content}
    return Script(_load_all(content["steps"], f"{source}: steps"), source=source, **head)


def read_paper(path: Path) -> Script:
    """Read a file of such JSON.

    Raises:
        UsageError: It is not there.
        SettingsError: It is not such JSON; names the line or the step.
    """
    return from_paper(read_json(path), source=str(path))


def read_json(path: Path) -> Any:
    """What a JSON file holds.

    Raises:
        UsageError: It is not there.
        SettingsError: It is not JSON.
    """
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise SettingsError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: not JSON that can be worked with: {error}") from None


def _dump_all(nodes: Iterable[Node]) -> list[Json]:
    """Nodes as JSON; a comment is a key of what follows it."""
    steps: list[Json] = []
    comment: Json = {}
    for node in nodes:
        if isinstance(node, Comment):
            comment = {"comment": node.text}
        else:
            steps.append(_dump(node) | comment)
            comment = {}
    return [*steps, *([{"action": "comment", **comment}] if comment else [])]


def _dump(node: Node) -> Json:
    if isinstance(node, Include):
        return {"action": "include", "file": node.path}
    if isinstance(node, Repeat):
        return {"action": "repeat", "times": node.times, "steps": _dump_all(node.body)}
    if isinstance(node, If):
        otherwise = {"else": _dump_all(node.otherwise)} if node.otherwise else {}
        return {
            "action": "if",
            "condition": _dump_condition(node.condition),
            "then": _dump_all(node.then),
            **otherwise,
        }
    if isinstance(node, Comment):
        return {"action": "comment", "comment": node.text}
    return _dump_step(node) | ({"expect": list(node.expect)} if node.expect else {})


def _dump_step(step: Step) -> Json:
    if step.check:
        action = "assert" if step.kind == "assert" else "wait"
        return {"action": action, "check": _dump_check(step.check)}
    if step.kind == "assert" and step.target is None:
        code = script_for(step.value)
        return ({"action": "evaluate", "expression": code} if code else {"action": "assert"}) | {
            "assert": step.value
        }
    if step.kind in ("assert", "wait for element"):
        mark = {"assert": True} if step.kind == "assert" else {}
        return {
            "action": "waitForSelector",
            **_dump_condition(Condition(step.value, step.target)),
            **mark,
        }
    form = _FORM_OF[step.kind]
    value = {form.value: step.value} if form.value and (step.value or step.kind == "fill") else {}
    name = {form.name: step.name} if step.name else {}
    return {
        "action": form.action,
        **with_target(step.target, step.kind),
        **({"onto": with_target(step.onto, step.kind)} if step.onto else {}),
        **value,
        **name,
        **form.fixed,
    }


def _dump_check(check: Check) -> Json:
    return check.model_dump(mode="json", exclude_defaults=True)


def _dump_condition(condition: Condition) -> Json:
    if condition.check:
        return {"check": _dump_check(condition.check)}
    if condition.target is None:
        return {"that": condition.value}
    state = (
        {"contains": condition.value.removeprefix(_CONTAINS)}
        if condition.value.startswith(_CONTAINS)
        else {"state": condition.value}
    )
    return with_target(condition.target, "wait for element") | (state if condition.value else {})


def _load_all(steps: Any, where: str) -> tuple[Node, ...]:
    if not isinstance(steps, list):
        raise SettingsError(f"{where}: write a list of steps")
    return tuple(
        node for index, step in enumerate(steps) for node in _load_one(step, f"{where}[{index}]")
    )


def _load_one(step: Any, where: str) -> Iterator[Node]:
    """The node of a step, after its comment. What it writes as must be what was read."""
    if not isinstance(step, dict) or not isinstance(step.get("action"), str):
        raise SettingsError(f'{where}: a step is an object with an "action"')
    if step["action"] not in _ACTIONS:
        raise SettingsError(
            f"{where}: action {step['action']!r} is not known; "
            f"{did_you_mean(step['action'], _ACTIONS)}"
        )
    bare = {key: value for key, value in step.items() if key != "comment"}
    try:
        nodes = [_load(bare, where)] if bare != {"action": "comment"} else []
    except KeyError as error:
        raise SettingsError(f"{where}: {step['action']} needs {error}") from None
    except ValidationError as error:
        raise SettingsError(
            f"{where}: {error.errors()[0]['msg'].removeprefix('Value error, ')}"
        ) from None
    except NotPaper as error:
        raise SettingsError(f"{where}: {error}") from None
    if nodes and (written := _dump(nodes[0])) != bare:
        wrong = next(key for key in {**bare, **written} if bare.get(key) != written.get(key))
        raise SettingsError(
            f"{where}: {wrong!r} is not understood for {step['action']}; expected "
            f"{json.dumps(written, ensure_ascii=False)}"
        )
    yield from ([Comment(step["comment"])] if "comment" in step else [])
    yield from nodes


def _load(step: Json, where: str) -> Node:
    if step["action"] in _BLOCKS:
        return _BLOCKS[step["action"]](step, where)
    return _load_step(step).model_copy(update={"expect": tuple(step.get("expect", ()))})


def _load_step(step: Json) -> Step:
    if "check" in step:
        kind: StepKind = "assert" if step["action"] == "assert" else "wait"
        return Step(kind=kind, check=Check.model_validate(step["check"]))
    if "assert" in step and "selector" not in step:
        return Step(kind="assert", value=step["assert"])
    if step["action"] == "waitForSelector":
        condition = _load_condition(step)
        return Step(
            kind="assert" if "assert" in step else "wait for element",
            value=condition.value,
            target=condition.target,
        )
    form = next(
        form
        for form in FORMS
        if form.action == step["action"] and form.fixed.items() <= step.items()
    )
    value = step[form.value] if form.kind == "fill" else step.get(form.value, "")
    return Step(
        kind=form.kind,
        target=target_of(step, form.kind),
        onto=target_of(step["onto"], form.kind) if form.kind == "drag" else None,
        value=value,
        name=step.get(form.name, ""),
    )


def _load_condition(step: Json) -> Condition:
    if "check" in step:
        return Condition("", check=Check.model_validate(step["check"]))
    target = target_of(step, "wait for element")
    if target is None:
        return Condition(step["that"])
    return Condition(
        f"{_CONTAINS}{step['contains']}" if "contains" in step else step.get("state", ""), target
    )


def _load_if(step: Json, where: str) -> If:
    then, otherwise = (
        _load_all(step["then"], f"{where}.then"),
        _load_all(step.get("else", []), f"{where}.else"),
    )
    return If(_load_condition(step["condition"]), then, otherwise)


_BLOCKS: dict[str, Callable[[Json, str], Node]] = {
    "include": lambda step, where: Include(step["file"]),
    "repeat": lambda step, where: Repeat(step["times"], _load_all(step["steps"], f"{where}.steps")),
    "if": _load_if,
}
_ACTIONS = list(
    dict.fromkeys(
        [*(form.action for form in FORMS), "waitForSelector", "assert", "comment", *_BLOCKS]
    )
)
