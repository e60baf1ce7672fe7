"""What an instruction leaves unsaid is not entered."""

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Vault
from pathfinder.systems.explore.doubts import only_said
from pathfinder.systems.explore.inputs import Input
from pathfinder.webprocessor.element import Element

VAULT = Vault(
    {"first_name": "Anna", "account.password": "Alto-44"}, frozenset({"account.password"})
)
GOAL = "Enter Kwame as given name, leave the rest alone and submit"


def entered(name, value, *, by="model", kind=Kind.TYPE, **attributes):
    field = Element(
        uid=name, tag="input", role="textbox", name=name, xpath=f"/{name}", attributes=attributes
    )
    return Input(field, Action(kind, name, value), by)


def kept(*inputs, goal=GOAL):
    return [one.field.name for one in only_said(inputs, goal, VAULT)]


def test_what_the_persona_would_have_entered_is_left_out():
    said, unsaid = entered("Given name", "Kwame"), entered("Family name", "{{persona.first_name}}")
    assert kept(said, unsaid) == ["Given name"]


def test_what_was_made_up_is_left_out_and_a_value_of_the_goals_is_not():
    assert kept(entered("Notes", "A kind man"), entered("Name", "KO", by="goal")) == ["Name"]


def test_a_box_is_ticked_only_where_the_words_name_it():
    asked = "Tick Sings alone and save"
    boxes = [entered(name, None, kind=Kind.CHECK) for name in ("Sings alone", "Is away")]
    assert kept(*boxes, goal=asked) == ["Sings alone"]


def test_who_logs_in_does_so_with_name_and_password():
    name = entered("Name", "{{persona.first_name}}")
    password = entered("Password", "{{persona.account.password}}", type="password")
    assert kept(name, password) == ["Name", "Password"]


def test_who_is_asked_for_more_than_that_does_not_log_in():
    names = [entered(name, "{{persona.first_name}}") for name in ("First name", "Nickname")]
    password = entered("Password", "{{persona.account.password}}", type="password")
    assert kept(*names, password) == []
