"""Small goals, choices and assertions that code can't decide.

Agents choose and judge, and are believed as far as the page bears them out.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import isfinite
from random import Random
from string import ascii_uppercase

from pathfinder.agents.agent import Call
from pathfinder.agents.steps import Answer, Choice, StepsTeam
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.assertor import Found
from pathfinder.engine.brought import brought, value_for
from pathfinder.engine.candidates import Candidate, kind_of, label_of
from pathfinder.engine.named import named
from pathfinder.engine.shortlist import shortlist
from pathfinder.systems.steps.wording import stated, telling_lines
from pathfinder.webprocessor.element import Element, Scene

_MOST_ACTIONS = 4
_MOST_WAY = 3
_MOST_CANDIDATES = 20
_MOST_LINES = 12
_NOTHING = "press a button: -> nothing changed"


@dataclass(frozen=True)
class Weighed:
    """What can be done, by letter, and how likely the navigation agent holds each."""

    candidates: dict[str, Candidate]
    choice: Choice


class AgentSteps:
    """Readiness, navigation, observation and assertion by agents.

    temperature: At which a run's answers are drawn; at 0 all runs answer alike.
    seed: Of what is drawn here, and of back-ends that draw themselves.
    """

    leads = False

    def __init__(self, actor: Actor, team: StepsTeam, *, temperature: float = 0.0) -> None:
        self.actor = actor
        self.team = team
        self.temperature = temperature
        self.seed = actor.context.seed
        self._random = Random(self.seed)
        self._baselines: dict[str, Answer] = {}

    def act(self, text: str) -> Decision:
        """Carry out a step.

        At most a few actions, each chosen by the navigation agent, until the observer says that it
        is done.

        Raises:
            ModelError: An agent failed.
        """
        lacking = self._not_ready(text)
        if lacking:
            return lacking
        done: list[str] = []
        tried: set[str] = set()
        proven = True
        for _ in range(_MOST_ACTIONS):
            candidate = self._choose(text, done, tried)
            if candidate is None:
                break
            tried.add(candidate.key)
            outcome = self.actor.act(
                self._action(candidate, text), settled=lambda each: not each.change.nothing
            )
            if outcome.change.nothing:
                continue
            done.append(f"{candidate.text}: {outcome.history_line}")
            borne_out = self._is_borne_out(candidate, text)
            proven &= borne_out
            known = thresholds_of(self.team.observer.model)
            if self._observed(
                text,
                done,
                Answer(known.observed_named if borne_out else known.observed, scored=True),
            ):
                return Decision(
                    Status.PASSED,
                    f"the step is carried out: {'; '.join(done)}",
                    outcome.history_line,
                    by="model",
                    proven=proven,
                )
        what = "; ".join(done) or "nothing that was tried changed the page"
        return Decision(
            Status.INCONCLUSIVE,
            f"not carried out, as far as can be seen: {what}",
            what,
            by="model",
            blame=Blame.MODEL,
            phase="observe",
        )

    def check(self, text: str, found: Found = ()) -> Decision:
        """Judge a statement by the page; the line that bears it out is quoted.

        What code found of its parts does not count, as in the paper.

        Raises:
            ModelError: An agent failed.
        """
        statement, negated, judged = self.judge(text)
        answer = judged.drawn(self.temperature, self._random)
        scene = self.actor.view.scene
        lines = telling_lines(scene, statement, _MOST_LINES)
        quote = (answer.facts or (self._quote(statement, lines),))[0]
        sure = (
            f"log-odds of Yes {answer.sure:.2f} above its lean for "
            f"{statement!r}{', which is asked for not to be so' if negated else ''}"
        )
        self._note(
            "assertion", answer, "holds" if answer.yes != negated else "does not hold", quote, sure
        )
        known = thresholds_of(self.team.assertion.model)
        if known.assertion_denies < answer.sure < known.assertion_holds:
            return Decision(
                Status.INCONCLUSIVE,
                f"the assertion agent is not sure ({sure})",
                quote,
                by="model",
                blame=Blame.MODEL,
            )
        if answer.yes != negated:
            return Decision(
                Status.LIKELY,
                f"the assertion agent finds that it holds ({sure})",
                quote,
                by="model",
            )
        return Decision(
            Status.INCONCLUSIVE,
            f"the assertion agent alone finds that it does not hold ({sure})",
            quote,
            by="model",
            blame=Blame.MODEL,
        )

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        """Which of a few elements a sentence means, as the navigation agent chooses.

        Raises:
            ModelError: The agent failed.
        """
        by_uid = {one.uid: one for one in elements}
        candidates = [
            candidate for candidate in self.actor.usable if set(candidate.uids) & set(by_uid)
        ]
        weighed = self._weighed(words, candidates, ())
        if weighed is None:
            return None
        chosen = weighed.candidates[weighed.choice.drawn(self.temperature, self._random)]
        self._chose(chosen, words, weighed)
        return next(by_uid[uid] for uid in chosen.uids if uid in by_uid)

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        """Look for the way to what is not on this page, a few actions of the navigation agent's.

        Raises:
            ModelError: The agent failed.
        """
        tried: set[str] = set()
        for _ in range(_MOST_WAY):
            offered = [one for one in self._candidates(words, frozenset(tried)) if not one.fields]
            weighed = self._weighed(words, offered, ())
            if weighed is None:
                break
            chosen = weighed.candidates[weighed.choice.drawn(self.temperature, self._random)]
            tried.add(chosen.key)
            self._chose(chosen, words, weighed)
            self.actor.act(
                self._action(chosen, words), settled=lambda each: not each.change.nothing
            )
            if here():
                return True
        return False

    def judge(self, text: str) -> tuple[str, bool, Answer]:
        """The statement without its negation, whether it had one, and the agent's answer.

        Nothing is drawn yet.
        """
        statement, negated = stated(text)
        scene = self.actor.view.scene
        lines = telling_lines(scene, statement, _MOST_LINES)
        answer = self.team.assertion.answer(
            self._call(), scene.text, heading=_heading(scene), lines=lines, statement=statement
        )
        return (
            statement,
            negated,
            answer.less(
                Answer(thresholds_of(self.team.assertion.model).assertion_lean, scored=True)
            ),
        )

    def ready(self, text: str) -> Answer:
        """What the readiness agent says of a step on the page as it is; nothing is drawn yet."""
        scene = self.actor.view.scene
        usable = [candidate.text for candidate in self._candidates(text, frozenset())]
        lines = telling_lines(scene, text, _MOST_LINES)
        known = scene.text + " ".join(usable)
        return self.team.readiness.answer(
            self._call(), known, heading=_heading(scene), lines=lines, usable=usable, step=text
        )

    def _not_ready(self, text: str) -> Decision | None:
        """Why a step can't be performed here.

        Not asked where the step names something that the page has to use.
        """
        if named(self._candidates(text, frozenset()), text):
            return None
        answer = self.ready(text).drawn(self.temperature, self._random)
        if answer.yes:
            return None
        where = _heading(self.actor.view.scene)
        reason = (
            f"not ready: the readiness agent finds nothing on {where!r} to do this with "
            f"(log-odds of Yes {answer.sure:.2f})"
        )
        return Decision(
            Status.INCONCLUSIVE,
            reason,
            "; ".join(answer.facts),
            by="model",
            blame=Blame.MODEL,
            phase="readiness",
        )

    def _choose(self, text: str, done: Sequence[str], tried: AbstractSet[str]) -> Candidate | None:
        """The only thing that the step names, else what the navigation agent chooses."""
        meant = named(self._candidates(text, frozenset(tried)), text, begun=bool(done))
        if len(meant) == 1:
            self.actor.choose(
                meant[0].text, meant[0].uids, f"the only one that the step {text!r} names", "rule"
            )
            return meant[0]
        weighed = self.weigh(text, done, tried)
        if weighed is None:
            return None
        chosen = weighed.candidates[weighed.choice.drawn(self.temperature, self._random)]
        self._chose(chosen, text, weighed)
        return chosen

    def _chose(self, chosen: Candidate, text: str, weighed: Weighed) -> None:
        told = [(letter, candidate.text) for letter, candidate in weighed.candidates.items()]
        self.actor.choose(chosen.text, chosen.uids, f"for the step {text!r}", "model", told)

    def weigh(
        self, text: str, done: Sequence[str] = (), tried: AbstractSet[str] = frozenset()
    ) -> Weighed | None:
        """How likely the navigation agent holds each thing to do for a step.

        Nothing when nothing is left. Nothing is drawn yet.
        """
        offered = self._candidates(text, frozenset(tried))
        return self._weighed(text, named(offered, text, begun=bool(done)) or offered, done)

    def _weighed(
        self, text: str, candidates: Sequence[Candidate], done: Sequence[str]
    ) -> Weighed | None:
        if not candidates:
            return None
        lettered = dict(zip(ascii_uppercase, candidates, strict=False))
        scene = self.actor.view.scene
        choice = self.team.navigation.choice(
            self._call(),
            tuple(lettered),
            heading=_heading(scene),
            lines=telling_lines(scene, text, _MOST_LINES // 2),
            step=text,
            done=done,
            candidates=[
                {"letter": letter, "text": candidate.text} for letter, candidate in lettered.items()
            ],
        )
        return Weighed(lettered, choice)

    def _candidates(self, text: str, tried: frozenset[str]) -> list[Candidate]:
        open_ones = [c for c in self.actor.usable if c.key not in tried]
        return shortlist(open_ones, text, most=_MOST_CANDIDATES)[0]

    def _action(self, candidate: Candidate, text: str) -> Action:
        if not candidate.fields:
            assert candidate.control is not None  # a candidate without fields is a control
            return Action(candidate.kind, candidate.control.uid)
        field = candidate.fields[0]
        kind = kind_of(field)
        vault = self.actor.context.persona.vault
        value = (
            value_for(field, text, vault, self.team.typing, self._call())
            if kind in (Kind.TYPE, Kind.SELECT)
            else None
        )
        action = Action(kind, field.uid, value)
        self.actor.context.journal.write(
            events.Input(
                step=self.actor.number,
                uid=field.uid,
                name=label_of(field),
                value=action.written,
                by="model",
            )
        )
        return action

    def _is_borne_out(self, candidate: Candidate, text: str) -> bool:
        """Whether the step names what was used, or a field holds what it quotes.

        What is looked for has to be sent, too.
        """
        scene = self.actor.view.scene
        filled = [
            field
            for each in candidate.fields[:1]
            if (field := scene.find(each.uid)) and field.role != "searchbox"
        ]
        return bool(named([candidate], text, begun=True)) or any(
            field.value in brought(text) for field in filled
        )

    def _observed(self, text: str, done: Sequence[str], least: Answer) -> bool:
        """Whether a step is carried out.

        What was done has to be likelier to be all of it than something that changed nothing.
        """
        answer = self._observe(text, done)
        if answer.scored:
            answer = (
                answer.less(self._baseline(text)).less(least).drawn(self.temperature, self._random)
            )
        self._note(
            "observer",
            answer,
            "done" if answer.yes else "not done",
            "; ".join(answer.facts) or done[-1],
            f"whether {text!r} is carried out",
        )
        return answer.yes

    def _note(self, by: str, answer: Answer, status: str, evidence: str, rationale: str) -> None:
        self.actor.context.journal.write(
            events.Judgement(
                step=self.actor.number,
                by=by,
                score=_finite(answer.sure),
                status=status,
                evidence=evidence,
                rationale=rationale,
            )
        )

    def _observe(self, text: str, done: Sequence[str], heading: str | None = None) -> Answer:
        scene = self.actor.view.scene
        known = f"{scene.text} {' '.join(done)}"
        return self.team.observer.answer(
            self._call(),
            known,
            step=text,
            done=done,
            heading=_heading(scene) if heading is None else heading,
        )

    def _baseline(self, text: str) -> Answer:
        if text not in self._baselines:
            self._baselines[text] = self._observe(text, [_NOTHING], "")
        return self._baselines[text]

    def _quote(self, statement: str, lines: Sequence[str]) -> str:
        lettered = dict(zip(ascii_uppercase, lines, strict=False))
        if not lettered:
            return ""
        told = [{"letter": letter, "text": line} for letter, line in lettered.items()]
        choice = self.team.quoting.choice(
            self._call(),
            tuple(lettered),
            heading=_heading(self.actor.view.scene),
            lines=told,
            statement=statement,
        )
        return lettered[choice.drawn()]

    def _call(self) -> Call:
        return Call(
            self.actor.stage.journal,
            self.actor.number,
            temperature=self.temperature,
            seed=self.seed,
        )


def _heading(scene: Scene) -> str:
    return scene.heading or scene.title or scene.url


def _finite(sure: float) -> float | None:
    """Log-odds for the journal; nothing where they were held against what is never believed."""
    return round(sure, 3) if isfinite(sure) else None
