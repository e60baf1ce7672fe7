"""Scripts made at random, the same for the same seed."""

from random import Random
from typing import get_args

from pathfinder.core.scenario import Locator, LocatorBy, Step, StepKind, Target
from pathfinder.core.statement import STATES, Check, Described
from pathfinder.language.dsl import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.words import COMPARISONS, CONDITIONS, ROLES
from pathfinder.language.dsl.words import KINDS as OF_THINGS

WORDS = (
    "Log in",
    'say "hello"',
    "it's",
    "a\\b",
    "£59.00",
    "two\nlines",
    "tab\there",
    "# no comment",
    "{{persona.account.email}}",
    "",
    "ÄÖ 中文",
    " x ",
)
PLAIN = tuple(word for word in WORDS if word.strip() and "\n" not in word)
KINDS: tuple[StepKind, ...] = tuple(
    kind for kind in get_args(StepKind) if kind not in ("repeat", "if")
)
ON_ELEMENT = {
    "click",
    "double click",
    "fill",
    "select",
    "check",
    "uncheck",
    "hover",
    "focus",
    "select text",
    "drag",
    "upload",
    "wait for element",
}
VALUES = {
    "navigate": PLAIN,
    "fill": WORDS,
    "select": PLAIN,
    "press": ("Enter", "Control+A"),
    "select text": ("", *PLAIN),
    "scroll": ("down", "top"),
    "upload": PLAIN,
    "answer dialog": ("accept", "dismiss", 'accept: it is "fine"'),
    "wait for url": PLAIN,
    "wait for element": ("", "hidden", "contains x y"),
    "wait": ("2", "0.5", "text present Thank you"),
    "evaluate": PLAIN,
    "set": WORDS,
    "open": PLAIN,
    "search": PLAIN,
    "do": PLAIN,
}


def make_script(seed: int) -> Script:
    random = Random(seed)
    head = {name: random.choice(("", *PLAIN)) for name in ("name", "goal", "site", "persona")}
    description = random.choice(("", "What it is for.", "Two\nlines")) if any(head.values()) else ""
    body = _body(random, depth=2)
    return Script(body, description=description, **head)


def _body(random: Random, depth: int) -> tuple[Node, ...]:
    nodes: list[Node] = []
    for _ in range(random.randint(0, 6)):
        node = _node(random, depth)
        if not (isinstance(node, Comment) and nodes and isinstance(nodes[-1], Comment)):
            nodes.append(node)
    return tuple(nodes)


def _node(random: Random, depth: int) -> Node:
    what = random.random()
    if what < 0.1:
        return Comment(random.choice(("A comment.", "Two\nlines", 'with # and "quotes"')))
    if what < 0.15:
        return Include(random.choice(("parts/log-in.dsl", "a b.dsl")))
    if what < 0.25 and depth:
        return Repeat(random.randint(0, 5), _body(random, depth - 1))
    if what < 0.35 and depth:
        return If(_condition(random), _body(random, depth - 1), _body(random, depth - 1))
    return _step(random)


def _step(random: Random) -> Step:
    kind = random.choice(KINDS)
    expect = tuple(_predicate(random) for _ in range(random.choice((0, 0, 0, 1, 2))))
    if kind == "assert":
        condition = _condition(random)
        return Step(
            kind=kind,
            value=condition.value,
            target=condition.target,
            check=condition.check,
            expect=expect,
        )
    target = (
        _located(random)
        if kind == "wait for element"
        else _target(random)
        if kind in ON_ELEMENT or (kind in ("press", "scroll", "set") and random.random() < 0.5)
        else None
    )
    value = "" if kind in ("scroll", "set") and target else random.choice(VALUES.get(kind, ("",)))
    name = (
        random.choice(("total", "_x1"))
        if kind == "set" or (kind == "evaluate" and random.random() < 0.5)
        else ""
    )
    onto = _target(random) if kind == "drag" else None
    return Step(kind=kind, target=target, onto=onto, value=value, name=name, expect=expect)


def _condition(random: Random) -> Condition:
    if random.random() < 0.4:
        return Condition("", check=make_check(random))
    if random.random() < 0.4:
        return Condition(random.choice(("", "hidden", "contains £5.00")), _located(random))
    return Condition(_predicate(random))


def _predicate(random: Random) -> str:
    form = random.choice((*CONDITIONS, "something {0} that no form has {1}"))
    return form.format(random.choice(PLAIN), random.choice(PLAIN))


def make_check(random: Random) -> Check:
    kind = random.choice(("page", "text", "value", "count", "sum", "order", "state"))
    of, values, comparison = _described(random), (random.choice(PLAIN),), "is"
    if kind == "page":
        of, values = Described(name=random.choice(PLAIN)), ()
    elif kind == "text":
        place = random.choice(("", *PLAIN))
        of, values = Described(name=random.choice(PLAIN), place=place), ()
    elif kind == "state":
        values = (random.choice((*STATES, *STATES.values())),)
    elif kind == "order":
        of = random.choice((None, of))
        values = random.choice((("ascending",), ("descending",), PLAIN[:1], PLAIN[:3]))
    else:
        values = ("12",) if kind == "count" else values
        comparison = random.choice(list(COMPARISONS))
    negated = random.random() < 0.3
    return Check.model_validate(
        {"kind": kind, "of": of, "comparison": comparison, "values": values, "negated": negated}
    )


def _described(random: Random) -> Described:
    return Described(
        name=random.choice(("", *PLAIN)),
        kind=random.choice(OF_THINGS),
        ordinal=random.choice((0, 0, 1, 3, 12, -1)),
        place=random.choice(("", *PLAIN)),
    )


def _target(random: Random) -> Target:
    if random.random() < 0.3:
        locators = tuple(_locator(random) for _ in range(random.choice((0, 0, 1))))
        return Target(locators=locators, described=_described(random))
    return _located(random)


def _located(random: Random) -> Target:
    return Target(locators=tuple(_locator(random) for _ in range(random.choice((1, 1, 1, 2, 3)))))


def _locator(random: Random) -> Locator:
    by: LocatorBy = random.choice(get_args(LocatorBy))
    if by == "role":
        return Locator(
            by=by, value=random.choice((*ROLES, "treeitem")), name=random.choice((*PLAIN, ""))
        )
    return Locator(by=by, value=random.choice(PLAIN))
