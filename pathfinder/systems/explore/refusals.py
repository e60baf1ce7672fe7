"""What a site says against a goal: sentences that refuse, and how often they were met.

Without them nothing is ever called stuck.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from pathfinder.engine.playing import Outcome
from pathfinder.systems.explore.answers import answers
from pathfinder.webprocessor.element import Element, Scene

_SHORTEST = 4
_PAGES = 3
# Words of refusal in general; nothing here belongs to a goal.
_REFUSES = re.compile(
    r"\b(no|not|none|cannot|can't|can’t|unable|unavailable|locked|closed|denied|refused|rejected|sorry|failed|blocked|suspended|disabled)\b",
    re.IGNORECASE,
)
# Nothing is there yet: an invitation, not a refusal.
_INVITES = re.compile(r"\b(?:no|any) \w[\w ]{0,30} yet\b|\bbe the first\b", re.IGNORECASE)
_AROUND = frozenset({"banner", "navigation", "contentinfo", "header", "nav", "footer"})


@dataclass(frozen=True)
class SiteRefusal:
    """A refusing sentence.

    answered: It came as the answer to a form that was sent, and names none of its fields.
    """

    text: str
    heading: str
    answered: bool


@dataclass
class RefusalTracker:
    """Keeps the refusing sentences of a session, with the pages that said them.

    accepted: The site has answered something with a message and without an error; then only an
        answer to a form is a refusal.
    """

    pages: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    headings: dict[str, str] = field(default_factory=dict)
    answers: set[str] = field(default_factory=set)
    accepted: bool = False

    def hear(self, outcome: Outcome) -> None:
        """Take in what the page says after a step."""
        scene = outcome.after.scene
        for text in dict.fromkeys(
            (*scene.errors, *(_words(e) for e in scene.informational if e.landmark not in _AROUND))
        ):
            if (
                len(text.split()) >= _SHORTEST
                and _REFUSES.search(text)
                and not _INVITES.search(text)
            ):
                self.pages[text].add(scene.url.split("?")[0])
                self.headings.setdefault(text, scene.heading or scene.title)
        self.accepted = self.accepted or any(answer.notice for answer in answers(outcome))
        if _sent_a_form(outcome):
            self.answers |= {
                error
                for error in outcome.change.errors
                if error in self.pages and not _of_a_field(error, scene)
            }

    def grave(self) -> list[SiteRefusal]:
        """The sentences worth a question: said on several pages, or in answer to a form."""
        grave = [
            text
            for text, pages in self.pages.items()
            if text in self.answers or (len(pages) >= _PAGES and not self.accepted)
        ]
        return [SiteRefusal(text, self.headings[text], text in self.answers) for text in grave]


def _words(element: Element) -> str:
    return " ".join(element.text.split())


def _sent_a_form(outcome: Outcome) -> bool:
    candidate = getattr(outcome.move, "candidate", None)
    return bool(candidate and candidate.fields and candidate.control)


def _of_a_field(error: str, scene: Scene) -> bool:
    return any(e.error and (e.error in error or error in e.error) for e in scene.actionable)
