"""What a user can do on a page, and how it went."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pathfinder.core.secrets import Value, Written, escaped

OFF_ORIGIN = "refused, off the allowed origins:"
KEPT_BACK = (OFF_ORIGIN, "not sent, in safe mode:", "safe mode has no words")
"""How the notes begin that say what PathFinder kept back, or can't."""
ELSEWHERE = (
    "the browser runs elsewhere: it holds back other hosts, but not other ports of the "
    "allowed ones; each action is checked"
)
FIELDS = frozenset(
    {
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "checkbox",
        "radio",
        "spinbutton",
        "slider",
        "switch",
        "file",
        "date",
    }
)
"""The roles of what a value goes into."""


class Kind(StrEnum):
    """The kinds of action. What `Action.value` holds for each stands beside it."""

    NAVIGATE = "navigate"  # URL
    CLICK = "click"
    DOUBLE_CLICK = "double click"
    TYPE = "type"  # text, may be `Written` with references to the persona; replaces what is there
    CLEAR = "clear"
    # the option's label, or `Written`: the option that is called as the persona's value
    SELECT = "select"
    CHECK = "check"
    UNCHECK = "uncheck"
    UPLOAD = "upload"  # path of a file
    PRESS = "press"  # key or chord: "Enter", "Control+A"; copies, cuts and pastes too
    HOVER = "hover"
    FOCUS = "focus"
    SELECT_TEXT = "select text"  # a part of what it shows or holds, or nothing: all of it
    DRAG = "drag"  # onto `target`
    # "up", "down", "top", "bottom": the page, or the box around an element that scrolls; nothing:
    # the element into view
    SCROLL = "scroll"
    BACK = "back"
    SWITCH_TAB = "switch tab"  # index from 0, or part of a title or URL
    ANSWER_DIALOG = "answer dialog"  # "accept", "dismiss", or "accept: TEXT"
    WAIT = "wait"  # seconds


_ENTERS = frozenset({Kind.TYPE, Kind.SELECT})


@dataclass(frozen=True)
class Action:
    """One thing to do. `uid` names an element of the current Scene.

    value: Plain text is taken as it is, whatever it looks like; only `Written` has references to
        the persona's values.

    Raises:
        ValueError: A reference where nothing is entered: no other kind ever gets a value of the
            persona.
    """

    kind: Kind
    uid: str | None = None
    value: Value | None = None
    target: str | None = None

    def __post_init__(self) -> None:
        if isinstance(self.value, Written) and not self.value.keys:
            object.__setattr__(self, "value", self.value.text)
        if self.kind not in _ENTERS and isinstance(self.value, Written):
            raise ValueError(
                f"{self.kind}: only what is typed or selected may refer to the persona"
            )

    @property
    def written(self) -> str:
        """The value as an author would write it.

        References as placeholders, what only looks like one escaped; or empty.
        """
        return escaped(self.value) if isinstance(self.value, str) else str(self.value or "")

    def to_json(self) -> dict[str, Any]:
        """The action for the journal, without what is not set."""
        value = None if self.value is None else self.written
        told = {"kind": self.kind, "uid": self.uid, "value": value, "target": self.target}
        return {key: one for key, one in told.items() if one is not None}


@dataclass(frozen=True)
class ActionResult:
    """How an action went. A WebDriver error becomes `ok=False` with a typed `error`.

    error: "" or one of: not found, not interactable, covered, disabled, stale, no such option, not
        a field,
        no dialog, no such tab, no such file, page not ready, timeout, safe mode, off origin, other.
    notes: What happened beside it: "new tab", "dialog: …", "print dialog", "download: NAME".
    kept: The site has taken a request that may have changed something, as far as that can be seen.
    """

    ok: bool
    error: str = ""
    message: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    kept: bool = False

    @property
    def happened(self) -> tuple[str, ...]:
        """The notes that say that something happened.

        That a request was kept back, or that a page is slow, proves nothing.
        """
        return tuple(
            note
            for note in self.notes
            if not note.startswith(KEPT_BACK) and note not in ("page not ready", ELSEWHERE)
        )
