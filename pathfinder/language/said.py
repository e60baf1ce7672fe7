"""What a step of a model's reply stands for: a statement."""

import re
from collections.abc import Callable, Mapping

from pydantic import ValidationError

from pathfinder.agents.agent import BadReply
from pathfinder.agents.words import SaidStep
from pathfinder.core.scenario import Step, StepKind, Target
from pathfinder.core.statement import ASCENDING, DESCENDING, Check, Described
from pathfinder.language.lexicon import lexicon, tokens_of


def statement_of(said: SaidStep) -> Step:
    """The statement that a step of a reply stands for.

    Raises:
        BadReply: It lacks what its kind needs.
    """
    make = _MAKERS.get(said.do)
    try:
        if make:
            return make(said)
        return Step(kind="assert", check=_check(said))
    except ValidationError as error:
        raise BadReply(f"{said.do}: {error.errors()[0]['msg']}") from None


def _described(said: SaidStep) -> Described:
    return Described(name=said.what, kind=said.kind, ordinal=_ordinal(said.nth), place=said.place)


def _ordinal(nth: str) -> int:
    word = nth.casefold().rstrip(".")
    if number := lexicon().ordinals.get(word, 0):
        return number
    return int(digits[0]) if (digits := re.match(r"\d+", word)) else 0


def _on(kind: StepKind, *, value: bool = False) -> Callable[[SaidStep], Step]:
    return lambda said: Step(
        kind=kind,
        target=Target(described=_described(said)),
        value=said.value if value else "",
    )


def _press(said: SaidStep) -> Step:
    key = said.value or said.what
    field = Target(described=_described(said)) if said.value and said.what else None
    return Step(kind="press", value=key, target=field)


def _open(said: SaidStep) -> Step:
    name = said.what or said.value
    if name.startswith(("/", "http://", "https://")):
        return Step(kind="navigate", value=name)
    if said.place or said.nth:
        return _on("click")(said)
    return Step(kind="open", value=name)


def _wait(said: SaidStep) -> Step:
    number = re.search(r"\d+", said.value)
    word = next((one for one in tokens_of(said.value) if one in lexicon().numbers), "")
    seconds = number[0] if number else str(lexicon().numbers.get(word, said.value))
    return Step(kind="wait", value=seconds)


def _wait_for(said: SaidStep) -> Step:
    check = Check(kind="text", of=_described(said), negated=said.do == "wait gone")
    return Step(kind="wait", check=check)


def _answer(said: SaidStep) -> Step:
    return Step(kind="answer dialog", value=said.do)


def _drag(said: SaidStep) -> Step:
    onto = Target(described=Described(name=said.value))
    return Step(kind="drag", target=Target(described=_described(said)), onto=onto)


def _check(said: SaidStep) -> Check:
    sorts = said.how in (ASCENDING, DESCENDING)
    values: tuple[str, ...] = (said.value,) if said.value else ()
    if said.do == "order":
        values = (said.how,) if sorts else said.items
    if said.do == "count":
        values = tuple(str(lexicon().numbers.get(one.casefold(), one)) for one in values)
    if said.do in ("page", "text", "gone"):
        values = ()
    of = None if said.do == "order" and not (said.what or said.place) else _described(said)
    return Check.model_validate(
        {
            "kind": "text" if said.do == "gone" else said.do,
            "of": of,
            "comparison": said.how if said.do in ("value", "count", "sum") and not sorts else "is",
            "values": values,
            "negated": said.denied or said.do == "gone",
        }
    )


def _address(said: SaidStep) -> Step:
    ends = said.how == "ends with"
    how = f"matches {re.escape(said.value)}$" if ends else f"contains {said.value}"
    return Step(kind="assert", value=f"url {how}")


_MAKERS: Mapping[str, Callable[[SaidStep], Step]] = {
    "click": _on("click"),
    "double click": _on("double click"),
    "fill": _on("fill", value=True),
    "select": _on("select", value=True),
    "tick": _on("check"),
    "untick": _on("uncheck"),
    "upload": _on("upload", value=True),
    "hover": _on("hover"),
    "scroll": _on("scroll"),
    "drag": _drag,
    "press": _press,
    "search": lambda said: Step(kind="search", value=said.value or said.what),
    "open": _open,
    "back": lambda said: Step(kind="back"),
    "reload": lambda said: Step(kind="reload"),
    "wait": _wait,
    "wait for": _wait_for,
    "wait gone": _wait_for,
    "accept": _answer,
    "dismiss": _answer,
    "goal": lambda said: Step(kind="do", value=said.what or said.value),
    "address": _address,
}
