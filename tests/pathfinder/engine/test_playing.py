"""What the loop makes of what a player says: conditions, facts and our own words, on pages that are only data."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.task import Persona, Site, Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome, PlayerTurns, Return
from pathfinder.engine.proof import Finding, Proof
from pathfinder.engine.stage import View
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.screenshot import blank
from pathfinder.webprocessor.watch import Safety
from tests.fakes.playing import play_turns

DONE = "Your purchase is complete, thank you."


@dataclass
class Pages:
    """A browser whose every action leads to the next page; the last one stays."""

    pages: Sequence[Sequence[str]]
    at: int = 0
    version: str = "pages"
    withheld: tuple[str, ...] = ()

    def open(self, url: str) -> ActionResult:
        return ActionResult(True)

    def look(self) -> Snapshot:
        texts = self.pages[min(self.at, len(self.pages) - 1)]
        told = [
            Element("p", "text", text, text=text, landmark="main", xpath=f"/html/body/p[{n}]")
            for n, text in enumerate(texts, 1)
        ]
        field = Element("input", "textbox", "Name", actionable=True, xpath="/html/body/input")
        return Snapshot(f"http://shop.test/{self.at}", "Shop", (*told, field))

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        self.at += 1
        return ActionResult(True)

    def screenshot(self) -> bytes:
        return blank((8, 6))

    def forget(self) -> None:
        self.at = 0

    def keep_safe(self, safety: Safety | None) -> None:
        """There is nothing to be kept safe."""

    def close(self) -> None:
        """There is nothing to be closed."""


@dataclass
class Claiming:
    """A player that types something, and says how that ended."""

    says: Verdict | None = None
    types: str = "oak"
    heard: list[str] = field(default_factory=list)

    def decide(self, view: View) -> Move | Return | Verdict:
        (box,) = view.scene.actionable
        return Move("type", (Action(Kind.TYPE, box.uid, self.types),))

    def learn(self, outcome: Outcome) -> Verdict | None:
        self.heard.append(outcome.after.scene.url)
        return self.says


@dataclass
class Knowing:
    """A proof that knows."""

    holds: bool | None

    def begin(self, view: View) -> None:
        """What holds at the start is no matter here."""

    def learn(self, before: View, actions: Sequence[Action], after: View) -> None:
        """Nor are steps."""

    def check(self, view: View) -> Finding | None:
        return None if self.holds is None else Finding(self.holds, "fact", "orders is 1")


def claim(evidence: str = DONE, status: Status = Status.LIKELY) -> Verdict:
    return Verdict(status, "it says so", evidence, by="oracle")


def play(
    *pages: Sequence[str],
    says: Verdict | None = None,
    success: Sequence[str] = (),
    stuck: Sequence[str] = (),
    proof: Proof | None = None,
    types: str = "oak",
) -> Verdict:
    site = Site("shop", "http://shop.test/", stuck={"buy": tuple(map(parse_predicate, stuck))})
    task = Task("buy", site, Persona("ann"), tuple(map(parse_predicate, success)), max_steps=2)
    proofs = (proof,) if proof else ()
    turns = PlayerTurns(
        task, Claiming(says, types), Pages(pages), MemoryJournal(), StateGraph(), proofs=proofs
    )
    return play_turns(turns)


@pytest.mark.parametrize("status", [Status.SUCCESS, Status.LIKELY, Status.PASSED])
def test_what_nothing_proves_is_likely(status: Status) -> None:
    verdict = play(["Lamps"], [DONE], says=claim(status=status))
    assert (verdict.status, verdict.by, verdict.condition) == (
        "likely",
        "oracle",
        "text present 'Your purchase is complete, thank you'",
    )


@pytest.mark.parametrize(
    ("holds", "status", "by"),
    [(True, "success", "fact"), (None, "likely", "oracle"), (False, "expired", "limit")],
)
def test_a_proof_bears_a_claim_out_or_denies_it(holds: bool | None, status: str, by: str) -> None:
    verdict = play(["Lamps"], [DONE], says=claim(), proof=Knowing(holds))
    assert (verdict.status, verdict.by) == (status, by)


def test_a_proof_alone_says_nothing() -> None:
    assert play(["Lamps"], [DONE], proof=Knowing(True)).status == "expired"


def test_all_success_conditions_have_to_hold() -> None:
    both = ["text present complete", "text present posted"]
    assert play(["Lamps"], [DONE], success=both).status == "expired"
    assert play(["Lamps"], [DONE, "It is posted"], success=both).by == "condition"


def test_one_stuck_condition_is_enough() -> None:
    assert (
        play(
            ["Lamps"], ["Closed for ever"], stuck=["text present Closed", "text present Sold out"]
        ).status
        == "stuck"
    )


def test_conditions_that_do_not_hold_deny_a_claim() -> None:
    assert (
        play(
            ["Lamps"], [DONE], says=claim(), success=["text present never"], proof=Knowing(True)
        ).status
        == "expired"
    )


def test_what_stood_there_before_anything_was_done_is_no_evidence() -> None:
    assert play(["Lamps", DONE], [DONE], says=claim()).status == "expired"


def test_what_we_typed_is_no_evidence() -> None:
    assert (
        play(["Lamps"], [DONE], says=claim("a purchase of oak"), types="a purchase of oak").status
        == "expired"
    )
    assert (
        play(
            ["Lamps"],
            ["We sell a purchase of oak"],
            says=claim("We sell a purchase of oak to you"),
            types="oak",
        ).status
        == "likely"
    )


def test_a_quote_of_a_word_is_no_evidence() -> None:
    assert play(["Lamps"], [DONE], says=claim("complete")).status == "expired"


def test_a_condition_does_not_hold_by_what_we_typed() -> None:
    assert (
        play(
            ["Lamps"],
            ['No results for "green oak"'],
            success=["text present green oak"],
            types="green oak",
        ).status
        == "expired"
    )
    assert (
        play(
            ["Lamps"],
            ["A green oak is on its way"],
            success=["text present green oak"],
            types="green oak",
        ).status
        == "success"
    )


def test_a_condition_that_holds_at_the_start_is_the_testers_mistake() -> None:
    with pytest.raises(UsageError, match="already holds"):
        play([DONE], success=["text present complete"])
    assert (
        play(
            [DONE], ["It is posted"], success=["text present complete", "text present posted"]
        ).status
        == "expired"
    )


def test_a_site_is_not_stuck_on_our_own_words() -> None:
    refusal = claim("There is no lamp of green oak here", Status.STUCK)
    assert play(["Lamps"], ["There is no lamp of green oak here"], says=refusal).status == "stuck"
    ours = claim("a lamp of green oak", Status.STUCK)
    assert (
        play(["Lamps"], ["a lamp of green oak"], says=ours, types="a lamp of green oak").status
        == "expired"
    )


@dataclass
class Late(Pages):
    """A page that answers what is pressed once it was looked at again."""

    looks: int = 0

    def look(self) -> Snapshot:
        self.looks += 1
        said = ["Lamps", DONE] if self.at and self.looks > 2 else ["Lamps"]
        texts = (
            Element("p", "text", text, text=text, xpath=f"/html/body/p[{n}]")
            for n, text in enumerate(said, 1)
        )
        button = Element("button", "button", "Buy", actionable=True, xpath="/html/body/button")
        return Snapshot("http://shop.test/", "Shop", (*texts, button))


@dataclass
class Pressing:
    """A player that presses the one button, and keeps what it is told of that."""

    heard: list[str] = field(default_factory=list)

    def decide(self, view: View) -> Move | Return | Verdict:
        (button,) = view.scene.actionable
        return Move("press", (Action(Kind.CLICK, button.uid),))

    def learn(self, outcome: Outcome) -> Verdict | None:
        self.heard += outcome.change.news
        return None


def test_a_press_that_a_page_answers_after_a_moment_is_answered() -> None:
    task = Task("buy", Site("shop", "http://shop.test/"), Persona("ann"), max_steps=1)
    player = Pressing()
    play_turns(PlayerTurns(task, player, Late([]), MemoryJournal(), StateGraph()))
    assert player.heard == [DONE]
