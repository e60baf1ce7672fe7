"""The scenario language.

What it reads, what it writes, and what it says when it doesn't understand.
"""

from pathlib import Path

import pytest
from make_script import make_script

from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Locator, Step, Target
from pathfinder.core.statement import Check, Described
from pathfinder.language.dsl import (
    Comment,
    Condition,
    If,
    Include,
    Repeat,
    read_file,
    read_text,
    write_text,
)
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.dsl.read import GRAMMAR


def one(line: str) -> Step:
    (node,) = read_text(line).body
    assert isinstance(node, Step)
    return node


@pytest.mark.parametrize(
    ("line", "described"),
    [
        ('click the "Save"', Described(name="Save")),
        ('click the "Save" button', Described(name="Save", kind="button")),
        (
            'click "update" in "the row of the navy bag"',
            Described(name="update", place="the row of the navy bag"),
        ),
        ('click second "Edit" link', Described(name="Edit", kind="link", ordinal=2)),
        ("hover over the last card", Described(kind="card", ordinal=-1)),
        (
            'fill "quantity" in "the row of the navy bag" as "2"',
            Described(name="quantity", place="the row of the navy bag"),
        ),
        ('select "Large" in the 3rd "Size" list', Described(name="Size", kind="list", ordinal=3)),
        ('press "Enter" in the "Search" field', Described(name="Search", kind="field")),
        ('check the "Tables" checkbox', Described(name="Tables", kind="checkbox")),
    ],
)
def test_a_target_may_be_described(line, described):
    assert one(line).target == Target(described=described)
    assert one(write_text(read_text(line))) == one(line)


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ('page "Your cart"', Check(kind="page", of=Described(name="Your cart"))),
        (
            'not text "Navy bag" in "the list"',
            Check(kind="text", of=Described(name="Navy bag", place="the list"), negated=True),
        ),
        (
            'value of "delivery" in "the overview" is "£7.95"',
            Check(
                kind="value",
                of=Described(name="delivery", place="the overview"),
                values=("£7.95",),
            ),
        ),
        (
            'count of "results" is at least 3',
            Check(kind="count", of=Described(name="results"), comparison="at least", values=("3",)),
        ),
        (
            'order of "price" is descending',
            Check(kind="order", of=Described(name="price"), values=("descending",)),
        ),
        ('order is "Anna", "Ben"', Check(kind="order", values=("Anna", "Ben"))),
        (
            'the "Save" button is hidden',
            Check(kind="state", of=Described(name="Save", kind="button"), values=("absent",)),
        ),
        (
            'not the "Save" button is disabled',
            Check(kind="state", of=Described(name="Save", kind="button"), values=("enabled",)),
        ),
    ],
)
def test_a_check_is_read_wherever_a_condition_is(line, check):
    assert one(f"assert {line}") == Step(kind="assert", check=check)
    assert one(f"wait until {line}") == Step(kind="wait", check=check)
    (branch,) = read_text(f"if {line}\n  reload\nend").body
    assert branch == If(Condition("", check=check), (Step(kind="reload"),))


def test_what_goes_by_a_locator_still_does():
    assert one('click "Save"').target == locator("text", "Save")
    assert one('click "Save" button').target == locator("role", "button", "Save")
    assert one('fill "City" as "Ghent"').target == locator("label", "City")


def locator(by: str, value: str, name: str = "") -> Target:
    return Target(locators=(Locator(by=by, value=value, name=name),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "kind", "target", "value"),
    [
        ('navigate to "/basket"', "navigate", None, "/basket"),
        ('click "Log in" button', "click", locator("role", "button", "Log in"), ""),
        ('CLICK "Log in" Button', "click", locator("role", "button", "Log in"), ""),
        ('click element with text "More"', "click", locator("text", "More"), ""),
        ('click "More"', "click", locator("text", "More"), ""),
        ('click element with aria-label "Close"', "click", locator("aria-label", "Close"), ""),
        ('click element with test id "go"', "click", locator("testid", "go"), ""),
        (
            "click element with css selector \"a[href='/x']\"",
            "click",
            locator("css", "a[href='/x']"),
            "",
        ),
        (
            'fill textbox with label "Email" as "a@b.example"',
            "fill",
            locator("label", "Email"),
            "a@b.example",
        ),
        (
            'fill textbox with role "searchbox" as "lamp"',
            "fill",
            locator("role", "searchbox"),
            "lamp",
        ),
        (
            'fill textbox with css selector "#q" as "say \\"hi\\""',
            "fill",
            locator("css", "#q"),
            'say "hi"',
        ),
        ('select "Large" in "Size"', "select", locator("label", "Size"), "Large"),
        ('check "I agree"', "check", locator("label", "I agree"), ""),
        ('press "Enter"', "press", None, "Enter"),
        ('press "Enter" in "Search"', "press", locator("label", "Search"), "Enter"),
        ('wait until URL contains "/done"', "wait for url", None, "/done"),
        (
            'wait until element with text "Done" is visible',
            "wait for element",
            locator("text", "Done"),
            "",
        ),
        (
            'wait until "Pay" button is hidden',
            "wait for element",
            locator("role", "button", "Pay"),
            "hidden",
        ),
        ("wait 1.5 seconds", "wait", None, "1.5"),
        ('assert text "£5.00" is present', "assert", None, "text present £5.00"),
        ('assert text "£5.00" is visible', "assert", None, "text present £5.00"),
        ('assert field "City" is "Leeds"', "assert", None, 'field "City" is Leeds'),
        ('assert URL matches "/orders/\\\\d+$"', "assert", None, r"url matches /orders/\d+$"),
        (
            'assert "Total" heading contains "5"',
            "assert",
            locator("role", "heading", "Total"),
            "contains 5",
        ),
        ('evaluate "window.scrollTo(0, 0)"', "evaluate", None, "window.scrollTo(0, 0)"),
        ('set total to "5"', "set", None, "5"),
        ("accept dialog", "answer dialog", None, "accept"),
        ('answer dialog with "Alex"', "answer dialog", None, "accept: Alex"),
    ],
)
def test_a_statement_becomes_a_step(line, kind, target, value):
    step = one(line)
    assert (step.kind, step.target, step.value) == (kind, target, value)


def test_an_element_may_have_further_ways_to_find_it():
    step = one('click "Pay" button or test id "pay" or css selector "#pay"')
    assert [locator.by for locator in step.target.locators] == ["role", "testid", "css"]


def test_blocks_hold_statements():
    script = read_text(
        'repeat 3 times # thrice\n press "Tab"\nend\nif "Accept" is visible\n click "Accept" '
        "button\nelse\n go back\nend"
    )
    repeat, branch = script.body
    assert repeat == Repeat(3, (Comment("thrice"), Step(kind="press", value="Tab")))
    assert isinstance(branch, If)
    assert branch.condition == Condition("", locator("text", "Accept"))
    assert branch.otherwise == (Step(kind="back"),)


def test_the_head_and_the_comments_are_kept():
    script = read_text(
        '# What it is for.\nscenario "Buy"\nsite "demo"\nuse persona "alex"\n\ngo back # and '
        "then?\n"
    )
    assert (script.description, script.name, script.site, script.persona) == (
        "What it is for.",
        "Buy",
        "demo",
        "alex",
    )
    assert script.body == (Comment("and then?"), Step(kind="back"))


def test_an_expectation_belongs_to_the_step_above_it():
    step = one(
        'click "Pay" button\n  expect URL contains "/paid"\n  expect text "Thanks" is present'
    )
    assert step.expect == ("url contains /paid", "text present Thanks")


@pytest.mark.parametrize("seed", range(100))
def test_what_is_written_reads_as_the_same_script(seed):
    script = make_script(seed)
    text = write_text(script)
    assert read_text(text) == script
    assert write_text(read_text(text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'go back\nclik "x" button',
            "shop.dsl:2:1: 'clik' is not understood here; did you mean 'click'?",
        ),
        ('click "x" buton', "shop.dsl:1:11: unexpected 'buton'; did you mean 'button'?"),
        ("click “x” button", 'shop.dsl:1:7: expected a text in "double quotes", not in “…'),
        ('click "x', "shop.dsl:1:7: the text has no closing quote"),
        (
            'fill textbox with label "x" "y"',
            "shop.dsl:1:29: unexpected '\"y\"'; expected 'as' or 'or'",
        ),
        ('navigate "/x"', "shop.dsl:1:10: unexpected '\"/x\"'; expected 'to'"),
        ('navigate to ""', "shop.dsl:1:1: a step 'navigate' needs a value"),
        (
            "repeat 2 times\n  go back\n",
            "shop.dsl:2:10: the file ends here, but the 'repeat' of line 1 has no 'end'",
        ),
        ("repeat twice\nend", "shop.dsl:1:8: unexpected 'twice'; expected a whole number"),
        ("end", "shop.dsl:1:1: 'end' without an open 'repeat' or 'if' before it"),
        (
            'wait until element with text "a"',
            "shop.dsl:1:33: the line ends too early; expected 'contains' or 'is'",
        ),
        (
            'select "a" in',
            'shop.dsl:1:14: the line ends too early; expected a text in "double quotes" or which of '
            "them (first, second, last, …) or 'element' or 'the'",
        ),
        ('click the "Save" in', "shop.dsl:1:20: the line ends too early; expected a text"),
        (
            'assert the "Save" button is grey',
            "shop.dsl:1:29: unexpected 'grey'; expected what it is (visible, absent, enabled",
        ),
        ('click "a"\nexpect page "x"', "shop.dsl:2:1: 'expect' asks about the page (URL"),
        ('go back\nsite "x"', "shop.dsl:2:1: 'site' belongs at the top of the file"),
        ('site "x"\nsite "y"', "shop.dsl:2:1: 'site' is given twice"),
        ('expect URL is "a"', "shop.dsl:1:1: 'expect' belongs right below the step"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text, said):
    with pytest.raises(DslError) as error:
        read_text(text, source="shop.dsl")
    assert str(error.value).startswith(said)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"no\.dsl: can't be read"):
        read_file(tmp_path / "no.dsl")


def test_an_include_is_a_node_of_its_own():
    assert read_text('include "parts/log-in.dsl"').body == (Include("parts/log-in.dsl"),)


def test_the_grammar_in_the_docs_is_the_grammar():
    docs = Path(__file__).parents[4] / "docs/dsl.md"
    assert GRAMMAR.read_text(encoding="utf-8") in docs.read_text(encoding="utf-8")


def test_the_example_in_the_docs_is_understood():
    docs = (Path(__file__).parents[4] / "docs/dsl.md").read_text(encoding="utf-8")
    example = "\n".join(
        line.removeprefix("    ")
        for line in docs.split("\n\nOne statement")[0].splitlines()
        if line.startswith("    ")
    )
    assert read_text(example).name == "Guest checkout"
