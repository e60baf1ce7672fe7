"""Judging: the progress critic after each action, and whether all of the goal is done."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Team
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.evidence import proves
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import label_of, plain
from pathfinder.engine.goal_words import weight_for
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.page_words import page_lines
from pathfinder.engine.playing import Outcome
from pathfinder.systems.explore.answers import answers
from pathfinder.systems.explore.inputs import is_secret
from pathfinder.systems.explore.reading import asks_to_change
from pathfinder.systems.explore.signs import (
    NAMED,
    Signs,
    adds_something,
    covered,
    gained,
    how_surely,
    in_vain,
    new_rows,
    out_of_place,
    sent,
    shows,
    speaks_of_none,
    telling,
    unused,
    unwritten,
    waits_in,
    with_unused_figures,
    worked_with,
)
from pathfinder.webprocessor.element import Element, Scene

_MOST_LINES = 4
_MOST_REPORTS = 3
_MOST_ANSWERS = 2
_LONGEST_LINE = 80
_TOLD_STEPS = 6
_CRITIC_STEPS = 2
_NOTHING = "-> nothing changed"


@dataclass(frozen=True)
class SoFar:
    """What was done in a session.

    history: A line a step; the last is the step that is judged.
    entered: What was entered, as it was written, but for what was never sent.
    known: Values of the goal that the site showed before they were entered.
    pressed: What was pressed or chosen, in words.
    loose: Values that may be no more than words of the site: none is missed.
    worked: What the steps before it are called by that sent or entered something.
    """

    history: Sequence[str] = ()
    entered: Sequence[str] = ()
    known: Collection[GoalValue] = ()
    pressed: Sequence[str] = ()
    loose: Collection[GoalValue] = ()
    worked: Sequence[str] = ()

    @property
    def used(self) -> tuple[str, ...]:
        """What was pressed, chosen or entered."""
        return (*self.pressed, *self.entered)

    def new_of(self, values: Iterable[GoalValue]) -> list[GoalValue]:
        """Those that the site did not show before."""
        return [value for value in values if value not in self.known]


@dataclass
class Judge:
    """Asks critic and Oracle, and believes them only as far as their words can be checked.

    asked: What pages said that did not mean that the goal is reached, and to which step; none is
        asked about twice.
    reports: Sentence -> how surely it reports that something has been done.
    heard: What pages said before the step that is judged: to say it again reports nothing new.
    signs: What was weighed last.
    nearly: What the page said that came nearest to being believed, with what it weighed and the
        step.
    parts: Those of the goal: one may make something new where another changes something.
    amends: Whether the goal changes what is there already; None before it was asked.
    overwrote: Whether what was sent last was written over something else.
    added: Whether the site has taken something new though the goal only changes what is there:
        what comes after may be done with that.
    """

    task: Task
    team: Team
    journal: Journal
    values: Sequence[GoalValue] = ()
    parts: Sequence[str] = ()
    baseline: float | None = None
    asked: set[tuple[str, ...]] = field(default_factory=set)
    reports: dict[str, float] = field(default_factory=dict)
    heard: set[str] = field(default_factory=set)
    signs: Signs | None = None
    nearly: tuple[float, str, int] = (0.0, "", 0)
    amends: bool | None = None
    overwrote: bool = False
    added: bool = False

    def progress(
        self, outcome: Outcome, history: Sequence[str], call: Call, ahead: float = 0.0
    ) -> float | None:
        """How much closer the step brought the goal.

        Log-odds of Yes, less those of a step that changed nothing as far as the model leans to one
        side, and what the thresholds weigh beside them.

        Args:
            ahead: Log-odds that it is on the way, asked before it was done.

        Returns:
            None when nothing changed: that needs no judge.
        """
        if outcome.change.nothing:
            self._note(call.step, "critic", None, "no change", "", True, outcome.history_line)
            return None
        by, more = thresholds_of(self.team.critic.model), 0.0
        result = outcome.told(weight_for(self.task.goal))
        raw = self._log_odds(outcome.move.text, result, history, call)
        if self.baseline is None:
            leans = by.detour_leans
            self.baseline = leans and self._log_odds("press a button", _NOTHING, (), call)
        if not in_vain(outcome):
            more = gained(outcome.before.scene, outcome.after.scene, self.task.goal)
        score = (
            raw
            - by.detour_leans * self.baseline
            + by.detour_ahead * ahead
            + by.detour_gained * more
        )
        told = (
            f"log-odds of Yes {raw:.2f}, of a step that does nothing {self.baseline:.2f}; "
            f"before it {ahead:.2f}; {more:+.0%} of the goal's words"
        )
        status = "detour" if self.is_detour(score) else "progress"
        self._note(call.step, "critic", score, status, "", True, told)
        return score

    def _log_odds(self, step: str, result: str, history: Sequence[str], call: Call) -> float:
        scene = {
            "goal": self.task.goal,
            "before": history[-_CRITIC_STEPS:],
            "step": short(step, 80),
            "result": short(result, 110),
        }
        return yes_log_odds(self.team.critic, call, **scene)

    def is_detour(self, score: float) -> bool:
        """Whether a score says that the step led away."""
        return score < thresholds_of(self.team.critic.model).critic_detour

    def done(self, outcome: Outcome, so_far: SoFar, call: Call) -> Verdict | None:
        """Likely, when what was done and what the page says now mean that all of the goal is done.

        Raises:
            ModelError: The model failed.
        """
        lines = said_now(outcome, self.values)
        if not _proving(lines, outcome) and sent(outcome, self.task.goal):
            lines = [*new_rows(outcome, self.values, so_far.entered), *lines][:_MOST_LINES]
        told_now = bool(answers(outcome) or outcome.change.news)
        claim = (outcome.move.text if told_now else "", *lines)
        if not _proving(lines, outcome) or claim in self.asked:
            return None
        self.asked.add(claim)
        if outcome.after.scene.errors:
            told = f"the page shows an error: {short(outcome.after.scene.errors[0])}"
            self._note(call.step, "oracle", None, "in progress", lines[0], True, told)
            return None
        typed = [self.task.persona.vault.typed(value) for value in so_far.entered]
        reported, said = self._reported(outcome, lines, typed, call)
        quote = self._evidence(outcome, [said, *lines], so_far.entered)
        evidence = quote or _proving(lines, outcome)[0]
        if told := self._denied(outcome, evidence, so_far, call):
            self._note(call.step, "oracle", None, "in progress", evidence, True, told)
            return None
        self.signs = self._weighed(outcome, lines, reported, so_far, call)
        return self._believed(self.signs, evidence, call, is_news=bool(quote))

    def _weighed(
        self, outcome: Outcome, lines: Sequence[str], reported: float, so_far: SoFar, call: Call
    ) -> Signs:
        """What speaks for all of the goal being done."""
        was_sent = sent(outcome, self.task.goal)
        new = so_far.new_of(self.values)
        firm = [value for value in self.values if value not in so_far.loose]
        return Signs(
            self._confirmed(outcome.after.scene, lines, so_far.history, call),
            float(was_sent),
            reported * was_sent,
            float(was_sent and shows(outcome, new, self.values, so_far.entered)),
            float(bool(unused(firm, so_far.used))),
            covered(self.task.goal, (*so_far.worked, *worked_with(outcome))),
        )

    def _believed(
        self, signs: Signs, evidence: str, call: Call, *, is_news: bool
    ) -> Verdict | None:
        """Likely where the signs weigh enough, and the page had not said so before."""
        thresholds = thresholds_of(self.team.oracle.model)
        sure = signs.weighed(thresholds)
        evident = is_news and (signs.evident or not thresholds.done_reported)
        asked = signs.asked > thresholds.done_least
        done = evident and asked and sure > thresholds.done
        told = f"whether all of it is done: {signs.described}"
        told += "" if is_news else "; nothing is said that was not said before"
        status = "success" if done else "in progress"
        self._note(call.step, "oracle", sure, status, evidence, done, told)
        if done:
            reason = "the site's answer says that the goal is reached"
            return Verdict(Status.LIKELY, reason, evidence, by="oracle")
        if evident:
            self.nearly = max(self.nearly, (sure, evidence, call.step))
        return None

    def _denied(self, outcome: Outcome, evidence: str, so_far: SoFar, call: Call) -> str:
        """Why what was done can't have reached the goal, whatever the page says; empty if it may.

        Values of the goal that the site showed before name what it has to be done with; the figures
        and the texts of the others have to be used.
        """
        if place := waits_in([evidence], self.task.goal):
            return f"what was done waits: {place}"
        there = [value for value in so_far.known if value not in so_far.loose]
        if strange := out_of_place(outcome, there, so_far.pressed):
            return f"it was not done where this is: {strange[0].value}"
        new = so_far.new_of(self.values)
        used, goal = so_far.used, self.task.goal
        if left := with_unused_figures(new, used) or unwritten(new, used, goal):
            return f"the goal gives what was not used yet: {left[0].value}"
        if sent(outcome, self.task.goal) and speaks_of_none(outcome, self.values, self.task.goal):
            return "nothing that the goal gives stood where it was sent"
        adds = self._adds(outcome, so_far.entered, call)
        self.added = self.added or (adds and outcome.kept)
        if adds or self.added:
            return "the goal changes what is there, and something new was made"
        if self.overwrote and len(self.parts) <= 1 and not self.changes(call):
            return "the goal makes something new, and another thing was written over"
        return ""

    def _evidence(self, outcome: Outcome, lines: Sequence[str], entered: Iterable[str]) -> str:
        """What the page says now and did not say before; a message counts though it was said.

        Before others what says more than was entered. Empty where nothing is long enough.
        """
        typed = [self.task.persona.vault.typed(value) for value in entered]
        messages = {answer.text for answer in answers(outcome) if answer.notice}
        new = [line for line in lines if line not in self.heard or line in messages]
        telling = _proving(new, outcome)
        own = (line for line in telling if _proving([line], outcome, typed))
        return next(own, next(iter(telling), ""))

    def _adds(self, outcome: Outcome, entered: Sequence[str], call: Call) -> bool:
        """Whether something new was made, where the goal only changes what is there already.

        What was written over something else changes that, in however many steps.
        """
        typed = {self.task.persona.vault.typed(value) for value in entered}
        if self.overwrote or len(self.parts) > 1 or not adds_something(outcome, typed):
            return False
        return self.changes(call)

    def changes(self, call: Call) -> bool:
        """Whether the goal changes what is there already, and makes nothing new; asked once."""
        if self.amends is None:
            self.amends = asks_to_change(self.task.goal, self.team.amender, call)
        return self.amends

    def _confirmed(
        self, scene: Scene, lines: Sequence[str], history: Sequence[str], call: Call
    ) -> float:
        return yes_log_odds(
            self.team.oracle,
            call,
            goal=self.task.goal,
            steps=history[-_TOLD_STEPS:],
            heading=scene.heading or scene.title,
            lines=[short(line, _LONGEST_LINE) for line in lines],
        )

    def _reported(
        self, outcome: Outcome, lines: Sequence[str], typed: Collection[str], call: Call
    ) -> tuple[float, str]:
        """How surely the site reports something, and the sentence that does.

        Not asked where it weighs nothing. A message as the site takes something is a report, as far
        as it does not repeat what was typed.
        """
        thresholds = thresholds_of(self.team.reporter.model)
        if not thresholds.done_reported or not sent(outcome, self.task.goal):
            return 0.0, ""
        said = [a.text for a in answers(outcome) if a.notice or a.text not in self.heard]
        new = [line for line in lines[:_MOST_REPORTS] if line not in self.heard]
        told = telling(outcome, (*said[:_MOST_ANSWERS], *new))
        for line in (line for line in told if line not in self.reports):
            odds = yes_log_odds(self.team.reporter, call, line=short(line, _LONGEST_LINE))
            self.reports[line] = how_surely(odds, thresholds.reports)
        sure = {
            line: max(self.reports[line], NAMED * outcome.acknowledges(line, typed))
            for line in told
        }
        best = max(sure, key=lambda line: sure[line], default="")
        return (sure[best], best) if best else (0.0, "")

    def _note(
        self,
        step: int,
        by: str,
        score: float | None,
        status: str,
        evidence: str,
        grounded: bool,
        rationale: str,
    ) -> None:
        note_judgement(self.journal, step, by, score, status, evidence, grounded, rationale)


def said_now(outcome: Outcome, values: Sequence[GoalValue] = ()) -> list[str]:
    """What a page says after a step that it did not say before, the most telling first.

    Messages to the user, then what holds a value of the goal, then the heading and the news, and
    what was chosen where the site has taken that at once; the page's first lines where nothing is
    new.
    """
    said = [answer.text for answer in answers(outcome)]
    fresh = [" ".join(text.split()) for text in (outcome.change.heading, *outcome.change.news)]
    if outcome.kept:
        fresh += [f"{label_of(e)}: {e.selected or e.value}" for e in _set_now(outcome)]
    lines = list(dict.fromkeys(text for text in (*said, *fresh) if plain(text)))
    lines = lines or page_lines(outcome.after.scene)[:_MOST_LINES]
    wanted = [plain(value.value) for value in values]
    named = [line for line in lines if any(value in plain(line) for value in wanted)]
    return list(dict.fromkeys((*said[:1], *named, *lines)))[:_MOST_LINES]


def _proving(lines: Iterable[str], outcome: Outcome, typed: Collection[str] = ()) -> list[str]:
    """The lines that are long enough to prove anything, or a message as the site took something.

    typed: What we typed ourselves, which says nothing.
    """
    return [one for one in lines if proves(one, typed) or outcome.acknowledges(one, typed)]


def _set_now(outcome: Outcome) -> list[Element]:
    """The fields that hold something else now, but for what is secret."""
    fields = (one for _, one in outcome.change.changed if one.is_field and not is_secret(one))
    return [one for one in fields if one.selected or one.value]
