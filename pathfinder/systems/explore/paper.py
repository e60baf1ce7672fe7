"""The `explore` system, profile `paper`.

The published pipeline, parameter for parameter, for replication.

Source: PathFinder, III-A and IV. Departures: UIDs are enforced by a schema's enum, the Oracle's
    evidence is checked, secrets are
placeholders.
"""

from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz, process

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import Judgement, PaperTeam, Perception, Selection, enum_schema
from pathfinder.agents.fence import Fence
from pathfinder.agents.offers import from_reply, offered
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.journal import Journal
from pathfinder.core.secrets import Value, Vault
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import Candidate, describe, kind_of, single, usable
from pathfinder.engine.page_words import is_quoted
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.safety import answer_to, irreversible
from pathfinder.engine.stage import View
from pathfinder.systems.explore.profiles import Profile
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.encode import Limits, encode
from pathfinder.webprocessor.uid import match_uid

PERCEPTION_TOKENS = 3000
_MOST_TOKENS = 1200
_TOKENS_A_CHARACTER = 0.3


def page_characters(profile: Profile) -> int:
    """How much of a page a prompt can hold beside the instructions, the history and the reply."""
    room = profile.context - _MOST_TOKENS - 900
    return min(profile.prompt_limit, int(room / _TOKENS_A_CHARACTER))


@dataclass
class PaperExplorer:
    """Plays one session as the paper describes it."""

    task: Task
    team: PaperTeam
    journal: Journal
    profile: Profile
    history: list[str] = field(default_factory=list)

    def decide(self, view: View) -> Move | Return | Verdict:
        """Perceptron, System 1, and EntryBot where the chosen element takes input."""
        if view.scene.dialog:
            answer = answer_to(view.scene.dialog, self.task.site, deletes=True)
            return Move(f"{answer} the dialog", (Action(Kind.ANSWER_DIALOG, value=answer),))
        site, goal = self.task.site, self.task.goal
        elements = [
            e for e in usable(view.scene) if not (site.safe and irreversible(single(e), site, goal))
        ]
        if not elements:
            return Verdict(
                Status.INCONCLUSIVE,
                "the page offers nothing that can be acted on",
                by="limit",
                blame=Blame.SITE,
            )
        page = self._page(view.scene)
        perception = self._perceive(view, page)
        selection = self._select(view, page, perception, elements)
        element = next(e for e in elements if e.uid == selection.SelectedElement)
        candidate = single(element)
        self._note_choice(view, elements, candidate, selection)
        return Move(candidate.text, (self._action(view, page, element, selection),), candidate)

    def _page(self, scene: Scene) -> Fence:
        encoded = encode(
            scene, limits=Limits(prompt=page_characters(self.profile)), goal=self.task.goal
        )
        return Fence(encoded.text)

    def _call(self, step: int, context: int) -> Call:
        return Call(
            self.journal,
            step,
            temperature=self.profile.temperature,
            max_tokens=_MOST_TOKENS,
            context=context,
            seed=self.task.seed,
        )

    def _perceive(self, view: View, page: Fence) -> Perception:
        call = replace(
            self._call(view.step, self.profile.perceptron_context), max_tokens=PERCEPTION_TOKENS
        )
        perception = self.team.perceptron.run(call, goal=self.task.goal, page=page)
        uids = [e.uid for e in view.scene.actionable]
        matched = {
            match_uid(p.Element, uids): p.Purpose for p in perception.ActionableElementsPurpose
        }
        self.journal.write(
            events.Purposes(
                step=view.step,
                scene_name=perception.SceneIdentification,
                summary=perception.WebPageSummary,
                purposes={uid: purpose for uid, purpose in matched.items() if uid},
                by="model",
            )
        )
        return perception

    def _select(
        self, view: View, page: Fence, perception: Perception, elements: list[Element]
    ) -> Selection:
        uids = [e.uid for e in elements]

        def known(selection: Selection) -> Selection:
            uid = match_uid(selection.SelectedElement, uids)
            if uid is None:
                raise BadReply(
                    f"there is no element {selection.SelectedElement!r}; copy a UID from the page"
                )
            return selection.model_copy(update={"SelectedElement": uid})

        return self.team.system1.run(
            self._call(view.step, self.profile.context),
            schema=enum_schema(self.team.system1.output, "SelectedElement", uids, longest=400),
            check=known,
            goal=self.task.goal,
            page=page,
            perception=perception,
            history=self.history[-self.profile.history :],
        )

    def _note_choice(
        self, view: View, elements: list[Element], candidate: Candidate, selection: Selection
    ) -> None:
        self.journal.write(
            events.Choice(
                step=view.step,
                candidates=tuple(
                    events.Candidate(id=e.uid, text=describe(e), uids=(e.uid,)) for e in elements
                ),
                chosen=selection.SelectedElement,
                text=candidate.text,
                uids=tuple(candidate.uids),
                rationale=selection.SelectedElementRationale,
                by="model",
            )
        )

    def _action(self, view: View, page: Fence, element: Element, selection: Selection) -> Action:
        kind = kind_of(element)
        if kind not in (Kind.TYPE, Kind.SELECT):
            return Action(kind, element.uid)
        vault = self.task.persona.vault
        entry = self.team.entrybot.run(
            self._call(view.step, self.profile.context),
            goal=self.task.goal,
            page=page,
            element=element.uid,
            rationale=selection.SelectedElementRationale,
            options=list(element.options),
            keys=list(offered(element, vault)),
        )
        value = from_reply(entry.SelectedInput, element, vault)
        if kind is Kind.SELECT:
            value = _option(value, element.options, vault)
        action = Action(kind, element.uid, value)
        self.journal.write(
            events.Input(
                step=view.step,
                uid=element.uid,
                name=element.name,
                value=action.written,
                by="model",
                rationale=entry.Rationale,
            )
        )
        return action

    def learn(self, outcome: Outcome) -> Verdict | None:
        """Write the step into the history; every fifth step ask the Oracle."""
        self.history.append(f"{outcome.move.text} {outcome.history_line}")
        step = outcome.before.step
        if step % self.profile.oracle_frequency:
            return None
        return self._ask_oracle(outcome.after, step)

    def _ask_oracle(self, view: View, step: int) -> Verdict | None:
        told = self.history[-self.profile.history :]
        judgement: Judgement = self.team.oracle.run(
            self._call(step, self.profile.context),
            goal=self.task.goal,
            page=self._page(view.scene),
            history=told,
        )
        grounded = is_quoted(judgement.Evidence, view.scene, told)
        refuted = judgement.TaskStatus == "success" and bool(self.task.success_conditions)
        status = judgement.TaskStatus if grounded and not refuted else "in progress"
        self.journal.write(
            events.Judgement(
                step=step,
                by="oracle",
                status=status,
                evidence=judgement.Evidence,
                grounded=grounded,
                rationale=judgement.Rationale,
            )
        )
        if status == "in progress":
            return None
        blame = Blame.SITE if status == "stuck" else Blame.NOBODY
        found = Status.STUCK if status == "stuck" else Status.LIKELY
        return Verdict(found, judgement.Rationale, judgement.Evidence, by="oracle", blame=blame)


def _option(value: Value, options: tuple[str, ...], vault: Vault) -> Value:
    """The option nearest to the words; as it is where there is none, or where it is secret.

    Only the page gets to know which that is.
    """
    if not isinstance(value, str) and set(value.keys) & vault.secret:
        return value
    words = value if isinstance(value, str) else vault.show(value)
    found = process.extractOne(words, options, scorer=fuzz.WRatio)
    return found[0] if found else value
