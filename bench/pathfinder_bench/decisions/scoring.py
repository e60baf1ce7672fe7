"""How the engine, as it is, decides: its own code at each decision, and what was right."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Model
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.secrets import Value
from pathfinder.core.verdict import CLAIMS, Verdict
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.playing import Move as Made
from pathfinder.systems.explore.choosing import Choosing
from pathfinder.systems.explore.signs import Signs
from pathfinder.webprocessor.element import Element
from pathfinder_bench.decisions.forms import FormChoice, filled, forms_of
from pathfinder_bench.decisions.pages import PageChoice, logs_in, pages_of
from pathfinder_bench.decisions.replaying import Position, bring, made_of
from pathfinder_bench.decisions.saying import one_of
from pathfinder_bench.decisions.sets import (
    Choice,
    Decision,
    Done,
    FieldValue,
    Progress,
    Recorded,
    Refusing,
    at_of,
    element_at,
    of_kind,
)


@dataclass(frozen=True)
class Scored:
    """One decision as it was made.

    right: Whether as labelled. label: What was right, where it is yes or no.
    score: The method's number, None where it did not ask. chance: Of guessing right.
    offered: Of a choice: whether what is right was among the candidates at all.
    kind: Of a value its source; of done-or-not "done" or "answer"; of a choice who chose.
    signs: Of done-or-not what was weighed, where the model was asked.
    among: For each page, or candidate, that was judged: what weighs for it, and 1 where it is
        right.
    """

    set: str
    app: str
    name: str
    right: bool
    label: bool | None = None
    score: float | None = None
    chance: float = 0.0
    offered: bool = True
    kind: str = ""
    said: str = ""
    signs: Signs | None = None
    among: tuple[tuple[float, ...], ...] = ()


def score_choice(recorded: Recorded, choice: Choice, models: Mapping[str, Model]) -> Scored:
    """Let the explorer decide on the page; it logs in by rule where the known way does."""
    moves = recorded.labels.walks[choice.walk].moves
    known = any(logs_in(move, recorded.labels) for move in moves)
    off = frozenset() if known else frozenset({"log-in"})
    here = bring(recorded, choice, models, off=off, surveyed=True)
    shown, _ = here.explorer.shown(here.view, here.explorer.offering.offered(here.view))
    fitting = [c for c in shown if _leads_on(_ats(c.elements), _at(c.control), choice, here)]
    try:
        made = here.explorer.decide(here.view)
    except ReplyInvalid as error:
        made = Verdict.blaming(error)
    right = isinstance(made, Made) and _is_right(made, choice, here)
    by = next((event.by for event in here.events(events.Choice)), "rule")
    return Scored(
        "choices",
        recorded.labels.app,
        _name(choice),
        right,
        chance=len(fitting) / len(shown) if shown else 0.0,
        offered=bool(fitting) or right,
        kind=by,
        said=made.text if isinstance(made, Made) else str(made),
        among=_judged(shown, {c.key for c in fitting}, here.explorer.choosing),
    )


def _judged(
    shown: Sequence[Candidate], right: Collection[str], choosing: Choosing
) -> tuple[tuple[float, ...], ...]:
    """Of each candidate that the guide was asked about: its letter, the guide's word, the rest."""
    by = choosing.weights
    asked = [(c.key, choosing.signs[c.key]) for c in shown if c.key in choosing.ahead]
    return tuple(
        (one.letter, one.guide, one.beforehand(by) - one.letter, float(key in right))
        for key, one in asked
    )


def score_page(recorded: Recorded, choice: PageChoice, models: Mapping[str, Model]) -> Scored:
    """Let the explorer look over the recorded pages; its likeliest is where the goal is done."""
    here = bring(recorded, choice, models, surveyed=True)
    surveying = here.explorer.surveying
    surveying.look_over(here.view, _call(here))
    shares = surveying.shares
    best = max(shares, key=lambda at: shares[at], default="")
    return Scored(
        "pages",
        recorded.labels.app,
        _name(choice),
        best in choice.right,
        score=shares.get(best),
        chance=len(set(choice.right) & set(shares)) / max(1, len(shares)),
        offered=bool(set(choice.right) & set(shares)),
        said=best,
        among=tuple((*surveying.signs[at], float(at in choice.right)) for at in shares),
    )


def score_progress(recorded: Recorded, progress: Progress, models: Mapping[str, Model]) -> Scored:
    """Let guide and critic weigh the step; above its threshold it came closer."""
    here = bring(recorded, progress, models)
    outcome, judge = here.outcome(), here.explorer.judge
    ahead = here.explorer.choosing.on_the_way(
        here.view, outcome.move.text, here.explorer.told, _call(here)
    )
    here.explorer.remember(outcome)
    score = judge.progress(outcome, here.explorer.memory.history[:-1], _call(here), ahead)
    closer = score is not None and not judge.is_detour(score)
    return _yes_or_no("progress", recorded, progress, progress.closer, closer, score)


def score_done(recorded: Recorded, done: Done, models: Mapping[str, Model]) -> Scored:
    """Let the explorer say whether it is done, and whether the page answers."""
    here = bring(recorded, done, models, goal=done.goal)
    asked = recorded.labels.goals[done.goal or recorded.labels.walks[done.walk].goal]
    reading = here.explorer.read(here.step)
    outcome = here.outcome()
    here.explorer.remember(outcome)
    verdict = here.explorer.done(outcome, _call(here)) or here.explorer.answering.look(
        outcome.after, reading, _call(here)
    )
    claimed = verdict is not None and verdict.status in CLAIMS
    if claimed and asked.answer and done.done:
        claimed = asked.answer in (verdict.answer or verdict.evidence) if verdict else False
    kind = "answer" if asked.kind == "find" else "done"
    scored = _yes_or_no("done", recorded, done, done.done, claimed, _asked_score(here), kind)
    return replace(scored, signs=here.explorer.judge.signs)


def score_refusal(recorded: Recorded, refusing: Refusing, models: Mapping[str, Model]) -> Scored:
    """Let the refusals be heard; the sentence is one when a refusing one is it or holds it."""
    here = bring(recorded, refusing, models)
    outcome = here.outcome()
    here.explorer.remember(outcome)
    here.explorer.refusals.hear(outcome, here.explorer.memory.history, _call(here))
    about = [e for e in here.events(events.Judgement) if _same_words(e.evidence, refusing.says)]
    score = max((event.score for event in about if event.score is not None), default=None)
    heard = any(event.status == "stuck" for event in about)
    return _yes_or_no("refusals", recorded, refusing, refusing.refusal, heard, score)


def score_fields(recorded: Recorded, field: FieldValue, models: Mapping[str, Model]) -> Scored:
    """Let the form be filled in, as the candidate that the walk took."""
    here = bring(recorded, field, models)
    here.explorer.read(here.step)
    entered = _entered(here)
    value = entered.get(field.at)
    said = here.explorer.task.persona.vault.typed(value) if value is not None else ""
    element = element_at(here.scene, field.at)
    right = bool(said) if field.source == "invented" else one_of(said, field.values, element)
    return Scored(
        "fields",
        recorded.labels.app,
        f"{_name(field)}{field.at}",
        right,
        kind=field.source,
        said=said,
    )


def score_form(recorded: Recorded, form: FormChoice, models: Mapping[str, Model]) -> Scored:
    """Let the whole form be filled in, and nothing in it that the known way leaves as it is."""
    found = filled(bring(recorded, form, models), form)
    right = not (found.lost or found.extra)
    return Scored("forms", recorded.labels.app, _name(form), right, said=str(found))


_SCORERS: dict[str, Callable[[Recorded, Any, Mapping[str, Model]], Scored]] = {
    "choices": score_choice,
    "pages": score_page,
    "progress": score_progress,
    "done": score_done,
    "refusals": score_refusal,
    "fields": score_fields,
    "forms": score_form,
}


def score_all(
    recorded: Recorded, name: str, models: Mapping[str, Model], *, sample: int = 0
) -> Iterator[Scored]:
    """Every decision of a set, or at most as many as `sample` says.

    A sample is spread evenly over the set, half of it what is so where that is labelled.
    """
    decisions = decisions_of(recorded, name)
    for decision in _sampled(decisions, sample) if sample else decisions:
        yield _SCORERS[name](recorded, decision, models)


def decisions_of(recorded: Recorded, name: str) -> tuple[Any, ...]:
    """The decisions of a set: as they were labelled, or as they follow from the walks."""
    follow = {"pages": pages_of, "forms": forms_of}
    if name in follow:
        return tuple(follow[name](recorded))
    return of_kind(recorded.labels, name)


def _sampled(decisions: Sequence[Any], count: int) -> list[Any]:
    so = [one for one in decisions if _label(one)]
    not_so = [one for one in decisions if not _label(one)]
    if not so or not not_so:
        return _spread(decisions, count)
    taken = _spread(so, max(count // 2, count - len(not_so)))
    return [*taken, *_spread(not_so, count - len(taken))]


def _label(decision: Any) -> bool:
    return any(getattr(decision, name, False) for name in ("closer", "done", "refusal"))


def _spread(decisions: Sequence[Any], count: int) -> list[Any]:
    if count >= len(decisions):
        return list(decisions)
    return [decisions[number * len(decisions) // count] for number in range(count)]


def offered_at(recorded: Recorded, choice: Choice, models: Mapping[str, Model]) -> bool:
    """Whether what is right is among the candidates, or done by rule; no model is asked."""
    here = bring(recorded, choice, models, off=frozenset({"reading", "deletion"}))
    shown, _ = here.explorer.shown(here.view, here.explorer.offering.offered(here.view))
    by_rule = here.explorer.offering.answer_banner(here.view) or here.explorer.log_in.move(
        here.scene
    )
    if by_rule is not None and _is_right(by_rule, choice, here):
        return True
    return any(_leads_on(_ats(c.elements), _at(c.control), choice, here) for c in shown)


def _is_right(made: Made, choice: Choice, here: Position) -> bool:
    found = {a.uid: here.scene.find(a.uid) for a in made.actions if a.uid}
    pressed = [found[a.uid] for a in made.actions if a.kind is Kind.CLICK and a.uid]
    elements = made.candidate.elements if made.candidate else ()
    control = made.candidate.control if made.candidate else pressed[-1] if pressed else None
    ats = _ats(e for e in (*elements, *found.values()) if e is not None)
    return _leads_on(ats, _at(control), choice, here)


def _leads_on(ats: set[str], control: str, choice: Choice, here: Position) -> bool:
    """Whether what is touched is what leads on, and nothing else is pressed."""
    own = {act.at for act in here.move.acts} | set(choice.right)
    pressed = here.move.acts[-1].do is Kind.CLICK
    return bool(ats & set(choice.right)) and (not control or not pressed or control in own)


def _entered(here: Position) -> dict[str, Value]:
    """Where -> what the explorer would enter: by rule where it logs in, else as it fills in."""
    by_rule = here.explorer.log_in.move(here.scene)
    actions = list(by_rule.actions) if by_rule else []
    uids = {act.at for act in here.move.acts if act.do is not Kind.CLICK}
    if not uids & {at_of(e) for a in actions if (e := here.scene.find(a.uid or ""))}:
        actions = _filled(here, uids)
    return {
        at_of(element): action.value
        for action in actions
        if action.value is not None
        and action.kind is not Kind.PRESS
        and (element := here.scene.find(action.uid or ""))
    }


def _filled(here: Position, ats: set[str]) -> list[Action]:
    explorer = here.explorer
    candidate = made_of(here.move, here.scene, explorer).candidate
    asked = _ats(candidate.fields if candidate else ()) | ats
    fields = [e for e in here.scene.actionable if e.is_field and at_of(e) in asked]
    try:
        return [one.action for one in explorer.filler().fill(fields, here.scene, _call(here))]
    except ReplyInvalid:
        return []


def _same_words(one: str, other: str) -> bool:
    first, second = (" ".join(text.split()).casefold() for text in (one, other))
    return bool(first and second) and (first in second or second in first)


def _asked_score(here: Position) -> float | None:
    judged = here.events(events.Judgement)
    return max((one.score for one in judged if one.score is not None), default=None)


def _yes_or_no(
    name: str,
    recorded: Recorded,
    decision: Decision,
    label: bool,
    said: bool,
    score: float | None,
    kind: str = "",
) -> Scored:
    return Scored(
        name,
        recorded.labels.app,
        _name(decision),
        said == label,
        label,
        None if score is None else round(score, 3),
        kind=kind,
        said="yes" if said else "no",
    )


def _name(decision: Decision | FieldValue) -> str:
    """Readable: the walk, its step, the side move, the other goal."""
    side = getattr(decision, "side", None)
    goal = getattr(decision, "goal", "")
    told = f"{decision.walk}/{decision.step + 1}"
    return told + (f"+{side}" if side is not None else "") + (f" for {goal}" if goal else "")


def _call(here: Position) -> Call:
    return Call(here.journal, here.step)


def _ats(elements: Iterable[Element]) -> set[str]:
    return {at_of(element) for element in elements}


def _at(control: Element | None) -> str:
    return at_of(control) if control else ""
