"""The `explore` system, profile `fast`: a search over the state graph, guided by System 1 and judged by a progress critic."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from string import ascii_uppercase
from typing import Any

from agents.agent import BadReply, Call
from agents.explore import QuickSelection, Team, enum_schema
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.journal import Journal
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.systems.candidates import Candidate, form_candidates, short, single_candidates
from pathfinder.systems.confirming import Confirming
from pathfinder.systems.entries import FormFiller, Input, persona_values
from pathfinder.systems.graph import State, StateGraph
from pathfinder.systems.guards import Guards, Refusal, consent_button, irreversible
from pathfinder.systems.judging import Judge, page_says
from pathfinder.systems.loop import Move, Outcome, Return
from pathfinder.systems.purposes import Purposes
from pathfinder.systems.shortlist import attended, region, shortlist
from pathfinder.systems.stage import View

_LONGEST_STEP = 70


@dataclass(frozen=True)
class Options:
    """How profile `fast` plays; the numbers were settled by measuring on the demo shop and on django-oscar.

    most_candidates: Candidates in a prompt.
    history: Steps told to the model.
    oracle_frequency: Steps from one look of the Oracle to the next.
    detours: Detours from one state before the best of them is followed.
    header_cost, again_cost: What a candidate outside the page's content, or one that was used before, loses in log-probability.
    stale: Steps without a new state before the cycle guard goes back.
    """

    most_candidates: int = 13
    history: int = 16
    oracle_frequency: int = 5
    detours: int = 2
    stale: int = 4
    temperature: float = 0.0
    header_cost: float = 0.6
    again_cost: float = 0.6


@dataclass
class Explorer:
    """Plays one session.

    anchor: The state that the search goes back to after a detour.
    visited: Addresses of the pages looked at since an action last changed the site, and not only the page.
    used: Candidates that were acted on and left the page where it was.
    unknown: Candidates for which nobody knew an input; they are not offered again.
    """

    task: Task
    team: Team
    journal: Journal
    graph: StateGraph
    guards: Guards
    options: Options = Options()
    can_reset: bool = False
    history: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.vault = self.task.persona.vault
        self.filler = FormFiller(self.task.goal, self.vault, self.team.entrybot)
        self.judge = Judge(self.task, self.team, self.journal, self.guards)
        self.confirming = Confirming(self.task.goal, self.team.confirmer, self.journal)
        self.purposes = Purposes(self.task.goal, self.team.perceptron, self.journal)
        self.anchor: State | None = None
        self.previous: State | None = None
        self.outcomes: list[tuple[State, State, float]] = []
        self.pending: Return | None = None
        self.since_new = 0
        self.unknown: set[str] = set()
        self.visited: set[str] = set()
        self.used: set[str] = set()

    def decide(self, view: View) -> Move | Return | Verdict:
        """Answer banners by rule; go back when that is pending; else let System 1 choose among what the guards let through."""
        if self.anchor is None:
            self.anchor = view.state
        by_rule = self._answer_banner(view)
        if by_rule:
            return by_rule
        if self.pending:
            back, self.pending = self.pending, None
            if back.state.key != view.state.key:
                return back
        offered = self._offered(view)
        if not offered:
            return self._nowhere(view)
        return self._chosen_move(view, offered)

    def _call(self, step: int) -> Call:
        return Call(self.journal, step, temperature=self.options.temperature, seed=self.task.seed)

    def _answer_banner(self, view: View) -> Move | None:
        if not self.guards.on("banner"):
            return None
        if view.scene.dialog:
            action = Action(Kind.ANSWER_DIALOG, value="accept")
            self._note_guard(view.step, "banner", f"accepted the dialog: {view.scene.dialog}")
            return Move(f'accept the dialog "{short(view.scene.dialog)}"', (action,))
        button = consent_button(view.scene)
        if button is None or button.uid in view.state.tried:
            return None
        view.state.tried[button.uid] = "answered by rule"
        self._note_guard(view.step, "banner", f'pressed "{button.name}"')
        return Move(f'press "{button.name}"', (Action(Kind.CLICK, button.uid),))

    def _note_guard(self, step: int, guard: str, what: str) -> None:
        self.journal.write("guard", step=step, guard=guard, what=what)

    def _offered(self, view: View) -> list[Candidate]:
        wanted = persona_values(view.scene.actionable, self.vault)
        forms = self.guards.on("forms")
        candidates = form_candidates(view.scene, wanted) if forms else single_candidates(view.scene)
        if not forms and self.guards.on("empty-fields"):
            candidates = [c for c in candidates if not self._waits(c, candidates)]
        offered, refused = self.guards.sift((c for c in candidates if c.text not in self.unknown), view.state)
        if self.task.site.safe:
            offered = [c for c in offered if not irreversible(c)]
        self._note_refusals(view.step, refused)
        return offered

    @staticmethod
    def _waits(candidate: Candidate, others: Iterable[Candidate]) -> bool:
        """Whether a submit control's form still has an empty field."""
        control = candidate.control
        if control is None or not control.submits:
            return False
        fields = (f for other in others for f in other.fields if f.form == control.form)
        return any(f.required and not (f.value or f.selected) for f in fields)

    def _note_refusals(self, step: int, refused: Sequence[Refusal]) -> None:
        for name in dict.fromkeys(r.guard for r in refused if r.guard != "off-host"):
            texts = [short(r.candidate.text, 50) for r in refused if r.guard == name]
            self._note_guard(step, name, f"not offered: {'; '.join(texts)}")

    def _nowhere(self, view: View) -> Return | Verdict:
        """Nothing is left to try here: go to the best state where something is."""
        view.state.exhausted = True
        target = self._best_open_state(view.state) if self.guards.on("backtrack") else None
        if target:
            return self._return_to(target, "nothing is left to try here")
        verdict = self.judge.ask_oracle(view, self.history, self._call(view.step))
        return verdict or Verdict(
            Status.INCONCLUSIVE, "every action that was offered has been tried without reaching the goal", by="limit", blame=Blame.NOBODY
        )

    def _return_to(self, state: State, reason: str) -> Return:
        here = [s for s in self.graph.states if s.url == state.url]
        how = "replay" if self.can_reset and len({s.shape for s in here}) > 1 and state.path else "url"
        return Return(state, how, reason)

    def _best_open_state(self, here: State) -> State | None:
        states = [s for s in self.graph.states if s.key != here.key and not s.exhausted and s.visits <= 2 * self.options.detours]
        return max(states, key=lambda s: (s.score, -self.graph.distance(here, s)), default=None)

    def _chosen_move(self, view: View, offered: list[Candidate]) -> Move:
        worth = attended(offered, self.task.goal, self._seen) if self.guards.on("seen") else offered
        shown, cut = shortlist(worth, self.task.goal, most=self.options.most_candidates)
        handles = dict(zip(ascii_uppercase, shown, strict=False))
        texts = self.purposes.spoken(view, shown, self._call(view.step))
        candidate, rationale, by = self._select(view, handles, texts)
        self.journal.write(
            "choice",
            step=view.step,
            candidates=[{"id": h, "text": texts[c.key], "uids": c.uids} for h, c in handles.items()],
            chosen=next(h for h, c in handles.items() if c is candidate),
            text=candidate.text,
            uids=candidate.uids,
            rationale=rationale,
            by=by,
            cut=cut + len(offered) - len(worth),
        )
        inputs = self.filler.fill(candidate.fields, view.scene, self._call(view.step))
        if candidate.fields and not inputs and len(offered) > 1:
            self.guards.idle.add((view.state.shape, candidate.key))
            self.unknown.add(candidate.text)
            return self._chosen_move(view, [c for c in offered if c is not candidate])
        self._note_inputs(view.step, inputs)
        return self._move(candidate, inputs)

    def _seen(self, candidate: Candidate) -> bool:
        """A link to a page that was visited since the site was last changed."""
        return candidate.control is not None and not candidate.fields and candidate.control.href.split("#")[0] in self.visited

    def _select(self, view: View, handles: dict[str, Candidate], texts: dict[str, str]) -> tuple[Candidate, str, str]:
        """System 1's choice by the log-probabilities of the handles; by its word where the back-end gives none."""
        if len(handles) == 1:
            return next(iter(handles.values())), "the only thing left to do here", "rule"
        refused = [c for c in handles.values() if any(f.error for f in c.fields)]
        if refused and self.guards.on("errors"):
            return refused[0], "the page refused what was entered here", "rule"
        call = self._call(view.step)
        scene = {
            "goal": self.task.goal,
            "history": self.history[-self.options.history :],
            "heading": view.scene.heading or view.scene.title,
            "says": page_says(view.scene, texts.values(), longest=140),
            "errors": short("; ".join(view.scene.errors), 160),
            "candidates": [{"handle": h, "text": texts[c.key]} for h, c in handles.items()],
        }
        scores = self.team.system1.score(call, tuple(handles), **scene)
        if scores is None:
            return self._asked(call, handles, scene)
        weighed = [logprob + self._prior(handles[h]) for logprob, h in zip(scores.logprobs, handles, strict=True)]
        ranked = sorted(zip(weighed, handles, strict=True), reverse=True)
        return handles[ranked[0][1]], _preference(ranked, handles), "model"

    def _prior(self, candidate: Candidate) -> float:
        """What the page's build says before the model is heard: its content over its header, the new over what was used in place before."""
        if not self.guards.on("seen"):
            return 0.0
        return -self.options.header_cost * (region(candidate) > 0) - self.options.again_cost * (candidate.key in self.used)

    def _asked(self, call: Call, handles: dict[str, Candidate], scene: dict[str, Any]) -> tuple[Candidate, str, str]:
        def known(selection: QuickSelection) -> QuickSelection:
            if selection.SelectedElement not in handles:
                raise BadReply(f"there is no {selection.SelectedElement}; choose from {', '.join(handles)}")
            return selection

        schema = enum_schema(self.team.system1.output, "SelectedElement", list(handles))
        reply = self.team.system1.run(call, schema=schema, check=known, **scene)
        return handles[reply.SelectedElement], reply.SelectedElementRationale, "model"

    def _note_inputs(self, step: int, inputs: Sequence[Input]) -> None:
        for one in inputs:
            value = one.action.value or str(one.action.kind)
            name = one.field.label or one.field.name
            self.journal.write("input", step=step, uid=one.field.uid, name=name, value=value, by=one.by, rationale=one.rationale)

    @staticmethod
    def _move(candidate: Candidate, inputs: Sequence[Input]) -> Move:
        actions = [one.action for one in inputs]
        if candidate.control is not None:
            actions.append(Action(candidate.kind, candidate.control.uid))
        elif candidate.fields and candidate.fields[-1].role == "searchbox":
            actions.append(Action(Kind.PRESS, candidate.fields[-1].uid, "Enter"))
        return Move(candidate.text, tuple(actions), candidate)

    def learn(self, outcome: Outcome) -> Verdict | None:
        """Write the step into the history; judge it; plan the way back after a detour; ask the Oracle when it is time."""
        before, after = outcome.before.state, outcome.after.state
        if isinstance(outcome.move, Return):
            self.anchor, self.previous, self.since_new = after, None, 0
            outcome.move.state.exhausted |= after.key != outcome.move.state.key
            return None
        self.history.append(f"{short(outcome.move.text, _LONGEST_STEP)} {short(outcome.said, _LONGEST_STEP)}")
        self._remember_pages(outcome)
        self._teach_guards(outcome)
        verdict = self._judge(outcome) if outcome.move.candidate else None
        self.previous = before
        self.since_new = 0 if outcome.after.new else self.since_new + 1
        if not verdict and self.guards.on("cycle") and self.since_new >= self.options.stale and self.pending is None:
            self._break_cycle(outcome.after)
        return verdict

    def _remember_pages(self, outcome: Outcome) -> None:
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        followed_link = candidate is not None and candidate.control is not None and candidate.control.role == "link"
        if candidate is not None and outcome.before.scene.heading == outcome.after.scene.heading:
            self.used.add(candidate.key)
        if not followed_link and not outcome.change.nothing:
            self.visited.clear()
        self.visited |= {outcome.before.scene.url.split("#")[0], outcome.after.scene.url.split("#")[0]}

    def _teach_guards(self, outcome: Outcome) -> None:
        if not isinstance(outcome.move, Move) or outcome.move.candidate is None:
            return
        self.guards.learn(
            outcome.move.candidate,
            outcome.before.state,
            outcome.after.state,
            previous=self.previous,
            changed=not outcome.change.nothing,
            said=outcome.said,
        )

    def _judge(self, outcome: Outcome) -> Verdict | None:
        step, after = outcome.before.step, outcome.after
        call = self._call(step)
        score = self.judge.progress(outcome, self.history[:-1], call) if self.guards.on("critic") else None
        if score is not None:
            promising = score > after.state.score
            after.state.score = max(score, after.state.score) if after.state.visits > 1 else score
            if _was_sent(outcome):
                self.anchor = after.state
            elif not _refused_input(outcome):
                self._follow(outcome, score)
        else:
            promising = False
            self.anchor = after.state
        ended = self._confirmed(outcome, call) or self.judge.refused(outcome, self.history, call)
        if ended:
            return ended
        due = step % self.options.oracle_frequency == 0
        if due or (promising and self.judge.worth_asking(score)):
            return self.judge.ask_oracle(after, self.history, call)
        return None

    def _confirmed(self, outcome: Outcome, call: Call) -> Verdict | None:
        """What the site's answer to the step confirms; strict conditions are heard instead where there are any."""
        return None if self.task.success_conditions else self.confirming.hear(outcome, self.history[:-1], call)

    def _follow(self, outcome: Outcome, score: float) -> None:
        """Go on from a step that brought progress; after a detour go back, or follow the best when all were detours."""
        before, after = outcome.before.state, outcome.after.state
        if outcome.change.nothing or before.key == after.key:
            return
        if not self.judge.is_detour(score):
            self.anchor = after
            return
        if not self.guards.on("backtrack"):
            return
        self.outcomes.append((before, after, score))
        from_here = [(state, s) for start, state, s in self.outcomes if start.key == before.key]
        if len(from_here) <= self.options.detours:
            self.pending = self._return_to(before, "the step was a detour")
            return
        best = max(from_here, key=lambda pair: pair[1])[0]
        if best.key != after.key:
            self.pending = self._return_to(best, "of several detours this was the best")
        self.anchor = best

    def _break_cycle(self, view: View) -> None:
        target = self._best_open_state(view.state)
        if target is None:
            return
        self._note_guard(view.step, "cycle", f"{self.since_new} steps without a new state: back to {target.id}")
        self.pending = self._return_to(target, "the last steps led to nothing new")
        self.since_new = 0


def _refused_input(outcome: Outcome) -> bool:
    """The same page with new errors: the way was right, and what was entered was not."""
    return bool(outcome.change.errors) and outcome.before.scene.heading == outcome.after.scene.heading


def _was_sent(outcome: Outcome) -> bool:
    """A form was filled in and sent, and another page came: what was sent can't be unsent by going back."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    return bool(candidate and candidate.fields and candidate.control) and outcome.before.scene.heading != outcome.after.scene.heading


def _preference(ranked: Sequence[tuple[float, str]], handles: dict[str, Candidate]) -> str:
    """How clear the choice was: `41 %, before 22 % for open "Help"`."""
    total = sum(exp(logprob) for logprob, _ in ranked)
    (first, _), (second, other) = ranked[:2]
    return f"{exp(first) / total:.0%}, before {exp(second) / total:.0%} for {short(handles[other].text, 50)}"


__all__ = ["Explorer", "Options"]
