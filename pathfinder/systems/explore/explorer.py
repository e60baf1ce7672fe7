"""The `explore` system, profile `fast`.

A search over the state graph, guided by System 1 and judged by a progress critic.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Team
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame, ReplyInvalid
from pathfinder.core.journal import Journal
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import counted, short
from pathfinder.core.task import GoalValue, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.beside import goal_words_beside
from pathfinder.engine.candidates import Candidate, called, plain, single
from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.login import LOG_IN, LogIn, is_shut
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.safety import deleting
from pathfinder.engine.shortlist import kind_key, shortlist
from pathfinder.engine.stage import View
from pathfinder.engine.unasked import is_unasked
from pathfinder.systems.explore.answering import Answering
from pathfinder.systems.explore.backtracking import Backtracking, may_be_detour
from pathfinder.systems.explore.begun import asks_for_nothing
from pathfinder.systems.explore.choosing import FIRST, HANDLES, Choosing
from pathfinder.systems.explore.closed_lists import closed_list, left_to_say, named_option
from pathfinder.systems.explore.doubts import can_do_without, only_said
from pathfinder.systems.explore.entries import FormFiller
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.inputs import Input, filled_in
from pathfinder.systems.explore.judging import Judge, SoFar
from pathfinder.systems.explore.lookahead import Lookahead, within_reach
from pathfinder.systems.explore.memory import Memory, as_sent, followed_link
from pathfinder.systems.explore.offering import Offering, pressing
from pathfinder.systems.explore.options import Options
from pathfinder.systems.explore.overwriting import Overwriting
from pathfinder.systems.explore.purposes import Purposes
from pathfinder.systems.explore.reading import (
    GoalReading,
    asks_to_delete,
    is_about_the_user,
    is_of_several,
    read_goal,
)
from pathfinder.systems.explore.refusals import RefusalTracker, is_all_said
from pathfinder.systems.explore.revealed import revealed_by
from pathfinder.systems.explore.said_options import said_options
from pathfinder.systems.explore.signs import (
    is_search,
    kept_at_once,
    said_by,
    sent,
    worked_on,
)
from pathfinder.systems.explore.standing import StandingErrors
from pathfinder.systems.explore.surveying import Surveying
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Scene

_SEVERAL = 2
_LONGEST_NAME = 60


@dataclass
class Explorer:
    """Plays one session.

    memory: What was done so far. detour: The last step, where it was judged a detour.
    sent_from: The last page that was looked over and that something was sent from.
    asked: The last step, where a native dialog has opened that asks about it.
    """

    task: Task
    team: Team
    journal: Journal
    graph: StateGraph
    guards: Guards
    options: Options = field(default_factory=Options)
    can_reset: bool = False
    memory: Memory = field(default_factory=Memory)

    def __post_init__(self) -> None:
        self.judge = Judge(self.task, self.team, self.journal)
        self.overwriting = Overwriting(self.task.persona.values.values())
        self.refusals = RefusalTracker(self.task.goal, self.team.doubter, self.journal)
        self.standing = StandingErrors(self.task.goal)
        team = self.team
        self.answering = Answering(self.task.goal, team.answerer, team.checker, self.journal)
        self.choosing = Choosing(
            self.task.goal,
            self.team.system1,
            self.team.guide,
            self.guards,
            self.options.asked,
            self.options.finalists,
        )
        self.choosing.seen = self.memory.has_seen
        self.choosing.user = self.task.persona
        self.choosing.lookahead = self.lookahead = Lookahead(
            self.task.site, self.journal, self.task.goal
        )
        if self.guards.on("lookahead"):
            self.answering.lookahead = self.lookahead
        self.surveying = Surveying(self.task.goal, self.team.finder, self.lookahead, self.journal)
        self.surveying.persona = self.task.persona
        self.surveying.is_about_the_user = self.is_about_the_user
        self.offering = Offering(self.task, self.guards, self.journal)
        self.offering.asks_to_delete = self.asks_to_delete
        self.offering.is_about_the_user = self.is_about_the_user
        self.offering.changes = self.changes
        self.choosing.begun = self.offering.begun
        self.log_in = LogIn(self.task)
        self.backtracking = Backtracking(
            self.graph, self.options.detours, self.options.stale, self.can_reset
        )
        limit = thresholds_of(self.team.critic.model).critic_detour
        self.backtracking.neutral = limit if isfinite(limit) else 0.0
        self.purposes = Purposes(self.task.goal, self.team.perceptron, self.journal)
        self.previous: State | None = None
        self.detour: Outcome | None = None
        self.sent_from: View | None = None
        self.asked: Outcome | None = None
        self.lookahead.visited = self.memory.visited
        self._reading: GoalReading | None = None
        self._deletes: bool | None = None
        self._list_open = False
        self._several: bool | None = None
        self._surely_several: bool | None = None
        self._own: bool | None = None

    @property
    def values(self) -> tuple[GoalValue, ...]:
        """The values that the goal gives, as far as it was read."""
        return self._reading.values if self._reading else self.task.values

    @property
    def one_thing_to_do(self) -> bool:
        """Whether the goal wants one thing done, and nothing found out.

        Only one part may have been read; what a reading leaves out is asked about once.
        """
        reading = self._reading
        if reading is None or len(reading.parts) != 1 or reading.asks:
            return False
        if self._several is None:
            call = self._call(len(self.memory.history))
            self._several = is_of_several(self.task.goal, self.team.counter, call)
        return not self._several

    @property
    def told(self) -> list[str]:
        """The steps that the model is told of."""
        return self.memory.last(self.options.history)

    def decide(self, view: View) -> Move | Return | Verdict:
        """Answer banners and log in by rule; go back when that is pending.

        Else let System 1 choose among what the guards let through.
        """
        reading = self.read(view.step)
        self.tell_choices(reading, view.scene)
        by_rule = self.offering.answer_banner(view) or self._logging_in(view)
        if by_rule:
            return by_rule
        logging_in = self.guards.on("log-in") and self.log_in.is_to_be_chosen(view.scene)
        if logging_in and (ways := self.offering.offered(view)):
            return self._chosen_move(
                view,
                ways,
                replace(self.choosing, goal=LOG_IN, values=(), parts=(), ways={}, worth={}),
            )
        answer = self._answer(view, reading)
        if answer:
            return answer
        back = self.backtracking.take(view.state)
        if back and not self._leads_on(view):
            return back
        offered = self.offering.offered(view)
        if not offered:
            return self._nowhere(view)
        return self._chosen_move(view, offered)

    def _call(self, step: int) -> Call:
        return Call(self.journal, step, temperature=self.options.temperature, seed=self.task.seed)

    def read(self, step: int) -> GoalReading:
        """The goal, read before the first step."""
        if self._reading is None:
            goal, given = self.task.goal, self.task.values
            self._reading = (
                read_goal(goal, given, self.team.reader, self.team.sorter, self._call(step))
                if self.guards.on("reading")
                else GoalReading((goal,), given, by="user")
            )
            self._tell(self._reading)
            self.journal.write(
                events.Reading(
                    step=step,
                    parts=self._reading.parts,
                    values=tuple(
                        events.AskedValue(of=v.of, value=v.value) for v in self._reading.values
                    ),
                    named=self._reading.named,
                    asks=self._reading.asks,
                    by=self._reading.by,
                )
            )
        return self._reading

    def _tell(self, reading: GoalReading) -> None:
        """Have everything know what the goal says."""
        self._reading = reading
        self.judge.values, self.judge.parts = reading.values, reading.parts
        self.offering.parts = self.choosing.parts = reading.parts
        self.offering.only_asks = self.surveying.only_asks = bool(reading.asks)
        self.surveying.values = reading.values

    def tell_choices(self, reading: GoalReading, scene: Scene) -> None:
        """Have choosing and the guards know what may be chosen on this page."""
        written = self.memory.written
        said = said_options(scene, self.task.goal, written) if self.guards.on("reading") else ()
        self.offering.values = self.choosing.values = (*reading.choices, *said)

    def asks_to_delete(self, step: int) -> bool:
        """Whether the goal wants something deleted, asked once it comes to that."""
        if self._deletes is None:
            goal, remover = self.task.goal, self.team.remover
            self._deletes = asks_to_delete(goal, remover, self._call(step))
        return self._deletes

    def changes(self, step: int) -> bool:
        """Whether the goal changes what is there already, asked once it comes to that."""
        return self.judge.changes(self._call(step))

    def is_about_the_user(self, step: int) -> bool:
        """Whether the goal is about the user's own account, asked once it comes to that."""
        if self._own is None:
            goal, holder = self.task.goal, self.team.holder
            self._own = is_about_the_user(goal, holder, self._call(step))
        return self._own

    def _logging_in(self, view: View) -> Move | None:
        move = self.log_in.move(view.scene) if self.guards.on("log-in") else None
        if move:
            self.offering.note_guard(view.step, "log-in", move.text)
        return move

    def _answer(self, view: View, reading: GoalReading) -> Verdict | None:
        if not self.guards.on("judge") or self.task.success_conditions:
            return None
        if not reading.asks or self._is_elsewhere(view, self._call(view.step)):
            return None
        return self.answering.look(view, reading, self._call(view.step))

    def _answered_ahead(
        self, view: View, offered: Sequence[Candidate], reading: GoalReading
    ) -> str:
        """Key of the link to a page that answers; empty for none, and where none is asked for."""
        if not self.guards.on("judge") or self.task.success_conditions:
            return ""
        return self.answering.ahead(view, offered, reading, self._call(view.step))

    def _leads_on(self, view: View) -> bool:
        """Whether a detour leads to something better than what else there was to do before it.

        By what the links lead to that it brought within reach.
        """
        if self.detour is None or isinstance(self.detour.move, Return):
            return False
        shown, _ = self.shown(view, within_reach(self.detour, self.offering.offered(view)))
        best, words = self.choosing.best_ahead(view, shown, self.told, self._call(view.step))
        if best <= self.choosing.next_best(self.detour.move.candidate):
            return False
        self.offering.note_guard(view.step, "lookahead", f"no detour, it leads on: {words}")
        return True

    def _nowhere(self, view: View) -> Move | Return | Verdict:
        """Nothing is left to try here: go to the best state where something is.

        Else try again what was tried least; there is no end before the limit while a page offers
        anything, but for a site that has refused.
        """
        view.state.exhausted = True
        back = (
            self.backtracking.to_open_state(view.state, "nothing is left to try here")
            if self.guards.on("backtrack")
            else None
        )
        if back:
            return back
        refused = self.refusals.given_up() if self.guards.on("judge") else None
        if refused:
            return refused
        lifted = self.offering.lifted(view)
        if lifted:
            return self._chosen_move(view, lifted)
        return Verdict(
            Status.INCONCLUSIVE,
            "the page offers nothing that can be done, and neither does any page before it",
            by="limit",
            blame=Blame.NOBODY,
        )

    def shown(self, view: View, offered: Sequence[Candidate]) -> tuple[list[Candidate], int]:
        """What of the offered stands in a prompt, and how many were left out."""
        entered = {*self.memory.entered, *(value.value for value in self.values)}
        return shortlist(
            offered,
            self.task.goal,
            most=FIRST,
            further=len(HANDLES) - FIRST,
            seen=self.memory.has_seen if self.guards.on("seen") else lambda candidate: False,
            begun=lambda c: (
                any(e.value in entered for e in filled_in(c, view.scene))
                or self._may_send(c, view.scene)
                or self.choosing.is_news(c)
                or self.choosing.is_led_to(c)
            ),
            beside=goal_words_beside(offered, view.scene, self.task.goal),
            url=view.scene.url,
        )

    def _may_send(self, candidate: Candidate, scene: Scene) -> bool:
        """Whether it is a button in a form that something was entered into, whatever its markup."""
        control = candidate.control
        is_button = control is not None and control.role == "button"
        return is_button and self.offering.begun.is_begun(control, scene)

    def _chosen_move(
        self, view: View, offered: list[Candidate], choosing: Choosing | None = None
    ) -> Move:
        """System 1's choice. choosing: How, where it is not for the goal itself."""
        choosing = choosing or self.choosing
        if self._list_open and (option := named_option(offered, choosing.revealed, self._unsaid())):
            self.offering.note_guard(view.step, "closed-lists", f"the goal names: {option.text}")
            return self._move(option, [])
        if choosing is self.choosing and self.guards.on("survey") and self.guards.on("lookahead"):
            self._survey(view, offered)
        shown, cut = self.shown(view, offered)
        handles = dict(zip(HANDLES, shown, strict=False))
        texts = self.purposes.spoken(view, shown, self._call(view.step))
        candidate, rationale, by = choosing.select(
            view, handles, texts, self.told, self._call(view.step)
        )
        self.journal.write(
            events.Choice(
                step=view.step,
                candidates=tuple(
                    events.Candidate(id=h, text=texts[c.key], uids=tuple(c.uids))
                    for h, c in handles.items()
                ),
                chosen=next(h for h, c in handles.items() if c is candidate),
                text=candidate.text,
                uids=tuple(candidate.uids),
                rationale=rationale,
                by=by,
                cut=cut,
            )
        )
        inputs = self.inputs(self.filler(), candidate, view)
        if _enters_nothing(candidate, inputs) and (len(offered) > 1 or not candidate.control):
            return self._without_input(view, candidate, offered, choosing)
        if not inputs and len(offered) > 1 and self.offering.keeps_all(candidate, offered, view):
            others = self._others(view, candidate, offered)
            return self._chosen_move(view, others, choosing)
        entered = [action.written for one in inputs for action in one.actions]
        sure = [one for one in inputs if one.by != "model" or not can_do_without(one.field)]
        if first := self._to_be_opened(candidate, offered, [one.action.written for one in sure]):
            self.offering.note_guard(view.step, "closed-lists", f"opened first: {first.text}")
            return replace(self._move(first, []), prepares=True)
        sent = as_sent(view, candidate, entered) if self.guards.on("repeat") else ()
        if len(offered) > 1 and sent and sent in self.memory.sent:
            self.offering.note_guard(view.step, "repeat", f"was sent before: {candidate.text}")
            others = self._others(view, candidate, offered)
            return self._chosen_move(view, others, choosing)
        self._note_inputs(view.step, inputs)
        if self._reading and (forms := {one.meant: one.written for one in inputs if one.meant}):
            self._tell(self._reading.written(forms))
        return self._move(candidate, inputs)

    def _to_be_opened(
        self, candidate: Candidate, offered: Iterable[Candidate], entered: Sequence[str]
    ) -> Candidate | None:
        """The closed list that a form waits for, where the goal names what nothing has used.

        What the model would write into a field that may stay empty may belong there.
        """
        if not self.guards.on("closed-lists"):
            return None
        is_left = bool(self._unsaid(entered))
        return closed_list(candidate, offered, self.guards.opened) if is_left else None

    def _unsaid(self, entered: Iterable[str] = ()) -> list[str]:
        """What the goal names and nothing has used, nor what is about to be entered."""
        done = [one.text for one in self.choosing.done]
        used = [*done, *self.memory.entered, *entered]
        return left_to_say(self.task.goal, self.values, used)

    def _survey(self, view: View, offered: Sequence[Candidate]) -> None:
        """What the survey says of what is offered; nothing while a form waits to be sent."""
        choosing, surveying = self.choosing, self.surveying
        surveying.look_over(view, self._call(view.step))
        surveying.meet(view, self._call(view.step))
        waits = self.offering.begun.waits(view.scene)
        choosing.ways = {} if waits else surveying.ways(view, offered)
        if self._reading and (key := self._answered_ahead(view, offered, self._reading)):
            choosing.ways = {key: 1.0}
        choosing.worth = {} if waits else {**surveying.own(view, offered), **choosing.ways}

    def _without_input(
        self, view: View, candidate: Candidate, offered: Sequence[Candidate], choosing: Choosing
    ) -> Move:
        """What is done instead of filling in fields for which there is nothing to enter.

        A form that asks for nothing is sent as it is, but for one that would change nothing where
        the goal changes something. A field alone is pressed: at once where the goal gives no value
        at all, else after what else there is.
        """
        if asks_for_nothing(candidate) and candidate.control:
            alone = replace(single(candidate.control), key=candidate.key)
            if not self.offering.keeps_all(alone, offered, view):
                return self._move(alone, [])
        self.offering.unknown.add(candidate.text)
        others = self._others(view, candidate, offered)
        pressed = pressing(candidate)
        if pressed and (not others or not self.values):
            return self._move(pressed, [])
        return self._chosen_move(view, others, choosing)

    def _others(
        self, view: View, candidate: Candidate, offered: Sequence[Candidate]
    ) -> list[Candidate]:
        """What else is offered than a candidate, which is not offered in this state again."""
        self.guards.idle.add((view.state.shape, candidate.key))
        return [c for c in offered if c is not candidate]

    def filler(self) -> FormFiller:
        """What fills in forms, with the goal's values as they were read.

        Of one thing that is to be done, those that were entered elsewhere before are open again.
        """
        team, vault, memory = self.team, self.task.persona.vault, self.memory
        again = memory.course != memory.entered and self.one_thing_to_do
        placer = team.placer if self.guards.on("placing") else None
        return FormFiller(
            self.task.goal,
            vault,
            team.entrybot,
            placer,
            self.values,
            [
                *(memory.course if again else memory.entered),
                *(candidate.text for candidate in self.choosing.done),
            ],
            self.choosing.values,
            self.guards.on("another"),
            lambda: self.changes(len(self.memory.history) + 1),
            places=memory.places,
        )

    def inputs(self, filler: FormFiller, candidate: Candidate, view: View) -> list[Input]:
        """What goes into the fields; nothing where the EntryBot has no reply that can be used.

        A form that was begun and is chosen to be sent keeps what was entered; a value of the goal
        that was left out gets its place in it before.
        """
        control, begun = candidate.control, self.offering.begun
        if self.offering.is_for_the_user(candidate, view):
            filler = replace(filler, values=(), choices=())
        as_it_stands = not candidate.fields and begun.is_begun(control, view.scene)
        others = (
            begun.untouched(control, view.scene)
            if as_it_stands and control
            else filled_in(candidate, view.scene)
        )
        try:
            found = filler.fill(
                candidate.fields,
                view.scene,
                self._call(view.step),
                others if self.guards.on("placing") else (),
            )
        except ReplyInvalid:
            return []
        vault = self.task.persona.vault
        return found if self.guards.on("unsaid") else only_said(found, self.task.goal, vault)

    def _note_inputs(self, step: int, inputs: Sequence[Input]) -> None:
        for one in inputs:
            value, name = one.written, one.field.label or one.field.name
            self.memory.note(name, value)
            self.journal.write(
                events.Input(
                    step=step,
                    uid=one.field.uid,
                    name=name,
                    value=value,
                    by=one.by,
                    rationale=one.rationale,
                )
            )

    def _move(self, candidate: Candidate, inputs: Sequence[Input]) -> Move:
        actions = [action for one in inputs for action in one.actions]
        if candidate.actions:
            actions += candidate.actions
        elif candidate.control is not None:
            actions.append(Action(candidate.kind, candidate.control.uid))
        elif candidate.fields and candidate.fields[-1].role == "searchbox":
            actions.append(Action(Kind.PRESS, candidate.fields[-1].uid, "Enter"))
        chosen = any(one.by == "model" for one in inputs)
        return Move(candidate.text, tuple(actions), candidate, chosen)

    def learn(self, outcome: Outcome) -> Verdict | None:
        """Write the step into the history; judge it; plan the way back after a detour.

        Ask the Oracle when it is time.
        """
        before, after = outcome.before.state, outcome.after.state
        self.detour = None
        answered = accepted(self.asked, outcome)
        self.choosing.revealed = revealed_by(outcome, self.choosing.revealed)
        self._list_open = isinstance(outcome.move, Move) and outcome.move.prepares
        self.offering.unasked = is_unasked(outcome, self.offering.unasked)
        self.standing.learn(answered)
        if isinstance(outcome.move, Return):
            self.previous = None
            self.backtracking.returned(outcome.move, after)
            return None
        heard = self.standing.without(answered)
        self.remember(replace(heard, move=outcome.move, before=outcome.before))
        pressed = isinstance(heard.move, Move) and heard.move.candidate
        verdict = self._judge(heard) if pressed and not outcome.change.dialog else None
        self.previous = before
        self.backtracking.count(new=outcome.after.new)
        cycle = self.guards.on("cycle") and not verdict
        if cycle and (said := self.backtracking.out_of_cycle(after)):
            self.offering.note_guard(outcome.after.step, "cycle", said)
        last = outcome.after.step > self.task.max_steps
        if last and not verdict and self.guards.on("judge"):
            return self._spent()
        return verdict

    def _spent(self) -> Verdict | None:
        """What the site said until the limit for or against the goal, that was not believed."""
        _, claim, step = self.judge.nearly
        _, answer, read = self.answering.nearly
        said = answer or claim or self.refusals.most_met
        if not said:
            return None
        heard = f"by what the site said at step {step} it may be reached, which was not believed"
        heard = heard if claim else "the site says something that may be why"
        if answer:
            heard = f"what was read at step {read} may answer it, which was not believed"
        limit = counted(self.task.max_steps, "step")
        reason = f"the limit of {limit} was reached before the goal; {heard}"
        return Verdict(Status.EXPIRED, reason, said, by="limit", blame=Blame.NOBODY)

    def remember(self, outcome: Outcome) -> None:
        """Take in the step, with what choosing and the guards have to know of it."""
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        if candidate and followed_link(outcome):
            name = short(candidate.text.partition(" ")[2], _LONGEST_NAME)
            self.answering.led = {page_at(outcome.after.scene.url): name}
        self.judge.heard |= said_by(outcome.before.scene)
        brought = outcome.after.new or not said_by(outcome.after.scene) <= self.judge.heard
        self.offering.confirms = candidate is not None and deleting(candidate)
        searched = self.memory.learn(outcome, self.task.goal, self.values)
        if searched and candidate:
            self.choosing.queries |= {f"{e.role} {plain(called(e))}" for e in candidate.elements}
        sends = self._sends_something(outcome)
        if sent(outcome, self.task.goal) and self.surveying.knows(outcome.before):
            self.sent_from = outcome.before
        if sends and brought:
            self.guards.start_anew(self.graph.states)
            self.lookahead.forget()
            self.choosing.used = Counter(self.choosing.used.keys())
            self.choosing.fruitless.clear()
        vault = self.task.persona.vault
        self.overwriting.learn(outcome, {vault.typed(v) for v in self.memory.entered}, sent=sends)
        self.judge.overwrote = self.overwriting.sent
        pressed = candidate.control if candidate else None
        taken, scenes = kept_at_once(outcome), (outcome.before.scene, outcome.after.scene)
        self.offering.begun.learn(*scenes, pressed, taken=taken)
        if candidate is not None and (candidate.gesture or not outcome.change.nothing):
            self.choosing.done.append(candidate)
            self.offering.gestures.add(candidate.gesture)
        self._count_fruitless(outcome, candidate, brought=brought)
        if candidate is not None and _stayed(outcome):
            self.choosing.used.update({candidate.key, kind_key(candidate)})
        self.surveying.learn(outcome.before, candidate, outcome.after, sends=sends)
        self._teach_guards(outcome)
        self.asked = accepted(self.asked, outcome) if outcome.change.dialog else None

    def _count_fruitless(
        self, outcome: Outcome, candidate: Candidate | None, *, brought: bool
    ) -> None:
        """Count what brought nothing new; what opened a dialog after that was answered.

        To a question nothing but fields is nothing new.
        """
        change = outcome.change
        asks = any(e.is_field for e in change.appeared) and not change.news
        brought = brought and not (asks and self.offering.only_asks)
        asked = self.asked.move if self.asked else None
        blamed = (asked.candidate if isinstance(asked, Move) else None) or candidate
        if blamed is not None and not brought and not change.dialog:
            self.choosing.fruitless[blamed.key] += 1

    def _sends_something(self, outcome: Outcome) -> bool:
        """Whether a form that holds something was sent, and no search: the site may be new."""
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        if candidate is None or outcome.change.nothing:
            return False
        control, fields = candidate.control, candidate.fields
        if control is None or is_search(outcome):
            return False
        begun = self.offering.begun.is_begun(control, outcome.before.scene)
        return control.submits and (bool(fields) or begun)

    def _teach_guards(self, outcome: Outcome) -> None:
        if not isinstance(outcome.move, Move) or outcome.move.candidate is None:
            return
        changed = not outcome.change.nothing
        self.guards.learn(
            outcome.move.candidate,
            outcome.before.state,
            outcome.after.state,
            previous=self.previous,
            changed=changed,
            said=outcome.history_line,
            shown=self.choosing.revealed if changed else frozenset(),
            put_away=in_dialog(outcome.before.scene) and not in_dialog(outcome.after.scene),
        )

    def _judge(self, outcome: Outcome) -> Verdict | None:
        call = self._call(outcome.before.step)
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        led = candidate is not None and self.choosing.is_led_to(candidate)
        if self.guards.on("critic") and not (led and followed_link(outcome)):
            self._weigh(outcome, call)
        if not self.guards.on("judge"):
            return None
        done = self.done(outcome, call)
        if done or (self.task.has_account and is_shut(outcome.after.scene)):
            return done  # what a log-in says of the account is no refusal of the goal
        scene = outcome.after.scene
        held = [text for e in scene.actionable for text in (e.value, e.selected) if text]
        told = [*self.memory.written, *held, scene.title, scene.heading, scene.text]
        whole = is_all_said(self.task.goal, self.values, told)
        return self.refusals.hear(outcome, self.memory.history, call, whole=whole)

    def _weigh(self, outcome: Outcome, call: Call) -> None:
        """Score the step, and plan the way back after a detour."""
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        ahead = self.choosing.ahead.get(candidate.key, 0.0) if candidate else 0.0
        score = self.judge.progress(outcome, self.memory.history[:-1], call, ahead)
        if score is None:
            return
        after = outcome.after.state
        after.score = max(score, after.score) if after.visits > 1 else score
        away = may_be_detour(outcome) and self.judge.is_detour(score)
        if away and self.guards.on("backtrack"):
            self.detour = outcome
            self.backtracking.after_detour(outcome, score)

    def _is_elsewhere(self, view: View, call: Call) -> bool:
        """Whether a page is hardly where the goal is done, or answered, as the survey says.

        Of a goal of several parts each may be done elsewhere.
        """
        several = self._reading is not None and len(self._reading.parts) > 1
        if several or not self.guards.on("survey"):
            return False
        if not self.surveying.is_elsewhere(view, call):
            return False
        self.offering.note_guard(call.step, "survey", f"hardly done there: {view.scene.url}")
        return True

    def _is_of_another(self, outcome: Outcome, call: Call) -> bool:
        """Whether something was done with one of several things, and the goal says another."""
        scene = outcome.before.scene
        if not self.guards.on("survey") or not sent(outcome, self.task.goal):
            return False
        if not self.surveying.is_of_another(scene, self.memory.written):
            return False
        self.offering.note_guard(call.step, "survey", f"the goal says nothing of {scene.heading}")
        return True

    def _is_one_of_several(self, call: Call) -> bool:
        """Whether but one thing was sent of a goal that surely wants several."""
        reading = self._reading
        if reading is None or len(reading.parts) < _SEVERAL or self.memory.sends != 1:
            return False
        if self._surely_several is None:
            goal, counter = self.task.goal, self.team.counter
            self._surely_several = is_of_several(goal, counter, call, surely=True)
        return self._surely_several

    def done(self, outcome: Outcome, call: Call) -> Verdict | None:
        """What the site's answer confirms.

        Asked after what was sent or pressed, after every step towards a goal without values, and
        from time to time. Strict conditions are heard instead where there are any.
        """
        if self.task.success_conditions or (self._reading and self._reading.asks):
            return None
        if self.offering.begun.waits(outcome.after.scene):
            return None
        due = outcome.before.step % self.options.oracle_frequency == 0
        if outcome.change.nothing or not (due or not self.values or not followed_link(outcome)):
            return None
        if self._is_elsewhere(self.sent_from or outcome.before, call):
            return None
        if self._is_of_another(outcome, call) or self._is_one_of_several(call):
            return None
        memory, goal = self.memory, self.task.goal
        so_far = SoFar(
            [account for account in memory.accounts if account],
            memory.written_last if memory.behind and self.one_thing_to_do else memory.written,
            memory.known,
            [*worked_on(self.choosing.done, self.values), *memory.found],
            memory.loose_words(goal),
            memory.worked,
        )
        return self.judge.done(outcome, so_far, call)


def accepted(asked: Outcome | None, outcome: Outcome) -> Outcome:
    """What a step did; where it only accepted a native dialog, what opened that has done now.

    What is new then is so against the page that the dialog stood before, which shows nothing.

    Args:
        asked: The step before, where it opened a native dialog.
        outcome: This one.
    """
    accepts = Action(Kind.ANSWER_DIALOG, value="accept")
    if asked is None or isinstance(outcome.move, Return) or accepts not in outcome.move.actions:
        return outcome
    return replace(
        outcome,
        move=asked.move,
        before=replace(asked.before, step=outcome.before.step),
        change=changes(asked.before.scene, outcome.after.scene),
    )


def in_dialog(scene: Scene) -> bool:
    """Whether a dialog covers the page."""
    return any(element.layer == "dialog" for element in scene.actionable)


def _enters_nothing(candidate: Candidate, inputs: Sequence[Input]) -> bool:
    """Fields without a value for any; or a value that its field holds, and nothing is pressed."""
    if candidate.control is None:
        return bool(candidate.fields) and all(one.is_there for one in inputs)
    return bool(candidate.fields) and not inputs


def _stayed(outcome: Outcome) -> bool:
    """Whether the page is the same but for what changed on it."""
    before, after = outcome.before.scene, outcome.after.scene
    return before.heading == after.heading and page_at(before.url) == page_at(after.url)
