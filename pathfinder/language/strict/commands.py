"""From a parse tree to commands."""

import re
from typing import Any

from lark import Token

from pathfinder.core.action import Kind
from pathfinder.language.strict.forms import Command, Phrase, Shown
from pathfinder.language.strict.phrases import Phrases, Value, first, token

_KEYS = re.compile(
    r"^(enter|return|escape|esc|tab|space|backspace|delete|arrow ?\w+|page "
    r"?\w+|home|end|f\d+|(ctrl|control|alt|shift)\+.+)$",
    re.I,
)
_ADDRESS = re.compile(r"^(https?://|/|www\.)\S*$")


class Commands(Phrases):
    """Turns what is to be done into commands."""

    def navigate(self, items: list[Any]) -> Command:
        phrase = first(items, Phrase)
        words = phrase.words if phrase else str(first(items, Value))
        if _ADDRESS.match(words):
            return Command(Kind.NAVIGATE, value=words)
        return Command(Kind.CLICK, phrase or Phrase(words))

    def follow(self, items: list[Any]) -> Command:
        return self.navigate(items)

    def click(self, items: list[Any]) -> Command:
        double = any(isinstance(item, Token) and item.type == "DOUBLE_CLICK" for item in items)
        return Command(Kind.DOUBLE_CLICK if double else Kind.CLICK, first(items, Phrase))

    def click_pressed(self, items: list[Any]) -> Command:
        phrase = first(items, Phrase)
        return (
            Command(Kind.PRESS, value=phrase.words)
            if _KEYS.match(phrase.words) and not phrase.noun
            else Command(Kind.CLICK, phrase)
        )

    def fill_with(self, items: list[Any]) -> Command:
        return Command(Kind.TYPE, first(items, Phrase), str(first(items, Value)))

    type_into = fill_with

    def clear(self, items: list[Any]) -> Command:
        return Command(Kind.CLEAR, first(items, Phrase))

    def select_from(self, items: list[Any]) -> Command:
        return Command(Kind.SELECT, first(items, Phrase), str(first(items, Value)))

    def select_it(self, items: list[Any]) -> Command:
        phrase = first(items, Phrase)
        if phrase.near:
            return Command(Kind.SELECT, Phrase(phrase.near), phrase.words)
        return Command(Kind.SELECT, phrase)

    def check(self, items: list[Any]) -> Command:
        return Command(Kind.CHECK, first(items, Phrase))

    def uncheck(self, items: list[Any]) -> Command:
        return Command(Kind.UNCHECK, first(items, Phrase))

    def press_value(self, items: list[Any]) -> Command:
        words, target = str(first(items, Value)), first(items, Phrase)
        if _KEYS.match(words):
            return Command(Kind.PRESS, target, words)
        return Command(Kind.CLICK, Phrase(words, near=target.words if target else ""))

    def press_key(self, items: list[Any]) -> Command:
        return Command(Kind.PRESS, first(items, Phrase), token(items, "KEY_NAME"))

    def hover(self, items: list[Any]) -> Command:
        return Command(Kind.HOVER, first(items, Phrase))

    def scroll_page(self, items: list[Any]) -> Command:
        return Command(
            Kind.SCROLL, value=token(items, "DIRECTION").casefold().replace("end", "bottom")
        )

    def scroll_to(self, items: list[Any]) -> Command:
        return Command(Kind.SCROLL, first(items, Phrase))

    def back(self, items: list[Any]) -> Command:
        return Command(Kind.BACK)

    def reload(self, items: list[Any]) -> Command:
        return Command(Kind.NAVIGATE)

    def wait_seconds(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, value=str(first(items, int)))

    def wait_until(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, until=items[-1])

    def wait_for(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, until=Shown(first(items, Phrase)))

    def accept(self, items: list[Any]) -> Command:
        return Command(Kind.ANSWER_DIALOG, value="accept")

    def dismiss(self, items: list[Any]) -> Command:
        return Command(Kind.ANSWER_DIALOG, value="dismiss")

    def upload(self, items: list[Any]) -> Command:
        return Command(Kind.UPLOAD, first(items, Phrase), str(first(items, Value)))

    def tab(self, items: list[Any]) -> Command:
        return Command(Kind.SWITCH_TAB, value=str(first(items, Value)))
