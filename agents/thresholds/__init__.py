"""How sure a model has to be before its log-odds are believed.

One file a model, for what was settled on one says nothing of another.

A model's file is found by the names it lists, first in userdata/thresholds of the current folder,
then among those that come with PathFinder. A file that says `like: NAME` has of another file,
beside it or among ours, what it does not say itself. A model without one gets `strictest.yaml`,
which believes no claim on a number alone. Zero is no threshold: it is the model's own word, Yes
being likelier than No.
"""

from collections.abc import Iterable
from functools import cache
from math import inf
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from pathfinder.agents.models.base import Model
from pathfinder.core.checked import checked
from pathfinder.core.yamlfile import YamlFile, read_yaml

SHIPPED = Path(__file__).parent
OWN = Path("userdata/thresholds")
STRICTEST = "strictest"


def _as_number(text: object) -> object:
    """YAML's `.inf` as Python writes it."""
    return text.replace(".inf", "inf") if isinstance(text, str) else text


Odds = Annotated[float, BeforeValidator(_as_number)]


class Thresholds(BaseModel):
    """Log-odds of Yes over No; `.inf` for what is never believed.

    models: Names of the models that it was settled on, as a constellation has them.
    critic_detour: A step that scores less led away from the goal.
    detour_leans: How much the critic leans to one answer, whatever the step: by so much of what it
        says of a step that changes nothing its word is corrected.
    detour_ahead, detour_gained: What weighs in that score beside the critic's word: the log-odds
        that the step was on the way, asked before it was done, and the share of the goal's words
        that the page says more than the one before.
    survey_odds, survey_words, survey_asks: What speaks for a page being the one where the goal is
        done, as it weighs in a choice among several: the log-odds of Yes, the goal's words that it
        holds, as a share of the most that one holds, and that it asks for something, where the
        goal is no question.
    survey_none: What the same would have to be of a page for it to be no likelier than that the
        goal is done on none of those that were looked at.
    survey_least: A page whose share is less, of the likeliest page's, is not where a goal is done.
    choice_letter, choice_guide: What the model's word weighs where it chooses: the log-probability
        of a candidate's letter, and the log-odds that it is on the way.
    choice_trusted: What the guide believes in so is chosen without letters, of the few for which
        the most speaks beforehand; it is asked of no candidate before the letters where nothing is.
    choice_asks_again: For a letter among the best few alone, which then stands for the first one;
        and the guide's word only where it is known what something leads to.
    choice_value, choice_name, choice_place, choice_early, choice_header, choice_again, choice_form,
        choice_idle, choice_unmet, choice_revealed, choice_survey, choice_fruitless, choice_gained:
        What weighs beside it (`systems.explore.choice_signs.ChoiceSigns`).
    done: What speaks for all of the goal being done, weighed.
    done_least: The model's own word has to speak as much for it, whatever else does.
    done_asked, done_sent, done_reported, done_shown, done_left, done_covered: What each of it
        weighs: that the model says so, that a button was pressed, that the site reports something,
        that it shows what was entered, that a value of the goal was not used yet, and how much of
        the goal what was done is called by.
    reports: A sentence of the site reports that something has been done.
    refuses, refuses_in_passing: A sentence of the site refuses the goal; the same of one that is no
        message, but stands on a page among others.
    question, question_marked, question_within: A goal asks something, against that it wants
        something done; the same of one whose words behind a colon end with a question mark, or of
        those before the colon; the same of one that has a question mark anywhere.
    several: A goal wants several things done, against that it wants one.
    surely_several: The same, so surely that one thing which was sent is not all of it.
    deletes: A goal asks for something to be deleted, removed or cancelled.
    amends: A goal asks for a change of what is there, and for nothing new.
    owns: A goal is about the user's own account or data.
    answers: A line of a page answers what the goal asks; against that none does.
    assertion_lean: How far the assertion agent leans to No; taken off its log-odds.
    assertion_denies, assertion_holds: Above its lean: what is not over the one denies, over the
    other bears out, between them it is unsure.
    observed, observed_named: A step is carried out, above one that changed nothing; the same where
    the step names what was used.
    carried_out: An instruction is, with nothing left to do.
    assertor_denies, assertor_holds: An expected result does not hold, or does, by all that is
        weighed; between them it is unsure.
    assertor_sure: It holds so surely that what brought it about was what the words say.
    assertor_word, assertor_held, assertor_denied, assertor_missing: What each sign of it weighs
        (`engine.assertor.ClaimSigns`).
    read_sure: A sentence is read as it is meant, by all that is weighed.
    read_hesitation, read_spare, read_loose: What each sign of it weighs
        (`language.certainty.Signs`).
    heal_renamed, heal_lead: A control got another name, and by how much more surely than any other
    did.
    heal_renamed_beside, heal_lead_beside: The same where rivals of the old page are held against
    each other.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = ""
    models: tuple[str, ...] = ()
    critic_detour: Odds
    detour_leans: float = 1.0
    detour_ahead: float = 0.0
    detour_gained: float = 0.0
    survey_odds: float = 1.0
    survey_words: float = 0.0
    survey_asks: float = 0.0
    survey_none: Odds = -inf
    survey_least: float = 0.0
    choice_letter: float = 1.0
    choice_guide: float = 1.0
    choice_trusted: Odds = inf
    choice_asks_again: bool = True
    choice_value: float = 1.5
    choice_name: float = 1.0
    choice_place: float = 2.5
    choice_early: float = -3.0
    choice_header: float = -0.6
    choice_again: float = -0.6
    choice_form: float = 0.7
    choice_idle: float = -3.0
    choice_unmet: float = 1.0
    choice_revealed: float = 2.0
    choice_survey: float = 4.0
    choice_fruitless: float = -2.0
    choice_gained: float = 2.0
    done: Odds
    done_least: Odds = -inf
    done_asked: float = 1.0
    done_sent: float = 0.0
    done_reported: float = 0.0
    done_shown: float = 0.0
    done_left: float = 0.0
    done_covered: float = 0.0
    reports: Odds = 0.0
    refuses: Odds
    refuses_in_passing: Odds = inf
    question: Odds = 0.0
    question_marked: Odds = 0.0
    question_within: Odds = 0.0
    deletes: Odds = 0.0
    amends: Odds = inf
    owns: Odds = -inf
    several: Odds = -inf
    surely_several: Odds = inf
    answers: Odds
    assertion_lean: Odds
    assertion_denies: Odds
    assertion_holds: Odds
    observed: Odds
    observed_named: Odds
    carried_out: Odds = 0.0
    assertor_denies: Odds
    assertor_holds: Odds
    assertor_sure: Odds = inf
    assertor_word: float = 1.0
    assertor_held: float = 0.0
    assertor_denied: float = 0.0
    assertor_missing: float = 0.0
    read_sure: Odds = inf
    read_hesitation: float = 0.0
    read_spare: float = 0.0
    read_loose: float = 0.0
    heal_renamed: Odds
    heal_lead: Odds
    heal_renamed_beside: Odds
    heal_lead_beside: Odds


def thresholds_of(model: Model) -> Thresholds:
    """The thresholds that hold for a model; the strictest where nobody settled any on it."""
    return thresholds_for(str(getattr(model, "plays", "") or model.name))


def thresholds_for(name: str) -> Thresholds:
    """The thresholds that hold for a model of that name.

    Raises:
        SettingsError: A file of thresholds is wrong; names file and line.
    """
    known = [*_all_in(OWN.absolute()), *_all_in(SHIPPED)]
    found = next(
        (each for each in known if name in each.models or name.partition("/")[0] in each.models),
        None,
    )
    return found or next(each for each in known if each.name == STRICTEST)


def thresholds_by_model(models: Iterable[Model]) -> dict[str, str]:
    """Model -> the file that is in force for it, for a session's first lines.

    `qwen2.5-coder-1.5b`, or `strictest`.
    """
    return {model.name: thresholds_of(model).name for model in models}


def read_thresholds(path: Path, *, of: tuple[Path, ...] = ()) -> Thresholds:
    """Read one file; `of` are those that are like it.

    Raises:
        SettingsError: Not YAML, a name that is not known or missing, or no number; names file and
            line.
    """
    file = read_yaml(path)
    if not isinstance(file.content, dict):
        raise file.error(
            (), "write a threshold a line, such as `critic_detour: 1.2`, and `models: [NAME]`"
        )
    own = {**_liked(file, (*of, path)), **file.content, "name": path.stem}
    own.pop("like", None)
    read = checked(file, Thresholds, own)
    if wrong := next((key for key, value in read if value != value), None):
        raise file.error((wrong,), f"{wrong}: not a number to compare with")
    return read


def _liked(file: YamlFile, of: tuple[Path, ...]) -> dict[str, object]:
    """What a file has of another, that none of these is."""
    if (name := file.content.get("like")) is None:
        return {}
    there = [folder / f"{name}.yaml" for folder in (file.path.parent, SHIPPED)]
    if not (found := next((path for path in there if path.is_file() and path not in of), None)):
        raise file.error(("like",), f"like: there is no other file of thresholds {name}.yaml")
    return read_thresholds(found, of=of).model_dump(exclude={"models", "name"})


@cache
def _all_in(folder: Path) -> tuple[Thresholds, ...]:
    return tuple(read_thresholds(path) for path in sorted(folder.glob("*.yaml")))
