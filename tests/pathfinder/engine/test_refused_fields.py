"""What a page says beside a field once its form has been sent."""

from dataclasses import replace

from pathfinder.engine.refused_fields import with_refused_fields
from pathfinder.webprocessor.element import Element, Scene

FORM = "form#order"
WRONG = "Please accept the terms of delivery."


def field(number: int, name: str, role: str = "textbox", **facts: object) -> Element:
    path = f"/html/body/form/div[{number}]/label/input"
    base = Element("input", role, name, uid=name, actionable=True, form=FORM, xpath=path)
    return replace(base, attributes={"name": name}, **facts)  # type: ignore[arg-type]


def text(words: str, path: str) -> Element:
    return Element("p", "text", "", text=words, uid=words, xpath=path)


NAME, TERMS = field(1, "name"), field(2, "terms", "checkbox", checked=False)
BUTTON = Element("button", "button", "Continue", uid="go", actionable=True, form=FORM, submits=True)
HINT = text("As it stands on the letter box", "/html/body/form/div[1]/p")


def page(*texts: Element, fields: tuple[Element, ...] = (NAME, TERMS)) -> Scene:
    return Scene("http://shop.test/order", "Order", "Order", (*fields, BUTTON), (HINT, *texts))


def errors(before: Scene, after: Scene, sent: str = FORM, **entered: str) -> dict[str, str]:
    told = with_refused_fields(before, after, sent, entered)
    return {e.uid: e.error for e in told.actionable if e.error}


BESIDE_TERMS = text(WRONG, "/html/body/form/div[2]/p")


def test_what_stands_beside_a_field_once_its_form_was_sent_is_wrong_with_it() -> None:
    after = page(BESIDE_TERMS)
    assert errors(page(), after) == {"terms": WRONG}
    assert with_refused_fields(page(), after, FORM).errors == (WRONG,)


def test_what_stood_there_before_or_without_anything_sent_is_nothing() -> None:
    assert errors(page(BESIDE_TERMS), page(BESIDE_TERMS)) == {}
    assert errors(page(), page(BESIDE_TERMS), "") == {}
    assert with_refused_fields(page(), page(), FORM) == page()


def test_what_was_wrong_stays_so_while_the_page_says_it() -> None:
    once = with_refused_fields(page(), page(BESIDE_TERMS), FORM)
    assert errors(once, page(BESIDE_TERMS), "") == {"terms": WRONG}
    assert errors(once, page(), "") == {}
    other = text("Nice to meet you", "/html/body/form/div[1]/span")
    assert errors(once, page(BESIDE_TERMS, other), "") == {"terms": WRONG}


def test_what_stands_beside_several_fields_or_none_belongs_to_none() -> None:
    assert errors(page(), page(text("Something is missing.", "/html/body/form/p"))) == {}
    assert errors(page(), page(text("Thank you very much.", "/html/body/p"))) == {}


def test_a_form_with_other_fields_has_refused_nothing() -> None:
    other = field(1, "card"), field(2, "code")
    assert (
        errors(page(), page(text("As on its back", "/html/body/form/div[2]/p"), fields=other)) == {}
    )


def test_a_form_of_one_field_may_say_that_all_is_well() -> None:
    saved = text("It has been saved.", "/html/body/form/div[1]/p")
    assert errors(page(fields=(NAME,)), page(saved, fields=(NAME,))) == {}


def test_what_a_list_shows_as_chosen_and_counts_are_not_wrong() -> None:
    holding = (replace(NAME, value="2"), TERMS)
    chosen = text("Orchard Bank, Skelby", "/html/body/form/div[1]/span")
    after = page(chosen, fields=holding)
    assert errors(page(), after) == {"name": "Orchard Bank, Skelby"}
    assert errors(page(), after, name="Orchard Bank, Skelby HD2") == {}
    showing = (replace(NAME, value="Orchard Bank, Skelby"), TERMS)
    assert errors(page(fields=showing), page(chosen, fields=showing)) == {}
    assert errors(page(), page(text("12 / 200", "/html/body/form/div[1]/span"))) == {}
    calm = replace(BESIDE_TERMS, notice="status")
    assert errors(page(), page(calm)) == {}


def test_a_form_that_comes_back_empty_has_been_taken() -> None:
    said = text("2 are in your cart", "/html/body/form/div[1]/p")
    full = (replace(NAME, value="2"), TERMS)
    assert errors(page(), page(said), name="2") == {}
    assert errors(page(fields=full), page(said)) == {}
    assert errors(page(), page(said, fields=full), name="2") == {"name": said.text}
    secret = replace(NAME, attributes={"name": "name", "type": "password"})
    with_secret = (secret, TERMS)
    expected = {"terms": WRONG}
    assert (
        errors(page(fields=with_secret), page(BESIDE_TERMS, fields=with_secret), name="x")
        == expected
    )


def test_what_a_box_is_called_is_not_wrong_with_it() -> None:
    named = text("Terms that you accept", "/html/body/form/div[2]/p")
    assert errors(page(), page(named)) == {}
    label = text("Name that you go by", "/html/body/form/div[1]/p")
    assert errors(page(), page(label)) == {"name": label.text}


def test_of_radio_buttons_all_that_are_one_question_are_wrong() -> None:
    radios = tuple(
        replace(field(number, name, "radio", checked=False), attributes={"name": "payment"})
        for number, name in ((3, "Card"), (4, "Cash"))
    )
    inside = tuple(replace(e, xpath=e.xpath.replace("/form/", "/form/fieldset/")) for e in radios)
    fields = (NAME, *inside)
    said = text("Please choose how to pay.", "/html/body/form/fieldset/p")
    named = text("Cash, to the driver", "/html/body/form/fieldset/p")
    assert errors(page(fields=fields), page(named, fields=fields)) == {}
    expected = dict.fromkeys(("Card", "Cash"), "Please choose how to pay.")
    assert errors(page(fields=fields), page(said, fields=fields)) == expected


def test_what_is_new_in_a_row_that_a_box_ticks_is_about_that_row() -> None:
    path = "/html/body/form/table/tbody/tr[2]"
    box = replace(TERMS, xpath=f"{path}/td[1]/input", checked=True)
    state = text("Settled this morning", f"{path}/td[3]")
    assert errors(page(fields=(NAME, box)), page(state, fields=(NAME, box))) == {}


def test_a_search_that_comes_back_refuses_nothing() -> None:
    looks = (field(1, "what", "searchbox"), TERMS)
    assert errors(page(fields=looks), page(BESIDE_TERMS, fields=looks)) == {}
