"""What elements are for, where the page does not say: the Perceptron's part in profile `fast`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import PurposePerceptron
from pathfinder.core import events
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import Candidate, label_of, plain
from pathfinder.engine.rows import CELLS
from pathfinder.engine.stage import View
from pathfinder.webprocessor.element import Element

_MOST_ASKED = 6
_REPEATS = 80
_HINTS = ("class", "href", "title", "data-test", "data-testid", "id", "name")


@dataclass
class Purposes:
    """Asks once for each element that has no words.

    Answers are cached by fingerprint; one that repeats the goal says nothing of the element, and
    is not shown.
    """

    goal: str
    perceptron: PurposePerceptron
    journal: Journal
    known: dict[str, str] = field(default_factory=dict)

    def spoken(self, view: View, candidates: Sequence[Candidate], call: Call) -> dict[str, str]:
        """Candidate key -> its text, with the purpose where the text alone does not tell."""
        unclear = [
            c for c in candidates if c.control is not None and not c.fields and _wordless(c.control)
        ]
        self._ask(
            view,
            [
                c.control
                for c in unclear
                if c.control is not None and _fingerprint(c.control) not in self.known
            ],
            call,
        )
        return {c.key: self._text(c, c in unclear) for c in candidates}

    def _text(self, candidate: Candidate, unclear: bool) -> str:
        purpose = (
            self.known.get(_fingerprint(candidate.control)) if unclear and candidate.control else ""
        )
        return f"{candidate.text} - {purpose}" if purpose else candidate.text

    def _ask(self, view: View, elements: Sequence[Element], call: Call) -> None:
        asked = {str(n): e for n, e in enumerate(elements[:_MOST_ASKED], 1)}
        if not asked:
            return
        reply = self.perceptron.run(
            replace(call, max_tokens=30 + 40 * len(asked)),
            schema=_schema(list(asked)),
            goal=self.goal,
            heading=view.scene.heading or view.scene.title,
            elements=[{"handle": h, "text": _described(e)} for h, e in asked.items()],
        )
        found = {p.Element: p.Purpose for p in reply.ActionableElementsPurpose}
        for handle, element in asked.items():
            said = short(found.get(handle, ""))
            repeats = fuzz.partial_ratio(plain(said), plain(self.goal)) >= _REPEATS
            self.known[_fingerprint(element)] = "" if repeats else said
        self.journal.write(
            events.Purposes(
                step=view.step,
                scene_name=view.scene.heading,
                purposes={e.uid: self.known[_fingerprint(e)] for e in asked.values()},
                by="model",
            )
        )


def _wordless(element: Element) -> bool:
    """Whether nothing tells what it is: a figure in a table is told by its row and column."""
    name = label_of(element) if label_of(element) != element.uid else ""
    if element.role in CELLS and any(map(str.isalnum, name)):
        return False
    return not re.search(r"[^\W\d_]{2,}", name)


def _fingerprint(element: Element | None) -> str:
    if element is None:
        return ""
    return "|".join(
        (element.tag, element.role, element.name, element.context, element.href, element.css)
    )


def _described(element: Element) -> str:
    hints = [
        f"{name}={short(element.attributes[name], 30)}"
        for name in _HINTS
        if element.attributes.get(name)
    ]
    return f"{element.role} {label_of(element)!r} {' '.join(hints)}" + (
        f" in {short(element.context, 40)}" if element.context else ""
    )


def _schema(handles: list[str]) -> dict[str, object]:
    entry = {
        "type": "object",
        "properties": {
            "Element": {"type": "string", "enum": handles},
            "Purpose": {"type": "string", "maxLength": 60},
        },
        "required": ["Element", "Purpose"],
        "additionalProperties": False,
    }
    purposes = {"type": "array", "items": entry, "minItems": len(handles), "maxItems": len(handles)}
    return {
        "type": "object",
        "properties": {"ActionableElementsPurpose": purposes},
        "required": ["ActionableElementsPurpose"],
    }
