"""Goals that ask for something: the line of a page that answers, quoted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Answerer, enum_schema
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import plain
from pathfinder.engine.judgement import note_judgement
from pathfinder.engine.stage import View
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.webprocessor.element import Scene

_NONE = "Z"
_MOST_LINES = 16
_LONGEST = 100


@dataclass
class Answering:
    """Looks for an answer on every state that was not looked at yet.

    looked: Keys of the states, so that none is asked about twice.
    """

    goal: str
    answerer: Answerer
    journal: Journal
    looked: set[str] = field(default_factory=set)

    def look(self, view: View, reading: GoalReading, call: Call) -> Verdict | None:
        """Likely, with the line that answers; None when none does.

        Raises:
            ModelError: The model failed.
        """
        if not reading.asks or view.state.key in self.looked:
            return None
        self.looked.add(view.state.key)
        lines = _nearest([*self._telling(view.scene)], reading)
        if not lines:
            return None
        handles = dict(zip(ascii_uppercase, lines, strict=False))
        letter, sure = self._letter(view.scene, reading, handles, call)
        found = letter != _NONE and sure > thresholds_of(self.answerer.model).answers
        line = handles.get(letter, "")
        status = "success" if found else "in progress"
        told = "the line that answers what the goal asks"
        note_judgement(self.journal, call.step, "oracle", sure, status, line, found, told)
        if not found:
            return None
        reason = f"the page answers the question: {line}"
        return Verdict(Status.LIKELY, reason, line, by="oracle", answer=line)

    def _telling(self, scene: Scene) -> Iterator[str]:
        """Lines that say more than the goal does: none of its own words answers it."""
        asked = plain(self.goal)
        return (line for line in lines_of(scene) if plain(line) not in asked)

    def _letter(
        self, scene: Scene, reading: GoalReading, handles: dict[str, str], call: Call
    ) -> tuple[str, float]:
        """The letter of the line, and by how much it is likelier than that none answers."""
        letters = (*handles, _NONE)
        asked: dict[str, Any] = {
            "question": reading.question,
            "heading": scene.heading or scene.title,
            "lines": [{"handle": h, "text": short(line, _LONGEST)} for h, line in handles.items()],
        }
        scores = self.answerer.score(call, letters, **asked)
        if scores is None:
            schema = enum_schema(self.answerer.output, "Evidence", list(letters))
            return self.answerer.run(call, schema=schema, **asked).Evidence, 1.0
        *lines, none = scores.logprobs
        best = max(range(len(lines)), key=lambda n: lines[n])
        return letters[best], lines[best] - none


def lines_of(scene: Scene) -> list[str]:
    """What can be read on a page, each line with the card or row that it stands in."""
    return list(dict.fromkeys(_lines(scene)))


def _lines(scene: Scene) -> Iterator[str]:
    for element in (*scene.informational, *scene.actionable):
        text = " ".join((element.text or element.name).split())
        if element.layer == "covered" or not plain(text):
            continue
        where = " ".join(element.context.split())
        yield text if not where or plain(where) in plain(text) else f"{short(where, 50)}: {text}"
    for name, held in scene.holdings:
        if held.strip():
            yield f"{name}: {held}"


def _nearest(lines: Sequence[str], reading: GoalReading) -> list[str]:
    """The lines nearest to the question, in the page's order."""
    wanted = f"{reading.question} {' '.join(value.value for value in reading.values)}"
    ranked = sorted(lines, key=lambda line: -fuzz.token_set_ratio(plain(line), plain(wanted)))
    kept = set(ranked[:_MOST_LINES])
    return [line for line in lines if line in kept]
