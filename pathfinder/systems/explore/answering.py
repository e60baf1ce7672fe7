"""Goals that ask for something: the line of a page that answers, quoted.

Letters point at the likeliest lines; then each of them has to answer the question by itself, and
what the question names has to stand in it or above it.

Source: measured on questions of ten applications over pages that answer them and pages that don't:
    letters alone find an answer on nearly every page.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import AnswerChecker, Answerer, enum_schema
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.journal import Journal
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import Candidate, called, plain
from pathfinder.engine.goal_words import goal_words, naming_words, said_in, same_word
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.rows import CELLS, heads_a_column
from pathfinder.engine.shortlist import nearness_of
from pathfinder.engine.stage import View
from pathfinder.systems.explore.lookahead import Lookahead
from pathfinder.systems.explore.reading import GoalReading
from pathfinder.systems.explore.superlatives import meant
from pathfinder.webprocessor.element import Element, Scene

_NONE = "Z"
_IN_ONE_LIST = 24
_MOST_LISTS = 3
_CHECKED = 3
_LONGEST = 100
_HARDLY = -2.0
"""Log-odds of an answer from which on a user is told of it, though it was not believed."""
_AHEAD = 2
"""So many pages ahead are asked for an answer at one choice."""
_NAMED = 0.5
"""Of what a question names, how much has to stand in the line that answers or above it."""
_BESIDE = ("banner", "navigation", "contentinfo")
_TOLD_OF_A_ROW = 3
_SHORTEST_CELL, _LONGEST_CELL = 3, 25
_TELLING = ("link", *CELLS)
"""What tells something though it can be pressed."""
_WORD = re.compile(r"\w+")
_BEGINNING = re.compile(r"^\W*|[.!?…:。！？]\W+")
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])\s+")
_ENDS = re.compile(r"[.!?…。！？:：;]$")
_ASKING = ("?", "？")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


@dataclass
class Answering:
    """Looks for an answer on every state that was not looked at yet.

    lookahead: Tells what links lead to; None where nobody can.
    looked: Keys of the states, and addresses of pages ahead, so that none is asked about twice.
    led: Address of the last page that a link led to -> the words of the link. A page for one of
        many things is often called alike for all of them.
    nearly: How surely the line answers that answers best of all that were not believed, that line,
        and the step.
    leant: Line -> by how much the letters took it for likelier than that none answers.
    """

    goal: str
    answerer: Answerer
    checker: AnswerChecker
    journal: Journal
    lookahead: Lookahead | None = None
    looked: set[str] = field(default_factory=set)
    led: dict[str, str] = field(default_factory=dict)
    nearly: tuple[float, str, int] = (_HARDLY, "", 0)
    leant: dict[str, float] = field(default_factory=dict)

    def look(self, view: View, reading: GoalReading, call: Call) -> Verdict | None:
        """Likely, with the line that answers; None when none does.

        Raises:
            ModelError: The model failed.
        """
        if not reading.asks or view.state.key in self.looked:
            return None
        self.looked.add(view.state.key)
        best = self._best(view.scene, reading, call)
        if best is None:
            return None
        sure, line = best
        line = self._of_those_alike(view.scene, line)
        found = sure > thresholds_of(self.checker.model).answers
        told = "the line that answers what the goal asks"
        if found and (name := self._better_ahead(view, reading, (sure, line), call)):
            found, told = False, f'what "{name}" leads to answers it better'
        status = "success" if found else "in progress"
        note_judgement(self.journal, call.step, "oracle", sure, status, line, found, told)
        if not found:
            self.nearly = max(self.nearly, (sure, line, call.step))
            return None
        reason = f"the page answers the question: {line}"
        return Verdict(Status.LIKELY, reason, line, by="oracle", answer=line)

    def ahead(
        self, view: View, offered: Sequence[Candidate], reading: GoalReading, call: Call
    ) -> str:
        """Key of the link to a page that answers, which was looked at beforehand; empty for none.

        Of the few that say more of the question's words than this page.

        Raises:
            ModelError: The model failed.
        """
        if not reading.asks or self.lookahead is None:
            return ""
        new = [
            (candidate, page)
            for candidate, page in self.lookahead.gaining(view, offered)
            if page.url not in self.looked
        ]
        for candidate, page in new[:_AHEAD]:
            self.looked.add(page.url)
            self.led[page_at(page.url)] = called(candidate.elements[-1])
            best = self._best(page, reading, call)
            if best and best[0] > thresholds_of(self.checker.model).answers:
                return candidate.key
        return ""

    def _of_those_alike(self, scene: Scene, line: str) -> str:
        """The line in the entry that the goal means where it compares several; the same else."""
        told = told_by_line(scene)
        found = told.get(line)
        other = meant(scene, found, self.goal) if found else None
        if other is None or other is found:
            return line
        where = (other.frame, other.xpath)
        return next((one for one, e in told.items() if e and (e.frame, e.xpath) == where), line)

    def _best(self, scene: Scene, reading: GoalReading, call: Call) -> tuple[float, str] | None:
        """The line of a page that answers best, and how surely; None where none was pointed at."""
        named = named_in(self.goal, reading)
        about = " ".join((scene.heading, scene.title, self.led.get(page_at(scene.url), "")))
        lines = [line for line in self._telling(scene) if names(f"{line} {about}", named)]
        likeliest = self._likeliest(scene, reading, lines, call)
        return max(((self._check(scene, line, call), line) for line in likeliest), default=None)

    def _better_ahead(
        self, view: View, reading: GoalReading, found: tuple[float, str], call: Call
    ) -> str:
        """The link to a page that answers better than the line that was found; empty without one.

        Only links are followed that are called by a word of the goal which the line does not say;
        where the letters had it that no line answers, also those that are called as a value of it.
        """
        sure, line = found
        lacking = [word for word in goal_words(self.goal) if not said_in([word], [line])]
        doubtful = self.leant.get(line, 0.0) < 0.0
        things = [value.value for value in reading.values] if doubtful else []
        ahead = self.lookahead.beyond(view, lacking, things) if self.lookahead else {}
        for name, scene in ahead.items():
            best = self._best(scene, reading, call)
            if best and best[0] > sure:
                return name
        return ""

    def _telling(self, scene: Scene) -> Iterator[str]:
        """Lines that say more than the goal and the page's heading, and no one of several alike.

        A question answers nothing.
        """
        asked, heads = plain(self.goal), {plain(scene.heading), plain(scene.title)}
        lines = without_several_alike(list(lines_of(scene)), self.goal)
        told = (line for line in lines if not line.endswith(_ASKING))
        return (line for line in told if plain(line) not in asked and plain(line) not in heads)

    def _likeliest(
        self, scene: Scene, reading: GoalReading, lines: Sequence[str], call: Call
    ) -> list[str]:
        """The few lines that letters point at, and that hold most of the goal's words.

        Out of lists of what the page says.
        """
        scored = []
        told = lines[: _IN_ONE_LIST * _MOST_LISTS]
        for first in range(0, len(told), _IN_ONE_LIST):
            scored += self._pointed_at(scene, reading, told[first : first + _IN_ONE_LIST], call)
        self.leant |= {line: score for score, line in scored}
        pointed = [line for _, line in sorted(scored, reverse=True)[:_CHECKED]]
        near = nearness_of({line: line for line in told}, self.goal)
        nearest = sorted((line for line in told if near[line]), key=lambda line: -near[line])
        return list(dict.fromkeys((*pointed, *nearest[:_CHECKED])))

    def _pointed_at(
        self, scene: Scene, reading: GoalReading, lines: Sequence[str], call: Call
    ) -> list[tuple[float, str]]:
        """Each line, and by how much it is likelier than that none answers."""
        letters = (*ascii_uppercase[: len(lines)], _NONE)
        asked: dict[str, Any] = {
            "question": reading.question,
            "heading": scene.heading or scene.title,
            "lines": [
                {"handle": h, "text": short(line, _LONGEST)}
                for h, line in zip(letters, lines, strict=False)
            ],
        }
        scores = self.answerer.score(call, letters, **asked)
        if scores is None:
            schema = enum_schema(self.answerer.output, "Evidence", list(letters))
            reply = self.answerer.run(call, schema=schema, **asked).Evidence
            return [(1.0, lines[letters.index(reply)])] if reply != _NONE else []
        *each, none = scores.logprobs
        return [(score - none, line) for score, line in zip(each, lines, strict=True)]

    def _check(self, scene: Scene, line: str, call: Call) -> float:
        """Log-odds that the line by itself answers the question."""
        heading, led = scene.heading or scene.title, self.led.get(page_at(scene.url), "")
        words = naming_words(led)
        if len(said_in(words, [heading])) < len(words):
            heading = f"{short(heading, _LONGEST - len(led))} ({led})"
        heading = short(heading, _LONGEST)
        asked = {"question": self.goal, "heading": heading, "line": short(line, _LONGEST)}
        return yes_log_odds(self.checker, call, **asked)


def named_in(goal: str, reading: GoalReading) -> list[str]:
    """The words by which a question names things: its values, and what it writes large.

    Of a value in small letters, such as "most recent", the last word alone. What begins a sentence
    is written large for that.
    """
    begun = {found.end() for found in _BEGINNING.finditer(goal)}
    words = [found for found in _WORD.finditer(goal) if found.start() not in begun]
    large = [word[0] for word in words if word[0][0].isupper() and len(word[0]) > 1]
    given = [word for value in reading.values for word in _naming(value.value)]
    return list(dict.fromkeys(map(str.casefold, (*large, *given))))


def _naming(value: str) -> list[str]:
    words = goal_words(value)
    return words[-1:] if value == value.lower() and not any(map(str.isdigit, value)) else words


def names(text: str, named: Sequence[str]) -> bool:
    """Whether a text names enough of these words, but for endings; all texts do where none is."""
    words = plain(text).split()
    met = [any(_is_word(name, word) for word in words) for name in named]
    return sum(met) >= _NAMED * len(named)


def _is_word(name: str, word: str) -> bool:
    return word.startswith(name) or same_word(name, word)


def without_several_alike(lines: Sequence[str], goal: str) -> Iterator[str]:
    """The lines whose words no other line says with other numbers: else each is but a part.

    A number that the goal names tells one from the others; numbers alone are alike in nothing.
    """
    asked, alike = set(_NUMBER.findall(goal)), defaultdict[str, set[str]](set)
    for line in lines:
        alike[_NUMBER.sub("#", line)].add(line)
    for line in lines:
        words, named = _NUMBER.sub("#", line), asked & set(_NUMBER.findall(line))
        others = alike[words] - {line} if any(map(str.isalpha, words)) else set()
        if not any(named <= set(_NUMBER.findall(one)) for one in others):
            yield line


def lines_of(scene: Scene) -> list[str]:
    """What can be read on a page, line by line."""
    return list(told_by_line(scene))


def told_by_line(scene: Scene) -> dict[str, Element | None]:
    """What can be read on a page, and the element that says it; None for what a field holds.

    Each line with the row and column or card that it stands in.

    The row of a table is told by the first of its other cells, for it may be one of several of a
    name. Of a text its sentences, a line each: what one says is not clouded by the others.

    The page's own content first, then what stands around it; no line that is but the name of
    another's place, and none of what is only there to be pressed: a cell of a table is not.
    """
    everything = (*scene.informational, *scene.actionable)
    heads = [e for e in everything if e.box and _text(e) and heads_a_column(e)]
    rows = _rows(everything)
    told = (*_unbroken(scene.informational), *(e for e in scene.actionable if e.role in _TELLING))
    places = {plain(e.context) for e in told if e.role != "link"} | {plain(e.text) for e in heads}
    read = [
        (each.landmark in _BESIDE, line, each)
        for each in told
        for line in _lines(each, heads, rows.get(_row(each), ()))
        if each.layer != "covered"
        and plain(_text(each))
        and (_row(each) in rows or plain(_text(each)) not in places)
    ]
    held = [(f"{name}: {held}", None) for name, held in scene.holdings if held.strip()]
    own, beside = (
        [(line, each) for around, line, each in read if around is part] for part in (False, True)
    )
    told_by: dict[str, Element | None] = {}
    for line, each in (*own, *held, *beside):
        told_by.setdefault(line, each)
    return told_by


def _unbroken(elements: Iterable[Element]) -> list[Element]:
    """The elements, with what only the end of a line parts within a block put together.

    A sentence has not ended there, and goes on in small letters.
    """
    out: list[Element] = []
    for element in elements:
        last, text = out[-1] if out else None, _text(element)
        if last and text[:1].islower() and _goes_on(last, element):
            out[-1] = replace(last, text=f"{_text(last)} {text}")
        else:
            out.append(element)
    return out


def _goes_on(one: Element, other: Element) -> bool:
    """Whether two texts stand in the same block, and no sentence ends with the first."""
    places = {(each.role, each.frame, each.xpath) for each in (one, other)}
    return len(places) == 1 and bool(one.xpath) and not _ENDS.search(_text(one))


def _text(element: Element) -> str:
    return " ".join((element.text or element.name).split())


def _rows(elements: Iterable[Element]) -> dict[str, list[Element]]:
    """Row -> its cells, of tables' rows that have several."""
    rows = defaultdict[str, list[Element]](list)
    for element in elements:
        if (row := _row(element)) and len(_text(element)) >= _SHORTEST_CELL:
            rows[row].append(element)
    return {row: cells for row, cells in rows.items() if len(cells) > 1}


def _row(element: Element) -> str:
    """The path of the row that an element is a cell of; empty where it is none."""
    return element.xpath.rpartition("/")[0] if element.role in CELLS else ""


def _lines(element: Element, heads: Sequence[Element], row: Sequence[Element]) -> list[str]:
    text, where = _text(element), " ".join(element.context.split())
    place = [short(where, 50)] if where and plain(where) not in plain(text) else []
    others = [_text(cell) for cell in row if cell is not element]
    told = [short(other, _LONGEST_CELL) for other in others if plain(other) not in plain(where)]
    place += told[: _TOLD_OF_A_ROW - len(place)]
    place += [_text(head) for head in _above(element, heads)]
    sentences = _SENTENCE_END.split(text)
    return [f"{', '.join(place)}: {one}" if place else one for one in sentences]


def _above(cell: Element, heads: Sequence[Element]) -> list[Element]:
    """The head of a cell's column: the nearest above it whose width holds the cell's middle."""
    if cell.role not in CELLS or cell.box is None:
        return []
    middle, top = cell.box.x + cell.box.width / 2, cell.box.y
    over = [
        (head.box.y, number)
        for number, head in enumerate(heads)
        if head.box and head.box.y < top and 0 <= middle - head.box.x <= head.box.width
    ]
    return [heads[max(over)[1]]] if over else []
