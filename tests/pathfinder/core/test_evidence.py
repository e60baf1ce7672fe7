"""Quotes: whole words, long enough, and not what we typed ourselves."""

import pytest

from pathfinder.core.evidence import condition_for, proves, stands_in, without_echoes
from pathfinder.core.predicate import as_option, as_setting, parse_predicate


@pytest.mark.parametrize(
    ("quote", "typed", "enough"),
    [
        ("Your account was created", (), True),
        ("Order placed", (), True),
        ("Thank you!!", (), False),
        ('"Thank you"', (), False),
        ("alex.morgan@example.com", ("alex.morgan@example.com",), False),
        ("Results: a very long search term", ("a very long search term",), False),
        ("You ordered: Oak lamp", ("oak lamp",), True),
        ("ご注文ありがとう", (), True),
        ("谢谢", (), False),
    ],
)
def test_a_quote_has_to_be_long_enough_without_our_own_words(
    quote: str, typed: tuple[str, ...], enough: bool
) -> None:
    assert proves(quote, typed) is enough


@pytest.mark.parametrize(
    ("quote", "text", "there"),
    [
        ("your order", "Thank you for  YOUR\norder.", True),
        ("order complete", "Preorder completed", False),
        ("order complete", "Preorder completed. Order complete!", True),
        ("“Order complete.”", "order complete", True),
        ("ご注文ありがとう", "このたびはご注文ありがとうございます", True),
        ("", "anything", False),
    ],
)
def test_a_quote_stands_in_a_text_as_whole_words(quote: str, text: str, there: bool) -> None:
    assert stands_in(quote, text) is there


def test_what_a_line_repeats_of_ours_in_quotation_marks_is_an_echo() -> None:
    assert "oak lamp" not in without_echoes('No results for "oak lamp"', ["oak lamp"])
    assert "oak lamp" not in without_echoes("Nothing like “oak  lamp” here", ["oak lamp"])
    assert (
        without_echoes("Your oak lamp is on its way", ["oak lamp"]) == "Your oak lamp is on its way"
    )


@pytest.mark.parametrize(
    ("quote", "typed", "condition"),
    [
        ("Your account was created", (), "text present 'Your account was created'"),
        ("Thank you for your order #10234. Bye", (), "text present 'Thank you for your order'"),
        ("Welcome on board, ann@x.test", ("ann@x.test",), "text present 'Welcome on board'"),
        ("Order 12 34 56 ok now", (), "text present 'Order 12 34 56 ok now'"),
    ],
)
def test_the_condition_to_paste_says_what_is_the_same_next_time(
    quote: str, typed: tuple[str, ...], condition: str
) -> None:
    assert condition_for(quote, typed) == condition


def test_the_condition_can_be_pasted_as_it_is_shown() -> None:
    condition = condition_for("Your account was created")
    assert as_setting("register an account", condition) == (
        'success: {"register an account": ["text present \'Your account was created\'"]}'
    )
    assert as_option(condition) == "--success \"text present 'Your account was created'\""
    assert parse_predicate(condition).value == "Your account was created"
    assert as_option("text present 'You paid $5'").startswith("--success 'text")
