"""What a user can do on a page, and how it went."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The kinds of action. What `Action.value` holds for each stands beside it."""

    NAVIGATE = "navigate"  # URL
    CLICK = "click"
    DOUBLE_CLICK = "double click"
    TYPE = "type"  # text, may hold {{persona.…}} placeholders; replaces what is there
    CLEAR = "clear"
    SELECT = "select"  # the option's label
    CHECK = "check"
    UNCHECK = "uncheck"
    UPLOAD = "upload"  # path of a file
    PRESS = "press"  # key or chord: "Enter", "Control+A"
    HOVER = "hover"
    DRAG = "drag"  # onto `target`
    SCROLL = "scroll"  # "up", "down", "top", "bottom", or nothing: the element into view
    BACK = "back"
    SWITCH_TAB = "switch tab"  # index from 0, or part of a title or URL
    ANSWER_DIALOG = "answer dialog"  # "accept", "dismiss", or "accept: TEXT"
    WAIT = "wait"  # seconds


@dataclass(frozen=True)
class Action:
    """One thing to do. `uid` names an element of the current Scene; secrets stay placeholders."""

    kind: Kind
    uid: str | None = None
    value: str | None = None
    target: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The action for the journal, without what is not set."""
        return {key: value for key, value in asdict(self).items() if value is not None}


@dataclass(frozen=True)
class ActionResult:
    """How an action went. A WebDriver error becomes `ok=False` with a typed `error`.

    error: "" or one of: not found, not interactable, covered, disabled, stale, no such option, not a field,
        no dialog, no such tab, no such file, page not ready, timeout, safe mode, other.
    notes: What happened beside it: "new tab", "dialog: …", "print dialog", "download: NAME".
    """

    ok: bool
    error: str = ""
    message: str = ""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
