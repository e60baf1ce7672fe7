"""Journals as trails, and what is expected after a leg of one."""

from itertools import pairwise
from typing import Any

import pytest

from pathfinder.core.errors import UsageError
from pathfinder.core.events import Back, Event, SeenElement, read_event
from pathfinder.core.task import Persona
from pathfinder.engine.playback.values import Variables, address, relative
from pathfinder.engine.recording.expectations import Wording, address_expected, amounts
from pathfinder.engine.recording.record import record
from pathfinder.engine.recording.trail import legs, paths

ANN = Persona(
    "ann",
    {
        "identity.full_name": "Ann Lee",
        "identity.first_name": "Ann",
        "account.password": "s3cret-word",
    },
    frozenset({"account.password"}),
)


def look(
    step: int, state: str, *, heading: str = "", texts: tuple[str, ...] = ()
) -> dict[str, Any]:
    elements = [
        {"name": text, "role": "text", "actionable": False, "box": [0, 20 * n, 90, 18]}
        for n, text in enumerate(texts)
    ]
    return read_event(
        {
            "event": "look",
            "step": step,
            "state": state,
            "heading": heading or state,
            "url": f"http://shop.test/{state}",
            "elements": elements,
        }
    )


def act(
    step: int, kind: str, name: str, *, role: str = "link", value: str = "", ok: bool = True
) -> Event:
    element = {
        "tag": "a",
        "role": role,
        "name": name,
        "locators": [{"by": "role", "value": role, "name": name}],
        "xpath": "/x",
    }
    action = {"kind": kind, "uid": f"{name}_1"} | ({"value": value} if value else {})
    return read_event(
        {
            "event": "act",
            "step": step,
            "action": action,
            "element": element,
            "result": {"ok": ok},
        }
    )


def change(step: int, before: str, after: str, **more: Any) -> Event:
    urls = {"url_before": f"http://shop.test/{before}", "url": f"http://shop.test/{after}"}
    return read_event(
        {
            "event": "change",
            "step": step,
            "state_before": before,
            "state": after,
            "nothing": before == after,
            **urls,
            **more,
        }
    )


def walk(*states: str) -> list[Event]:
    """A session that pressed a link from state to state."""
    events = [look(1, states[0])]
    for step, (before, after) in enumerate(pairwise(states), 1):
        events += [
            act(step, "click", f"to {after}"),
            change(step, before, after),
            look(step + 1, after),
        ]
    return events


def session(events: list[Event], **verdict: Any) -> list[Event]:
    task = {
        "goal": "buy",
        "site": "shop",
        "url": "http://shop.test/",
        "persona": "ann",
        "success": ["text present Thank you"],
    }
    ended = {"event": "verdict", "status": "success", "by": "condition", **verdict}
    begun = {"event": "session", "session": "s", "task": task, "seed": 3, "versions": {}}
    return [read_event(begun), *events, read_event(ended)]


def test_the_shortest_path_leaves_out_detours_and_what_changed_nothing() -> None:
    taken = legs(walk("home", "help", "help", "home", "list", "thanks"))
    shortest, *others = paths(taken)
    assert [leg.end for leg in shortest] == ["list", "thanks"]
    assert [[leg.end for leg in path] for path in others] == [["help", "home", "list", "thanks"]]


def test_a_refused_form_is_filled_in_rightly_at_once() -> None:
    events = [
        look(1, "form", heading="Your details"),
        act(1, "type", "Name", role="textbox", value="Ann Lee"),
        act(1, "type", "Mail", role="textbox", value="wrong"),
        act(1, "click", "Send", role="button"),
        change(1, "form", "form!", errors=["Mail is wrong"]),
        look(2, "form!", heading="Your details"),
        act(2, "type", "Mail", role="textbox", value="right"),
        act(2, "click", "Send", role="button"),
        change(2, "form!", "thanks"),
        look(3, "thanks"),
    ]
    scenario = record(session(events), ANN)[0]
    assert [(step.kind, step.value) for step in scenario.steps[1:]] == [
        ("fill", "{{persona.identity.full_name}}"),
        ("fill", "right"),
        ("click", ""),
    ]
    assert scenario.steps[-1].expect[-1] == "text present Thank you"
    assert (scenario.site, scenario.seed, scenario.steps[0].value) == ("shop", 3, "/")


def test_what_was_dragged_is_recorded_with_what_it_was_dropped_onto() -> None:
    onto = act(1, "drag", "Done").to_json()["element"]
    dragged = read_event(act(1, "drag", "Card").to_json() | {"onto": onto})
    events = [look(1, "board"), dragged, change(1, "board", "done"), look(2, "done")]
    step = record(session(events), ANN)[0].steps[-1]
    assert step.onto is not None
    assert (step.kind, step.onto.locators[0].name) == ("drag", "Done")


def test_after_a_reset_only_what_led_back_counts() -> None:
    events = walk("home", "list", "lamp")
    events += [
        Back(step=3, how="replay"),
        act(3, "click", "to list"),
        change(3, "lamp", "list"),
        look(4, "list"),
    ]
    events += [act(4, "click", "to thanks"), change(4, "list", "thanks"), look(5, "thanks")]
    assert [[leg.end for leg in path] for path in paths(legs(events))] == [["list", "thanks"]]


def test_a_session_without_success_is_not_recorded() -> None:
    with pytest.raises(UsageError, match="ended as stuck; only one that reached its goal"):
        record(session(walk("home", "list"), status="stuck"))


def test_words_that_will_be_said_again() -> None:
    wording = Wording(ANN)
    assert (
        wording.text("Thank you, Ann Lee!")
        == "text present Thank you, {{persona.identity.full_name}}!"
    )
    assert wording.text("Order 1001 placed") == r"text matches Order \d+ placed"
    assert wording.text("Annex and Ann") == "text present Annex and {{persona.identity.first_name}}"
    assert wording.text("Dear Ann, order 5") == ""
    assert wording.text("·") == ""


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("http://a/", "http://a/basket?x=1", "url contains /basket"),
        ("http://a/basket", "http://a/basket/", ""),
        ("http://a/", "http://a/orders/10023/thanks", "url matches /orders/[^/?#]+/thanks"),
        ("http://a/", "http://a/product/oak-lamp-2", "url contains /product/oak-lamp-2"),
    ],
)
def test_an_address_without_what_is_given_out_anew(before: str, after: str, expected: str) -> None:
    assert address_expected(before, after) == expected


def test_amounts_belong_to_the_label_in_their_line() -> None:
    after = look(2, "basket", texts=("Subtotal £25.50", "Total £29.45", "Oak lamp"))
    cells = tuple(
        SeenElement(name=name, role="cell", actionable=False, box=box)
        for name, box in (
            ("Delivery", (0, 200, 90, 18)),
            ("£3.95", (100, 201, 40, 18)),
            ("£9.99", (100, 401, 40, 18)),
        )
    )
    after = after.model_copy(update={"elements": (*after.elements, *cells)})
    before = look(1, "home", texts=("Subtotal £25.50",))
    assert amounts(after, before) == ["Total £29.45", "Delivery £3.95"]


def test_addresses_are_relative_to_the_site_and_move_with_it() -> None:
    assert relative("http://a.test/shop/basket?x=1", "http://a.test/shop/") == "/basket?x=1"
    assert (
        address("/basket?x=1", "http://b.test:8/shop/", "http://a.test/shop/")
        == "http://b.test:8/shop/basket?x=1"
    )
    assert (
        address("http://a.test/other", "http://b.test:8/shop/", "http://a.test/shop/")
        == "http://b.test:8/other"
    )
    assert address("http://c.test/x", "http://b.test/", "http://a.test/") == "http://c.test/x"


def test_variables_are_filled_in_and_placeholders_left() -> None:
    variables = Variables()
    variables.set("word", "lamp")
    variables.set("both", variables.words("oak {{word}}"))
    assert (
        variables.fill("{{both}} for {{persona.identity.first_name}}")
        == "oak lamp for {{persona.identity.first_name}}"
    )
    with pytest.raises(UsageError, match="is not set"):
        variables.fill("{{other}}")
