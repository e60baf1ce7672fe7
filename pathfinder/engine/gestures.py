"""Ways to act beyond pressing and entering, as candidates where the goal calls for them.

Copying and pasting, dragging, scrolling a box, double clicks, selecting a text, keys. Which words
call for one is data (`words/gestures.yaml`); elsewhere they would only be more to choose from.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from pathfinder.core.action import Action, Kind
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import Candidate, describe, label_of, numbered, plain, usable
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.webprocessor.element import Element, Scene

COPY, PASTE = "copy", "paste"
_WORDS = "gestures"
_TEXTS = frozenset({"textbox", "searchbox"})
_KEYS = {"enter-key": "Enter", "escape-key": "Escape", "tab-key": "Tab", "delete-key": "Delete"}
_MOST_PAIRS = 40
_MOST_TEXTS = 8
_FEWEST_LETTERS = 2


def gestures(scene: Scene, goal: str, done: Collection[str] = ()) -> list[Candidate]:
    """What the goal calls for by name and the page has room for, in reading order.

    Args:
        done: Gestures made before: only what was copied is pasted, once.
    """
    elements = usable(scene)
    made: list[Candidate] = []
    for name, offer in _OFFERS.items():
        if first_of(goal, phrases_of(_WORDS, name)):
            made += offer(elements, scene, goal)
    if COPY in done:
        made = [c for c in made if c.gesture != COPY]
        made += [] if PASTE in done else _paste(elements)
    return numbered(made)


def _copy(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
    for field in elements:
        if field.role in _TEXTS and field.value:
            yield _gesture(
                COPY,
                describe(field).replace("fill in ", "copy the text of ", 1),
                field,
                Action(Kind.SELECT_TEXT, field.uid),
                Action(Kind.PRESS, value="Control+C"),
            )


def _paste(elements: Sequence[Element]) -> Iterator[Candidate]:
    for field in elements:
        if field.role in _TEXTS:
            yield _gesture(
                PASTE,
                describe(field).replace("fill in ", "paste into ", 1),
                field,
                Action(Kind.SELECT_TEXT if field.value else Kind.FOCUS, field.uid),
                Action(Kind.PRESS, value="Control+V"),
            )


def _drag(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
    """What can be dragged onto its like; of those that the goal names where it names some."""
    movable = [e for e in elements if e.drags]
    named = [e for e in movable if plain(label_of(e)) in plain(goal)]
    pairs = [
        (a, b, place) for a in named or movable for place, b in enumerate(movable, 1) if a != b
    ]
    for moved, onto, place in pairs[:_MOST_PAIRS]:
        yield _gesture(
            f"drag {onto.uid}",
            f'drag "{short(label_of(moved))}" onto "{short(label_of(onto))}", '
            f"number {place} of {len(movable)}",
            moved,
            Action(Kind.DRAG, moved.uid, target=onto.uid),
        )


def _scroll(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
    for element in (*elements, *scene.informational):
        if element.scrolls and not element.options:
            for where in ("bottom", "top", "down", "up"):
                way = f"to its {where}" if where in ("bottom", "top") else where
                yield _gesture(
                    f"scroll {where}",
                    f'scroll the box of "{short(label_of(element))}" {way}',
                    element,
                    Action(Kind.SCROLL, element.uid, where),
                )


def _double_click(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
    for element in elements:
        if not element.is_field and not element.twice:
            yield _gesture(
                "double-click",
                f'double-click "{short(label_of(element))}"',
                element,
                Action(Kind.DOUBLE_CLICK, element.uid),
            )


def _highlight(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
    texts = [e for e in scene.informational if len(e.text) >= _FEWEST_LETTERS]
    for text in texts[:_MOST_TEXTS]:
        yield _gesture(
            "highlight",
            f'select the text "{short(text.text)}"',
            text,
            Action(Kind.SELECT_TEXT, text.uid),
        )


def _press(name: str) -> Callable[[Sequence[Element], Scene, str], Iterator[Candidate]]:
    key = _KEYS[name]

    def offered(elements: Sequence[Element], scene: Scene, goal: str) -> Iterator[Candidate]:
        for field in elements:
            if field.role in _TEXTS:
                text = f'press the {key} key in "{short(label_of(field))}"'
                yield _gesture(name, text, field, Action(Kind.PRESS, field.uid, key))

    return offered


def _gesture(name: str, text: str, element: Element, *actions: Action) -> Candidate:
    key = f"{element.uid}~{name}={element.value}"
    return Candidate(key, text, actions[0].kind, element, actions=actions, gesture=name)


_OFFERS: dict[str, Callable[[Sequence[Element], Scene, str], Iterator[Candidate]]] = {
    COPY: _copy,
    "drag": _drag,
    "scroll": _scroll,
    "double-click": _double_click,
    "highlight": _highlight,
    **{name: _press(name) for name in _KEYS},
}
