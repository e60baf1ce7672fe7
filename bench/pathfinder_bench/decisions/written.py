"""The set `written`: a tester's sentences about recorded moves, and what a case makes of them.

A file of bench/decisions/written is what one hand wrote: for a move of a recorded walk what is done
in it, what has to be so after it and is, and what a tester could have expected and is not so. The
engine reads each sentence, and carries it out or checks it as in a case, on the recorded pages.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Model
from pathfinder.agents.words import WordsReader
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.case import CaseStep, StepResult, TestCase
from pathfinder.core.errors import Blame, UsageError
from pathfinder.core.journal import Journal, MemoryJournal
from pathfinder.core.origin import entry_of
from pathfinder.core.scenario import Locator, Step, Target
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.assertor import ClaimSigns, Found, Weighs
from pathfinder.engine.casework import Reads, read_case
from pathfinder.engine.looking import folded
from pathfinder.engine.playback.remembering import STEP_KINDS
from pathfinder.engine.runner import RunContext, find_runner
from pathfinder.engine.statements import Helper
from pathfinder.engine.written import WrittenCase
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import CaseReadings, Sentences, asked
from pathfinder.systems.explore.players import explorer_by
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder_bench.decisions.hands import Form, HandFile, read_hands
from pathfinder_bench.decisions.sets import Move, Recorded, at_of, element_at, read_set

FOLDERS = (".", "later", "untrained")
"""Where below bench/decisions the walks are."""
OUTCOMES = ("done", "other", "left", "passed", "likely", "inconclusive", "failed")
"""What may become of a sentence."""
_TO_FIELDS = frozenset({Kind.TYPE, Kind.SELECT, Kind.CLEAR, Kind.CHECK, Kind.UNCHECK})


class Written(Form):
    """Sentences about a move, APP/WALK/STEP: what is done, and expected results that hold or fail."""

    move: Annotated[str, Field(pattern=r"^[^/]+/[^/]+/\d+$")]
    action: str
    holds: tuple[str, ...]
    fails: tuple[str, ...]


class WrittenFile(HandFile):
    """What one hand wrote."""

    sentences: tuple[Written, ...]


def read_written(folder: Path, *, first_look: bool = False) -> list[WrittenFile]:
    """The files of a folder; those kept for a first look only where that is asked for.

    Raises:
        UsageError: There is none, or one is not of this form; names it.
    """
    return [*read_hands(folder, WrittenFile, first_look=first_look).values()]


@dataclass(frozen=True)
class ScoredWords:
    """What became of a sentence.

    kind: Of an action, or of an expected result that holds or fails. came: passed, likely,
    inconclusive or failed; of an action "done", "other" where something else was done, "left" where
    it is left to the agents. lines: How it was read. signs: What was weighed of an expected result.
    """

    app: str
    hand: str
    kind: Literal["action", "holds", "fails"]
    sentence: str
    came: str
    reason: str
    lines: tuple[str, ...] = ()
    signs: ClaimSigns | None = None

    @property
    def right(self) -> bool:
        """The action was done, and nothing else; what holds went well; what fails did not."""
        good = self.came in ("passed", "likely", "done")
        return not good if self.kind == "fails" else good

    @property
    def harm(self) -> bool:
        """Something else was done, a site was blamed that shows it, or what fails went well."""
        return self.came == {"action": "other", "holds": "failed"}.get(self.kind, "passed") or (
            self.kind == "fails" and self.came == "likely"
        )


@dataclass
class StillBrowser:
    """Shows the page before a move, takes what is entered there, and shows the page after it.

    end: The element whose use ends the move, as sets name it. did: What was done, in order.
    """

    snapshot: Snapshot
    after: Snapshot
    end: str
    did: list[tuple[Action, str]] = field(default_factory=list)
    version: str = "recorded"
    withheld: tuple[str, ...] = ()

    def open(self, url: str) -> ActionResult:
        """Nothing."""
        return ActionResult(True)

    def look(self) -> Snapshot:
        """The recorded page."""
        return self.snapshot

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Note what is done; a field takes it, and what ends the move shows the page after it."""
        element = scene.find(action.uid or "")
        at = at_of(element) if element else ""
        known = {one.uid for one in folded(scene)}
        if not (element and element.uid in known and at != self.end):
            self.did.append((action, at))
        if element and action.kind in _TO_FIELDS:
            self._take(action, element)
        if at == self.end or (not self.end and not at):
            self.snapshot = self.after
        return ActionResult(True)

    def _take(self, action: Action, field: Element) -> None:
        kept = (
            _filled(one, action) if at_of(one) == at_of(field) else one
            for one in self.snapshot.elements
        )
        self.snapshot = replace(self.snapshot, elements=tuple(kept))

    def screenshot(self) -> bytes:
        """None was recorded."""
        return b""

    def forget(self) -> None:
        """Nothing."""

    def keep_safe(self, safety: object) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def _filled(field: Element, action: Action) -> Element:
    if action.kind in (Kind.CHECK, Kind.UNCHECK):
        return replace(field, checked=action.kind is Kind.CHECK)
    if action.kind is Kind.SELECT:
        return replace(field, selected=action.written)
    return replace(field, value="" if action.kind is Kind.CLEAR else action.written)


@dataclass(frozen=True)
class _Alone:
    """The agents, without the way to what is not there: no recorded page shows where that leads.

    weighed: The signs of what they were asked to check.
    """

    agents: Helper
    weighed: list[ClaimSigns]

    @property
    def leads(self) -> bool:
        return self.agents.leads

    def which(self, words: str, elements: Sequence[Element]) -> Element | None:
        return self.agents.which(words, elements)

    def act(self, text: str) -> Decision:
        return Decision(Status.INCONCLUSIVE, "left to the agents", blame=Blame.MODEL)

    def seek(self, words: str, here: Callable[[], bool]) -> bool:
        return False

    def check(self, text: str, found: Found = ()) -> Decision:
        if isinstance(self.agents, Weighs):
            self.weighed.append(self.agents.signs(text, found))
        return self.agents.check(text, found)


def score_written(
    files: Iterable[WrittenFile],
    model: Model,
    sets: Path,
    apps: Sequence[str] = (),
    *,
    actions: bool = True,
) -> Iterator[ScoredWords]:
    """Let the engine carry out and check every sentence.

    Args:
        sets: The folder of the decision sets.
        apps: Only sentences about these; nothing: all.
        actions: Also what is done; else only what is expected.

    Raises:
        UsageError: There is no set of an application, or no such move in it.
        ModelError: The model failed.
    """
    recorded: dict[str, Recorded] = {}
    for file in files:
        for one in file.sentences:
            app, walk, step = one.move.split("/")
            if apps and app not in apps:
                continue
            if app not in recorded:
                recorded[app] = _recorded(sets, app)
            here = recorded[app]
            move = _move(here, walk, int(step))
            if actions:
                yield _acted(file.hand, here, move, one, model)
            for kind, sentences in (("holds", one.holds), ("fails", one.fails)):
                for sentence in sentences:
                    yield _expected(file.hand, here, move, one, kind, sentence, model)  # type: ignore[arg-type]


def _recorded(sets: Path, app: str) -> Recorded:
    for folder in FOLDERS:
        if (sets / folder / f"{app}.json").is_file():
            return read_set(sets / folder, app)
    raise UsageError(f"{sets}: there is no set of {app!r} here or below")


def _move(here: Recorded, walk: str, step: int) -> Move:
    known = here.labels.walks.get(walk)
    if known is None or step >= len(known.moves):
        raise UsageError(f"{here.labels.app}/{walk}/{step}: no such move was recorded")
    return known.moves[step]


def _acted(hand: str, here: Recorded, move: Move, one: Written, model: Model) -> ScoredWords:
    turns, browser = _case(here, move, CaseStep(one.action), model, read_case, [])
    result, lines = _played(turns)
    done, wanted = _done(browser, turns.context.persona.vault), _wanted(move)
    ends = done[-1:] == wanted[-1:] or _sends(browser)
    same = ends and sorted(done[:-1]) == sorted(wanted[:-1])
    came = "done" if same else "other" if set(done) - set(wanted) else "left"
    reason = f"{'proven: ' if not turns.unproven else ''}{result.reason}"
    return ScoredWords(here.labels.app, hand, "action", one.action, came, reason, lines)


def _expected(
    hand: str,
    here: Recorded,
    move: Move,
    one: Written,
    kind: Literal["holds", "fails"],
    sentence: str,
    model: Model,
) -> ScoredWords:
    def read(case: TestCase, context: RunContext, journal: Journal) -> CaseReadings:
        scene = here.scene(move.before)
        steps = tuple(_step(act.do, element_at(scene, act.at), act.value) for act in move.acts)
        acted = Reading(one.action, "action", steps, by="tester")
        sentences = Sentences(reader=WordsReader(model))
        reading = sentences.read(asked(sentence, "expected", one.action), Call(journal, 1))
        return CaseReadings((acted,), (reading,))

    weighed: list[ClaimSigns] = []
    turns, _ = _case(here, move, CaseStep(one.action, sentence), model, read, weighed)
    result, lines = _played(turns)
    signs = weighed[-1] if weighed else None
    came, reason = str(result.status), result.reason
    return ScoredWords(here.labels.app, hand, kind, sentence, came, reason, lines, signs)


def _step(kind: Kind, element: Element | None, value: str) -> Step:
    target = Target(locators=(Locator(by="xpath", value=element.xpath),)) if element else None
    return Step(kind=STEP_KINDS[kind], target=target, value=value)


def _case(
    here: Recorded,
    move: Move,
    step: CaseStep,
    model: Model,
    read: Reads,
    weighed: list[ClaimSigns],
) -> tuple[WrittenCase, StillBrowser]:
    labels, last = here.labels, move.acts[-1]
    browser = StillBrowser(here.snapshot(move.before), here.snapshot(move.after), last.at)
    persona = Persona(labels.app, labels.persona, frozenset(labels.secret))
    runner = find_runner("pinata")
    context = RunContext(
        browser=browser,
        journal=MemoryJournal(persona.vault),
        models=dict.fromkeys(runner.roles, model),
        site=Site(labels.app, labels.start, (entry_of(labels.start),), safe=False),
        persona=persona,
        options={"patience": 0.0},
        explorer=explorer_by(model),
    )
    turns = runner.turns(TestCase(labels.app, (step,)), context)
    assert isinstance(turns, WrittenCase)
    agents_of = turns.helped

    def helped(actor: Actor, results: Sequence[StepResult]) -> Helper | None:
        agents = agents_of(actor, results)
        return _Alone(agents, weighed) if agents else None

    return replace(turns, helped=helped, read=read), browser


def _played(turns: WrittenCase) -> tuple[StepResult, tuple[str, ...]]:
    turns.begin()
    turns.turn(1)
    readings = turns.readings
    told = readings.expected[0] or readings.texts[0]
    return turns.result.results[0], told.lines or (f"unread: {told.unread}",)


def _done(browser: StillBrowser, vault: Vault) -> list[tuple[str, str]]:
    """What was done: a value at a field, or a use of a control."""
    return [
        (at, vault.typed(action.value or "") if action.kind in _TO_FIELDS else "")
        for action, at in browser.did
    ]


def _wanted(move: Move) -> list[tuple[str, str]]:
    return [(act.at, act.value if act.do in _TO_FIELDS else "") for act in move.acts]


def _sends(browser: StillBrowser) -> bool:
    """Whether the last thing that was done is Enter, which sends what was filled in."""
    return bool(browser.did) and browser.did[-1][0].kind is Kind.PRESS


def figures(scored: Sequence[ScoredWords]) -> dict[str, dict[str, int]]:
    """How many sentences came out how, by kind, and by kind and hand."""
    groups: dict[str, list[ScoredWords]] = {}
    for one in scored:
        groups.setdefault(one.kind, []).append(one)
        groups.setdefault(f"{one.kind}, hand {one.hand}", []).append(one)
    return {name: _figures(groups[name]) for name in sorted(groups)}


def _figures(scored: Sequence[ScoredWords]) -> dict[str, int]:
    came = Counter(str(one.came) for one in scored)
    right, harm = sum(one.right for one in scored), sum(one.harm for one in scored)
    return {"n": len(scored), "right": right, "harm": harm, **came}
