"""The questions that the engine asks at the decisions of the sets, each with its right answer.

    python -m bench.training.questions [APP ...] [--sets FOLDER] [--out FOLDER]

Writes OUT/APP.jsonl. What reads goals is asked for real; every other answer is made up, right more
often than not, so that the engine comes to its next question. Of applications for the first look
there are no sets, so that nothing is trained on them.
"""

import argparse
import json
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pathfinder.agents import explore as agents
from pathfinder.agents.agent import Agent, Call
from pathfinder.agents.models.base import Reply, Scores
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.core.errors import PathFinderError, ReplyInvalid
from pathfinder.systems.explore import entries, judging
from pathfinder.systems.explore.choosing import Choosing
from pathfinder.systems.explore.judging import Judge, SoFar
from pathfinder.systems.explore.surveying import Surveying
from pathfinder_bench.decisions import scoring
from pathfinder_bench.decisions.kept import KeptModel
from pathfinder_bench.decisions.replaying import Position, all_roles
from pathfinder_bench.decisions.sets import (
    FOLDER,
    SCORED,
    Recorded,
    at_of,
    known_sets,
    read_set,
)

_READS_GOALS = (
    agents.GoalReader,
    agents.GoalSorter,
    agents.GoalCounter,
    agents.Remover,
    agents.Amender,
    agents.Holder,
)
_WRONG_STEPS = 13
"""So many wrong candidates of a page are asked about, at random."""
_EVERY = 40
_SPREAD, _TRUE = 1.2, 2.0
_YES, _NO = (0,), (1,)

_score, _run = Agent.score, Agent.run
_select, _odds, _last = Choosing.select, Choosing._odds, Choosing._last_choice
_judge, _done, _place, _bring = Surveying._judge, Judge.done, entries.place, scoring.bring


@dataclass
class Asked:
    """A decision, and what is known of the question that comes next.

    label: What is right, where it is yes or no. says: The sentence that it is about. answer: Of a
    goal that asks. right: Addresses of pages. leads: Whether a candidate leads on. steps, letters,
    places: Of a step's words, a letter's place in the list, a field's words, what is right of them.
    """

    set: str
    key: str
    decision: Any
    label: bool | None
    says: str
    answer: str
    right: Sequence[str]
    values: dict[str, tuple[tuple[str, ...], str]]
    leads: dict[str, bool] = field(default_factory=dict)
    steps: dict[str, bool] = field(default_factory=dict)
    letters: list[bool] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    page: str = ""


@dataclass
class Questioner:
    """Goes through an application's decisions, and writes down what is asked."""

    recorded: Recorded
    chance: random.Random
    lines: list[dict[str, Any]] = field(default_factory=list)
    now: Asked | None = None
    here: Position | None = None

    def ask_all(self, model: KeptModel, say: Callable[[str], None]) -> None:
        """Come to each decision of each set."""
        models = all_roles(model)
        with (
            patch.object(Agent, "score", _method(self._scored)),
            patch.object(Agent, "run", _method(self._replied)),
            patch.object(Choosing, "select", _method(self._selected)),
            patch.object(Choosing, "_odds", _method(self._with_odds)),
            patch.object(Choosing, "_last_choice", _method(self._of_few)),
            patch.object(Surveying, "_judge", _method(self._judged)),
            patch.object(Judge, "done", _method(self._is_done)),
            patch.object(entries, "place", self._placed),
            patch.object(scoring, "bring", self._brought),
        ):
            for asked in self._decisions():
                self.now = asked
                try:
                    scoring._SCORERS[asked.set](self.recorded, asked.decision, models)
                except PathFinderError as error:
                    say(f"{asked.key}: {error}")

    def _decisions(self) -> Iterator[Asked]:
        labels, filled = self.recorded.labels, set()
        for name in SCORED:
            for one in scoring.decisions_of(self.recorded, name) if name != "forms" else ():
                if name == "fields":
                    if (one.walk, one.step) in filled:
                        continue
                    filled.add((one.walk, one.step))
                goal = getattr(one, "goal", "") or labels.walks[one.walk].goal
                yield Asked(
                    name,
                    f"{labels.app}/{name}/{scoring._name(one)}",
                    one,
                    next(
                        (getattr(one, n) for n in ("closer", "done", "refusal") if hasattr(one, n)),
                        None,
                    ),
                    getattr(one, "says", ""),
                    labels.goals[goal].answer,
                    getattr(one, "right", ()),
                    {
                        f.at: (f.values, f.source)
                        for f in labels.fields
                        if (f.walk, f.step) == (one.walk, one.step)
                    },
                )

    # what is called in place of the engine's own; the first argument is the engine's object

    def _brought(self, *args: Any, **options: Any) -> Position:
        self.here = here = _bring(*args, **options)
        here.explorer.choosing.asked = _EVERY
        return here

    def _scored(
        self, agent: Agent[Any], call: Call, choices: tuple[str, ...], **scene: Any
    ) -> Scores | None:
        if isinstance(agent, _READS_GOALS):
            return _score(agent, call, choices, **scene)
        right = self._right(agent, choices, scene)
        if right:
            messages, worked = agent._messages(call, scene)
            assert self.now is not None
            self.lines.append(
                {
                    "agent": type(agent).__name__,
                    "app": self.recorded.labels.app,
                    "set": self.now.set,
                    "key": self.now.key,
                    "messages": [[one.role, one.content] for one in messages],
                    "before": 1 + worked,
                    "choices": list(choices),
                    "right": list(right),
                }
            )
        known = () if isinstance(agent, agents.Finder) else right
        return Scores(self._made_up(len(choices), known, bool(known)), Reply(""))

    def _made_up(self, count: int, right: Sequence[int], spread: bool) -> tuple[float, ...]:
        raw = [spread * self.chance.gauss(0, _SPREAD) + _TRUE * (i in right) for i in range(count)]
        total = math.log(sum(map(math.exp, raw)))
        return tuple(one - total for one in raw)

    @staticmethod
    def _replied(agent: Agent[Any], call: Call, **options: Any) -> Any:
        if isinstance(agent, _READS_GOALS):
            return _run(agent, call, **options)
        if isinstance(agent, agents.FormEntryBot):
            return agents.Entries(SelectedInput={})
        raise ReplyInvalid("nobody is asked for this")

    def _selected(self, choosing: Choosing, view: Any, handles: Any, *rest: Any) -> Any:
        now, here = self.now, self.here
        assert now is not None
        assert here is not None
        if now.set == "choices":
            now.leads = {
                handle: scoring._leads_on(
                    scoring._ats(one.elements), scoring._at(one.control), now.decision, here
                )
                for handle, one in handles.items()
            }
            now.letters = list(now.leads.values())
        try:
            return _select(choosing, view, handles, *rest)
        finally:
            now.leads, now.letters = {}, []

    def _with_odds(self, choosing: Choosing, asked: Any, words: Any, *rest: Any) -> Any:
        now = self.now
        assert now
        now.letters = []
        if now.leads:
            wrong = [handle for handle in words if not now.leads[handle]]
            self.chance.shuffle(wrong)
            asked = sorted({*(h for h in words if now.leads[h]), *wrong[:_WRONG_STEPS]})
            now.steps = {words[handle]: now.leads[handle] for handle in asked}
        try:
            return _odds(choosing, asked, words, *rest)
        finally:
            now.steps = {}

    def _of_few(self, choosing: Choosing, ranked: Any, *rest: Any) -> Any:
        assert self.now
        if self.now.leads:
            best = ranked[: choosing.finalists]
            self.now.letters = [self.now.leads[handle] for _, handle in best]
        return _last(choosing, ranked, *rest)

    def _judged(self, surveying: Surveying, address: str, call: Call) -> bool:
        assert self.now
        self.now.page = address
        try:
            return _judge(surveying, address, call)
        finally:
            self.now.page = ""

    def _is_done(self, judge: Judge, outcome: Any, so_far: SoFar, call: Call) -> Any:
        """Also where the engine would not ask, as nothing proves anything."""
        assert self.now
        if self.now.set == "done":
            lines = judging.said_now(outcome, judge.values)
            if judging.sent(outcome, judge.task.goal):
                new = judging.new_rows(outcome, judge.values, so_far.entered)
                lines = [*new, *lines][: judging._MOST_LINES]
            if lines:
                judge._confirmed(outcome.after.scene, lines, so_far.history, call)
        return _done(judge, outcome, so_far, call)

    def _placed(self, placer: Any, call: Call, fields: Any, *rest: Any, **scene: Any) -> Any:
        now, here = self.now, self.here
        assert now is not None
        assert here is not None
        told = list(fields.values())
        if now.set == "fields":
            now.places = {
                words: at_of(element)
                for uid, words in fields.items()
                if told.count(words) == 1 and (element := here.scene.find(uid))
            }
        try:
            return _place(placer, call, fields, *rest, **scene)
        finally:
            now.places = {}

    def _right(self, agent: Agent[Any], choices: Sequence[str], scene: Any) -> Sequence[int]:
        """Which of the choices are right; none where that is not known."""
        now = self.now
        assert now
        yes = _YES if now.label else _NO
        if isinstance(agent, agents.Guide):
            if now.steps:
                return _YES if now.steps.get(scene["step"]) else _NO
            return yes if now.set == "progress" else ()
        if isinstance(agent, agents.QuickSystem1):
            return [number for number, leads in enumerate(now.letters) if leads]
        if isinstance(agent, agents.Finder):
            known = now.set == "pages" and now.page
            return (_YES if now.page in now.right else _NO) if known else ()
        if isinstance(agent, agents.Doubter):
            about = now.set == "refusals" and scoring._same_words(scene["evidence"], now.says)
            return yes if about else ()
        if isinstance(agent, agents.Placer):
            return self._value(choices, scene)
        if now.set == "done" and now.answer and isinstance(agent, agents.AnswerChecker):
            holds = _holds(scene["line"], now.answer)
            return () if holds and not now.label else _YES if holds else _NO
        if now.set == "done" and now.answer and isinstance(agent, agents.Answerer):
            lines = [_holds(one["text"], now.answer) for one in scene["lines"]]
            right = [number for number, holds in enumerate(lines) if holds]
            return () if right and not now.label else right or [len(choices) - 1]
        sets = {agents.Critic: "progress", agents.Confirmer: "done"}
        return yes if sets.get(type(agent)) == now.set else ()

    def _value(self, choices: Sequence[str], scene: Any) -> Sequence[int]:
        """The value of the goal that belongs into a field; the last choice where none does."""
        assert self.now
        at = self.now.places.get(scene["field"])
        if at is None:
            return ()
        values, source = self.now.values.get(at, ((), ""))
        if source != "goal":
            return [len(choices) - 1]
        told = [one["value"] for one in scene["values"]]
        return [n for n, value in enumerate(told) if scoring._one_of(value, values, None)]


def _method(called: Callable[..., Any]) -> Callable[..., Any]:
    """A function that stands in a class and gets its object first."""
    return lambda *args, **named: called(*args, **named)


def _holds(line: str, answer: str) -> bool:
    found = rf"(?<!\w){re.escape(answer.casefold())}(?!\w)"
    return re.search(found, line.casefold()) is not None


def main() -> None:
    """Write the questions of all applications, or of those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("apps", nargs="*")
    parser.add_argument("--sets", type=Path, default=FOLDER)
    parser.add_argument("--out", type=Path, default=Path("runs/training"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    model = KeptModel(EMBEDDED_DEFAULT)
    for app in given.apps or known_sets(given.sets):
        asked = Questioner(read_set(given.sets, app), random.Random(app))
        asked.ask_all(model, print)
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in asked.lines)
        (given.out / f"{app}.jsonl").write_text(text, encoding="utf-8")
        print(f"{app}: {len(asked.lines)} questions")


if __name__ == "__main__":
    main()
