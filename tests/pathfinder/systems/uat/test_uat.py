"""The acceptance-test copilot's agents, scripted, on the demo shop.

Reflection, inspection, parameters, and the paper's ablations.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.case import CaseResult, CaseStep, TestCase
from pathfinder.core.journal import FileJournal, MemoryJournal
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.task import Site
from pathfinder.engine.runner import RunContext
from pathfinder.systems.uat.runner import UatRunner
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings
from tests.fakes.form_browser import FormBrowser
from tests.fakes.journals import lines
from tests.fakes.running import run_case

SITE = Site("demo", "http://127.0.0.1/", ("127.0.0.1",), safe=False)
OPEN = CaseStep(
    'Open the page "/product/oak-chopping-board"', 'The heading "Oak Chopping Board" is shown.'
)
BUY = CaseStep("Have the board put aside for you", 'The text "Added to your basket" is shown.')
REFLECTED = "These did not work; do not repeat them:"
DEAD = (
    "Decrease quantity",
    "Add Stoneware Mug to wish list",
    "Add to basket",
)  # at one piece; without its script; with its fault


def asked_of(prompt: Prompt) -> str:
    return prompt.messages[-1].content


def takes(*names: str) -> Callable[[Prompt, Sequence[str]], list[float]]:
    """Scores of an agent that takes the first offered of these names, and says Yes."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        lines = asked_of(prompt).splitlines()
        found = next(
            (line[0] for name in names for line in lines if line[1:3] == ". " and name in line),
            choices[-1],
        )
        wanted = "Yes" if "Yes" in choices else found
        return [0.0 if choice == wanted else -5.0 for choice in choices]

    return scores


class Copilots:
    """A model a role, and what came of a case that they played."""

    def __init__(self, *names: str) -> None:
        self.models = {
            role: ScriptedModel(scores=takes(*names), name=f"scripted/{role}")
            for role in UatRunner.roles
        }
        self.journal = MemoryJournal()

    def run(self, *steps: CaseStep, fault: str = "", **options: object) -> CaseResult:
        persona = load_persona(userdata_folder(), "alex")
        browser = FormBrowser(persona.vault, create_app(ShopSettings(fault=fault)))
        context = RunContext(browser, self.journal, self.models, SITE, persona, options=options)
        return run_case(UatRunner(), TestCase("a case", steps), context)

    def pointed(self) -> list[str]:
        """What the operation agent was asked, time by time."""
        return [
            asked_of(prompt)
            for prompt, _ in self.models["operation"].asked
            if "You can:" in asked_of(prompt)
        ]

    def acted(self) -> list[str]:
        return [
            event["element"]["name"]
            for event in lines(self.journal)
            if event["event"] == "act" and event["step"] == 2
        ]


def test_what_changed_nothing_is_reflected_on_and_something_else_is_done() -> None:
    copilots = Copilots("Decrease quantity", "Add to basket")
    result = copilots.run(OPEN, BUY)
    assert result.verdict.status == "passed", result.verdict.reason
    assert copilots.acted() == ["Decrease quantity", "Add to basket"]
    chosen = [
        event["text"]
        for event in lines(copilots.journal)
        if event["event"] == "choice" and event["by"] == "model"
    ]
    assert ["Decrease quantity" in chosen[0], "Add to basket" in chosen[1]] == [True, True]
    first, second = copilots.pointed()
    assert REFLECTED not in first
    assert f"{REFLECTED}\n- click 'Decrease quantity': nothing changed" in second
    assert "Decrease quantity" not in second.partition("You can:")[2]


def test_reflection_lists_all_that_was_invalid_and_has_an_end() -> None:
    copilots = Copilots(*DEAD)
    result = copilots.run(OPEN, BUY, fault="add-button-dead")
    assert (result.verdict.status, result.results[-1].part, result.results[-1].by) == (
        "inconclusive",
        "action",
        "model",
    )
    assert len(copilots.acted()) == len(copilots.pointed()) == 3
    last = copilots.pointed()[-1].partition(REFLECTED)[2]
    assert [name for name in DEAD if f"'{name}'" in last] == list(DEAD[:2])


@pytest.mark.parametrize("variant", [{"reflection": False}, {"single_agent": True}])
def test_without_reflection_the_first_invalid_action_ends_the_step(
    variant: dict[str, object],
) -> None:
    copilots = Copilots("Decrease quantity", "Add to basket")
    result = copilots.run(OPEN, BUY, **variant)
    assert (result.verdict.status, result.verdict.blame, result.results[-1].number) == (
        "inconclusive",
        "model",
        2,
    )
    assert "'Decrease quantity': nothing changed" in result.verdict.reason
    assert copilots.acted() == ["Decrease quantity"]
    assert REFLECTED not in "".join(copilots.pointed())


def test_the_inspection_agent_says_whether_the_page_fits_the_next_step() -> None:
    copilots = Copilots("Add to basket")
    look = CaseStep("Look at the page.", 'The text "Added to your basket" is shown.')
    assert copilots.run(OPEN, CaseStep(BUY.text), look).verdict.status == "passed"
    (asked,) = [asked_of(prompt) for prompt, _ in copilots.models["inspection"].asked]
    assert "The next instruction: Look at the page." in asked


def test_a_single_agent_is_asked_everything_and_is_never_inspected() -> None:
    copilots = Copilots("Add to basket")
    look = CaseStep("Look at the page.", "The customer feels well advised.")
    assert (
        copilots.run(OPEN, CaseStep(BUY.text), look, single_agent=True).verdict.status == "likely"
    )
    assert copilots.models["operation"].asked
    assert not copilots.models["parameter"].asked
    assert not copilots.models["inspection"].asked
    assert "The next instruction" not in "".join(
        asked_of(prompt) for prompt, _ in copilots.models["operation"].asked
    )


def test_a_parameter_is_chosen_by_name_and_its_value_never_told() -> None:
    copilots = Copilots("Search products", "account username")
    copilots.run(
        CaseStep('Open the page "/contact"'), CaseStep("Tell customer service about yourself")
    )
    typed = [
        event["action"]["value"]
        for event in lines(copilots.journal)
        if event["event"] == "act" and event["action"]["kind"] == "type"
    ]
    assert typed == ["{{persona.account.username}}"]
    (asked,) = [asked_of(prompt) for prompt, _ in copilots.models["parameter"].asked]
    assert ". account username" in asked
    assert "alex.morgan" not in asked


NAMES = CaseStep("System requests User to provide their given name.")


def test_an_agents_choice_is_no_fault_of_the_site() -> None:
    """After "Increase quantity", which an agent chose, nothing need be in the basket.

    What a press on order does not show is the site's.
    """
    chosen = Copilots("Increase quantity").run(OPEN, BUY)
    assert (chosen.verdict.status, chosen.verdict.blame) == ("inconclusive", "model")
    assert "need not be the site's fault" in chosen.verdict.reason
    told = Copilots().run(
        OPEN, CaseStep('Press the button "Add to basket"', 'The text "Sold out" is shown.')
    )
    assert (told.verdict.status, told.verdict.blame) == ("failed", "site")


def test_what_an_agent_chose_is_kept_as_statements(tmp_path: Path) -> None:
    """Without what it tried in vain before."""
    copilots = Copilots("Decrease quantity", "Add to basket")
    copilots.journal = FileJournal(tmp_path)
    assert copilots.run(OPEN, BUY).verdict.status == "passed"
    copilots.journal.close()
    kept = json.loads((tmp_path / "scenario.json").read_text(encoding="utf-8"))["steps"]
    clicked = [step["target"]["described"]["name"] for step in kept if step["kind"] == "click"]
    assert clicked == ["Add to basket"]


def rewritten(*steps: CaseStep, said: str) -> CaseResult:
    """A case whose first step only tells what happens, which the operation agent rewrites so."""
    copilots = Copilots()
    rewriter = ScriptedModel(
        [json.dumps({"Instruction": said})], scores=takes(), name="scripted/operation"
    )
    copilots.models |= {"operation": rewriter}
    return copilots.run(*steps)


def test_what_an_agent_has_rewritten_is_read_and_blames_no_site() -> None:
    told = CaseStep("The user submits what is on the page", 'The text "Sold out" is shown.')
    said = 'Click on the button "Add to basket"'
    result = rewritten(OPEN, told, said=said)
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "model")
    assert "Sold out" in result.verdict.reason
    missing = rewritten(OPEN, told, said='Click on the button "Sell everything"')
    assert (missing.verdict.status, missing.results[-1].part) == ("inconclusive", "action")


def test_without_models_what_the_words_leave_open_is_the_users_to_say() -> None:
    copilots = Copilots()
    copilots.models = {}
    result = copilots.run(OPEN, BUY)
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "user")
    assert "put what is meant in quotes" in result.verdict.reason


def test_what_words_name_needs_no_agent() -> None:
    copilots = Copilots()
    result = copilots.run(CaseStep('Open the page "/account/register"'), NAMES)
    assert result.verdict.status == "passed"
    assert copilots.acted() == ["First name"]
    assert [result.by for result in result.results] == ["rule", "rule"]
    assert copilots.pointed() == []


def test_a_control_is_pressed_that_is_called_what_the_step_says() -> None:
    copilots = Copilots()
    copilots.run(
        CaseStep('Open the page "/account/login"'),
        CaseStep("System requests User to create an account."),
    )
    assert copilots.acted() == ["Create an account"]
    assert copilots.pointed() == []
