"""What a site answers to something that was sent or pressed.

The sentences that may say that the goal is reached.
"""

from dataclasses import dataclass

from pathfinder.engine.playing import Move, Outcome

_SENTENCE = 3
_MOST = 3
ENDS = (".", "!", "…", "。", "！")


@dataclass(frozen=True)
class Answer:
    """A sentence that came in answer. notice: The page marks it as a message to the user."""

    text: str
    notice: bool


def answers(outcome: Outcome) -> list[Answer]:
    """The site's answers to a step that sent a form or pressed a button.

    Messages to the user come first; none where the page shows an error.

    A question is no answer, and of what is no message neither is a word or two. What ends as a
    sentence does comes before labels and titles, but for what the page says first of all.
    """
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    control = candidate.control if candidate else None
    sends = control is not None or outcome.kept
    if candidate is None or not sends or outcome.change.errors:
        return []
    if control is not None and control.role == "link":
        return []
    change = outcome.change
    notices = [
        _words(e.text or e.name)
        for e in change.appeared
        if e.notice == "status" and not e.actionable
    ]
    said = dict.fromkeys([*notices, change.heading, *map(_words, change.news)])
    told = [text for text in said if text in notices or len(text.split()) >= _SENTENCE]
    sentences = [text for text in told if any(map(str.isalpha, text)) and not text.endswith("?")]
    first, rest = sentences[:1], sentences[1:]
    rest.sort(key=lambda text: (text not in notices, not text.endswith(ENDS)))
    return [Answer(text, text in notices) for text in (*first, *rest)][:_MOST]


def _words(text: str) -> str:
    return " ".join(text.split())
