"""The agents of the `explore` system.

Perceptron, System 1, EntryBot, Oracle, and the progress critic.

Source: PathFinder, III-A. The critic and the `fast` outputs are ours: a small model judges an
    outcome far better than it chooses.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_type_hints

from pydantic import Field

from pathfinder.agents.agent import Agent, Output, T


class ElementPurpose(Output):
    """What one element is for, given the goal."""

    Element: str
    Purpose: str


class Perception(Output):
    """What a page is, and what its elements are for. Source: PathFinder, III-A.1."""

    SceneIdentification: str
    WebPageSummary: str
    ActionableElementsPurpose: list[ElementPurpose]


class Perceptron(Agent[Perception]):
    """Says what the page is and what each actionable element is for."""

    template = "explore/perceptron"
    output = Perception


class PurposesOnly(Output):
    """The purposes of the few elements that don't say theirs."""

    ActionableElementsPurpose: list[ElementPurpose]


class PurposePerceptron(Agent[PurposesOnly]):
    """The Perceptron of profile `fast`.

    Asked only about elements whose purpose the page does not say.
    """

    template = "explore/perceptron_fast"
    output = PurposesOnly

    @property
    def role(self) -> str:
        """It plays the Perceptron."""
        return "perceptron"


class Selection(Output):
    """Which element next, and why. Source: PathFinder, III-A.2."""

    CurrentTask: str
    ActionsHistory: str
    SelectedElementRationale: str
    SelectedElement: str


class System1(Agent[Selection]):
    """Chooses the next element."""

    template = "explore/system1"
    output = Selection


class QuickSelection(Output):
    """A candidate's handle, then why.

    A rationale written first was measured to mislead small models.
    """

    SelectedElement: str
    SelectedElementRationale: str = ""


class QuickSystem1(Agent[QuickSelection]):
    """System 1 of profile `fast`: chooses among lettered candidates."""

    template = "explore/system1_fast"
    output = QuickSelection

    @property
    def role(self) -> str:
        """It plays System 1."""
        return "system1"


class YesNo(Output):
    """One word."""

    Answer: Literal["Yes", "No"] = Field(description="Yes or No")


class Guide(Agent[YesNo]):
    """Says of one candidate whether it is on the way to the goal; played by System 1's model."""

    template = "explore/guide"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays System 1."""
        return "system1"


class Finder(Agent[YesNo]):
    """Says of one page whether the goal is done there; played by System 1's model."""

    template = "explore/finder"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays System 1."""
        return "system1"


class Entry(Output):
    """What to type into the chosen element. Source: PathFinder, III-A.3."""

    Rationale: str
    SelectedInput: str


class EntryBot(Agent[Entry]):
    """Chooses what to type, from the persona and the goal."""

    template = "explore/entrybot"
    output = Entry


class Entries(Output):
    """What to type, field handle by field handle."""

    SelectedInput: dict[str, str]


class FormEntryBot(Agent[Entries]):
    """The EntryBot of profile `fast`: a whole form's remaining fields in one reply."""

    template = "explore/entrybot_fast"
    output = Entries

    @property
    def role(self) -> str:
        """It plays the EntryBot."""
        return "entrybot"


class Placement(Output):
    """The letter of the value that goes into a field."""

    Value: str


class Placer(Agent[Placement]):
    """Says which of the goal's values goes into a field; played by the EntryBot's model."""

    template = "explore/placer"
    output = Placement

    @property
    def role(self) -> str:
        """It plays the EntryBot."""
        return "entrybot"


class Judgement(Output):
    """Whether the task is done, on what evidence.

    Source: PathFinder, III-A.4; the evidence is ours, and is checked.
    """

    Rationale: str
    Evidence: str
    TaskStatus: Literal["success", "stuck", "in progress"]


class Oracle(Agent[Judgement]):
    """Says whether the goal is reached."""

    template = "explore/oracle"
    output = Judgement


class Critic(Agent[YesNo]):
    """Says whether a step brought the goal closer; one token, its log-odds are the score."""

    template = "explore/critic"
    output = YesNo


class Doubter(Agent[YesNo]):
    """Says whether a sentence of the site refuses the goal; played by the Oracle's model."""

    template = "explore/doubter"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays the Oracle."""
        return "oracle"


class Confirmer(Agent[YesNo]):
    """Says whether all of a goal is done, by the steps and by what the site says now.

    Played by the Oracle's model.
    """

    template = "explore/confirm"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays the Oracle."""
        return "oracle"


class Quotation(Output):
    """The letter of the line that answers a question."""

    Evidence: str


class Reporter(Agent[YesNo]):
    """Says whether a sentence reports that something was done; played by the Oracle's model."""

    template = "explore/report"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays the Oracle."""
        return "oracle"


class Answerer(Agent[Quotation]):
    """Points at the line of a page that answers what a goal asks; played by the Oracle's model."""

    template = "explore/answer"
    output = Quotation

    @property
    def role(self) -> str:
        """It plays the Oracle."""
        return "oracle"


class AnswerChecker(Agent[YesNo]):
    """Says whether a line of a page answers a question; played by the Oracle's model."""

    template = "explore/answer_check"
    output = YesNo

    @property
    def role(self) -> str:
        """It plays the Oracle."""
        return "oracle"


class ReadValue(Output):
    """A value that a goal gives, copied from it, and what it is for."""

    value: str
    of: str


class Reading(Output):
    """A goal, read once: what it asks for in order, the values it gives, what it wants to know."""

    parts: list[str]
    values: list[ReadValue]
    asks: str = ""


class _OfTheGoal(Agent[T]):
    """Is asked about the goal alone; played by the EntryBot's model, which needs its values."""

    @property
    def role(self) -> str:
        """It plays the EntryBot."""
        return "entrybot"


class GoalReader(_OfTheGoal[Reading]):
    """Reads a goal."""

    template = "explore/reader"
    output = Reading


class GoalKind(Output):
    """Whether a goal asks something or wants something done."""

    Answer: Literal["question", "order"]


class GoalSorter(_OfTheGoal[GoalKind]):
    """Says whether a goal is a question or an order."""

    template = "explore/sorter"
    output = GoalKind


class GoalCount(Output):
    """Whether a goal wants one thing done, or several."""

    Answer: Literal["one", "several"]


class GoalCounter(_OfTheGoal[GoalCount]):
    """Says whether one thing is to be done, or several."""

    template = "explore/counter"
    output = GoalCount


class Remover(_OfTheGoal[YesNo]):
    """Says whether a goal asks for something to be deleted."""

    template = "explore/remover"
    output = YesNo


class Amender(_OfTheGoal[YesNo]):
    """Says whether a goal asks for a change of what is there."""

    template = "explore/amender"
    output = YesNo


class Holder(_OfTheGoal[YesNo]):
    """Says whether a goal is about the user's own account or data."""

    template = "explore/holder"
    output = YesNo


ROLES = ("perceptron", "system1", "entrybot", "oracle", "critic")


@dataclass
class Team:
    """Who plays in an exploration of profile `fast`."""

    perceptron: PurposePerceptron
    system1: QuickSystem1
    guide: Guide
    finder: Finder
    reader: GoalReader
    sorter: GoalSorter
    counter: GoalCounter
    remover: Remover
    amender: Amender
    holder: Holder
    entrybot: FormEntryBot
    placer: Placer
    oracle: Confirmer
    reporter: Reporter
    doubter: Doubter
    answerer: Answerer
    checker: AnswerChecker
    critic: Critic


@dataclass
class PaperTeam:
    """Who plays in an exploration of profile `paper`."""

    perceptron: Perceptron
    system1: System1
    entrybot: EntryBot
    oracle: Oracle


TEAMS: dict[str, type[Team | PaperTeam]] = {"fast": Team, "paper": PaperTeam}
"""Who plays in each profile."""


def roles_of(profile: str) -> tuple[str, ...]:
    """The roles that a profile's team plays.

    All of them where another package brings the profile.
    """
    team = TEAMS.get(profile)
    return tuple(role for role in ROLES if role in get_type_hints(team)) if team else ROLES


def templates_of(profile: str) -> tuple[str, ...]:
    """The prompt files of a profile's team; none of ours where another package brings it."""
    agents = get_type_hints(TEAMS[profile]).values() if profile in TEAMS else ()
    return tuple(dict.fromkeys(agent.template for agent in agents))


def enum_schema(
    output: type[Output], field: str, choices: list[str], *, longest: int = 90
) -> dict[str, Any]:
    """The output's JSON schema, with one field narrowed to an enum and short strings elsewhere."""
    schema = output.model_json_schema()
    for name, entry in schema["properties"].items():
        if name == field:
            schema["properties"][name] = {"type": "string", "enum": choices}
        elif entry.get("type") == "string" and "enum" not in entry:
            entry["maxLength"] = longest
    schema["required"] = list(schema["properties"])
    return schema
