"""What a statement says of a page in words: a described element, and a check.

`the second "Edit" link in "the row of the navy bag"` is Described; `value of the "delivery" is
"£7.95"` is a Check. How they are written is in pathfinder/language/dsl.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

CheckKind = Literal["page", "text", "value", "count", "sum", "order", "state"]
Comparison = Literal[
    "is", "contains", "starts with", "ends with", "at least", "at most", "more than", "less than"
]
STATES = {
    "visible": "absent",
    "enabled": "disabled",
    "checked": "unchecked",
    "selected": "unselected",
    "open": "closed",
    "filled": "empty",
}
"""What an element can be, and what it is when it is not that."""
ASCENDING, DESCENDING = "ascending", "descending"
_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Described(_Frozen):
    """An element, or several, as a person tells them from others.

    name: What it is called or says; empty where its kind or place tells.
    kind: button, link, field, row, …; empty for anything.
    ordinal: Which of several, from 1; -1 for the last, 0 where it does not matter.
    place: What it stands in or beside, in words: "the row of the navy bag".
    """

    name: str = ""
    kind: str = ""
    ordinal: int = 0
    place: str = ""

    @model_validator(mode="after")
    def _is_something(self) -> "Described":
        if not (self.name or self.kind or self.place):
            raise ValueError("what is described needs a name, a kind or a place")
        return self

    def __str__(self) -> str:
        named = " ".join(part for part in (repr(self.name) if self.name else "", self.kind) if part)
        return f"{named} in {self.place!r}".strip() if self.place else named


class Check(_Frozen):
    """What has to be so on a page.

    kind: page (which page is open), text (words are there), value (of what a label names), count,
        sum, order, state.
    of: What it is about: the page's name, the words, the label, what is counted or ordered. Of
        the order it may be missing.
    values: What is compared with; of a state one of STATES; of an order the items, or ASCENDING or
        DESCENDING.
    negated: It must not be so. A state never is: its opposite is another state.
    either: Other checks, of which one may hold in its place.
    """

    kind: CheckKind
    of: Described | None = None
    comparison: Comparison = "is"
    values: tuple[str, ...] = ()
    negated: bool = False
    either: tuple["Check", ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _without_negated_states(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("kind") == "state" and given.get("negated"):
            opposite = tuple(_OPPOSITE.get(one, one) for one in given.get("values", ()))
            return {**given, "negated": False, "values": opposite}
        return given

    @model_validator(mode="after")
    def _is_whole(self) -> "Check":
        if self.of is None and self.kind != "order":
            raise ValueError(f"a check of a {self.kind} says what of")
        if self.kind in ("page", "text") and not (self.of and self.of.name):
            raise ValueError(f"a check of a {self.kind} needs its words")
        if self.kind in ("value", "count", "sum", "state") and len(self.values) != 1:
            raise ValueError(f"a check of a {self.kind} needs one value")
        if self.kind == "state" and self.values[0] not in _OPPOSITE:
            raise ValueError(
                f"state {self.values[0]!r} is not known; one of {', '.join(_OPPOSITE)}"
            )
        if self.kind == "order" and not self.values:
            raise ValueError("a check of an order needs the items, or ascending or descending")
        return self

    @property
    def about(self) -> Described:
        """What it is about.

        Raises:
            ValueError: It is an order that does not say of what.
        """
        if self.of is None:
            raise ValueError("this check does not say what it is about")
        return self.of
