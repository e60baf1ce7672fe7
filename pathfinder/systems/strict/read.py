"""From a sentence to a strict form, or to why it is none."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.exceptions import VisitError

from pathfinder.core.action import Kind
from pathfinder.systems.strict.forms import (
    ANY,
    All,
    Any_,
    Assertion,
    Attribute,
    Being,
    Command,
    Compare,
    Condition,
    Count,
    HasOption,
    Holds,
    Limit,
    Not,
    Noun,
    Phrase,
    Shown,
    State,
    Things,
)

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_NOUNS: dict[Noun, str] = {
    "button": r"button",
    "link": r"(hyper)?link",
    "field": r"field|input|text ?box|text ?area|search ?box|box",
    "list": r"list|drop-?down|menu|select ?box",
    "checkbox": r"check ?box",
    "radio": r"radio( button)?",
    "heading": r"heading",
    "image": r"image|picture|icon",
    "tab": r"tab",
    "file": r"file",
}
_KEYS = re.compile(
    r"^(enter|return|escape|esc|tab|space|backspace|delete|arrow ?\w+|page ?\w+|home|end|f\d+|(ctrl|control|alt|shift)\+.+)$", re.I
)
_ADDRESS = re.compile(r"^(https?://|/|www\.)\S*$")
_HIDDEN = re.compile(r"hidden|invisible|absent|missing|gone|removed", re.I)
_DISABLED = re.compile(r"disabled|inactive|gr[ea]yed", re.I)
_ENABLED = re.compile(r"enabled|active|clickable", re.I)
_UNQUOTED = re.compile(
    r"^(?:please\s+)?(?P<verb>(?:click|tap|press|hit|select|choose|check|tick|untick|uncheck|open|hover over|follow)(?:\s+(?:on|to))?)\s+"
    r"(?:the\s+)?(?P<words>[^'\"“‘«`]+?)(?:\s+(?P<noun>button|link|checkbox|tab|option))?[.!]?$",
    re.I,
)
_LONGEST_UNQUOTED = 5


class NotStrict(ValueError):
    """A sentence that code can't read; the message says where it stops being strict."""


@cache
def read_sentence(text: str) -> Command | Assertion:
    """The strict form of a step or an assertion.

    Raises:
        NotStrict: It has none; the message says which words are in the way.
    """
    try:
        return _formed(text)
    except NotStrict as error:
        loose = _UNQUOTED.match(" ".join(text.split()))
        if not loose or len(loose["words"].split()) > _LONGEST_UNQUOTED:
            raise
        try:
            command = _formed(f"{loose['verb']} {chr(34)}{loose['words']}{chr(34)} {loose['noun'] or ''}".strip())
        except NotStrict:
            raise error from None
        return _loosened(command)


def is_assertion(text: str) -> bool:
    """Whether the sentence means to check something, strict or not."""
    return bool(
        re.match(
            r"\s*(please\s+)?(assert|verify|ensure|make sure|expect|confirm that|check (that|if|whether)|see that|assure)\b", text, re.I
        )
    )


def read_condition(text: str) -> Condition:
    """The strict form of a condition, with or without "Assert that" before it.

    Raises:
        NotStrict: It has none.
    """
    form = read_sentence(text if is_assertion(text) else f"Assert that {text}")
    if not isinstance(form, Assertion):
        raise NotStrict(f"{text!r} is not a condition")
    return form.condition


def _formed(text: str) -> Command | Assertion:
    try:
        return cast("Command | Assertion", _Reader().transform(_parser().parse(text.strip())))
    except UnexpectedInput as error:
        raise NotStrict(_where(text.strip(), error)) from None
    except VisitError as error:
        raise NotStrict(str(error.orig_exc)) from None


def _where(text: str, error: UnexpectedInput) -> str:
    place = getattr(error, "pos_in_stream", None)
    if not isinstance(place, int) or place < 0 or place >= len(text):
        return "the sentence ends too early"
    return f"not a strict form from {text[place : place + 30]!r} on"


def _loosened(form: Command | Assertion) -> Command | Assertion:
    if isinstance(form, Command) and form.target:
        target = Phrase(form.target.words, form.target.noun, loose=True)
        return Command(form.kind, target, form.value)
    raise NotStrict("nothing stands in quotes")


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("language.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="earley", lexer="basic", ambiguity="resolve")


def _noun(word: str) -> Noun:
    plain = re.sub(r"\s+", " ", word.casefold())
    return next((noun for noun, pattern in _NOUNS.items() if re.fullmatch(f"(?:{pattern})(?:e?s)?", plain)), "text")


def _unquoted(token: str) -> str:
    pairs = {"'": "'", '"': '"', "“": "”", "‘": "’", "«": "»", "`": "`"}
    return token[1:-1].strip() if token[0] in pairs and token[-1] == pairs[token[0]] else token.strip()


def _number(word: str) -> int:
    plain = word.casefold()
    if plain in _NUMBERS:
        return _NUMBERS.index(plain)
    return int(float(plain.replace(",", ".")))


def _first(items: list[Any], kind: type[Any]) -> Any:
    return next((item for item in items if isinstance(item, kind)), None)


def _negated(items: list[Any]) -> bool:
    return any(isinstance(item, Token) and item.type in ("NOT", "NO", "DOES_NOT") for item in items) or any(
        isinstance(item, Tree) and item.data == "negated" and _negated(item.children) for item in items
    )


def _not(condition: Condition, when: bool) -> Condition:
    return Not(condition) if when else condition


class _Subjects(tuple[Phrase, ...]):
    """Phrases said of together. one: It is enough that one of them is so."""

    one = False


class _Value(str):
    """What stood in quotes."""


class _Comparison(str):
    """How a value is compared. negated: The sentence says that it is not so."""

    negated = False


class _Reader(Transformer[Token, Any]):
    """Turns the parse tree into forms."""

    def start(self, items: list[Any]) -> Command | Assertion:
        return cast("Command | Assertion", items[0])

    def command(self, items: list[Any]) -> Command:
        return cast(Command, items[0])

    def assertion(self, items: list[Any]) -> Assertion:
        return Assertion(items[-1])

    # values and phrases

    def value(self, items: list[Any]) -> _Value:
        return _Value(_unquoted(str(items[0])))

    def det(self, items: list[Any]) -> None:
        return None

    def ordinal(self, items: list[Any]) -> int:
        word = str(items[0]).casefold()
        return _ORDINALS.get(word) or int(re.sub(r"\D", "", word))

    def number(self, items: list[Any]) -> int:
        return _number(str(items[0]))

    def near(self, items: list[Any]) -> Tree[Any]:
        return Tree("near", [_first(items, _Value)])

    def phrase(self, items: list[Any]) -> Phrase:
        nouns = [_noun(str(item)) for item in items if isinstance(item, Token) and item.type in ("NOUN", "TAB")]
        noun: Noun = next((noun for noun in nouns if noun != "text"), "text" if nouns else "")
        near = next((item for item in items if isinstance(item, Tree) and item.data == "near"), None)
        return Phrase(str(_first(items, _Value)), noun, _first(items, int) or 0, str(near.children[0]) if near else "")

    # commands

    def navigate(self, items: list[Any]) -> Command:
        phrase = _first(items, Phrase)
        words = phrase.words if phrase else str(_first(items, _Value))
        if _ADDRESS.match(words):
            return Command(Kind.NAVIGATE, value=words)
        return Command(Kind.CLICK, phrase or Phrase(words))

    def follow(self, items: list[Any]) -> Command:
        return self.navigate(items)

    def click(self, items: list[Any]) -> Command:
        double = any(isinstance(item, Token) and item.type == "DOUBLE_CLICK" for item in items)
        return Command(Kind.DOUBLE_CLICK if double else Kind.CLICK, _first(items, Phrase))

    def click_pressed(self, items: list[Any]) -> Command:
        phrase = _first(items, Phrase)
        return Command(Kind.PRESS, value=phrase.words) if _KEYS.match(phrase.words) and not phrase.noun else Command(Kind.CLICK, phrase)

    def fill_with(self, items: list[Any]) -> Command:
        return Command(Kind.TYPE, _first(items, Phrase), str(_first(items, _Value)))

    type_into = fill_with

    def _det_value(self, items: list[Any]) -> _Value:
        return cast(_Value, _first(items, _Value))

    def clear(self, items: list[Any]) -> Command:
        return Command(Kind.CLEAR, _first(items, Phrase))

    def select_from(self, items: list[Any]) -> Command:
        return Command(Kind.SELECT, _first(items, Phrase), str(_first(items, _Value)))

    def select_it(self, items: list[Any]) -> Command:
        phrase = _first(items, Phrase)
        if phrase.near:
            return Command(Kind.SELECT, Phrase(phrase.near), phrase.words)
        return Command(Kind.SELECT, phrase)

    def check(self, items: list[Any]) -> Command:
        return Command(Kind.CHECK, _first(items, Phrase))

    def uncheck(self, items: list[Any]) -> Command:
        return Command(Kind.UNCHECK, _first(items, Phrase))

    def press_value(self, items: list[Any]) -> Command:
        words, target = str(_first(items, _Value)), _first(items, Phrase)
        if _KEYS.match(words):
            return Command(Kind.PRESS, target, words)
        return Command(Kind.CLICK, Phrase(words, near=target.words if target else ""))

    def press_key(self, items: list[Any]) -> Command:
        return Command(Kind.PRESS, _first(items, Phrase), _token(items, "KEY_NAME"))

    def hover(self, items: list[Any]) -> Command:
        return Command(Kind.HOVER, _first(items, Phrase))

    def scroll_page(self, items: list[Any]) -> Command:
        return Command(Kind.SCROLL, value=_token(items, "DIRECTION").casefold().replace("end", "bottom"))

    def scroll_to(self, items: list[Any]) -> Command:
        return Command(Kind.SCROLL, _first(items, Phrase))

    def back(self, items: list[Any]) -> Command:
        return Command(Kind.BACK)

    def reload(self, items: list[Any]) -> Command:
        return Command(Kind.NAVIGATE)

    def wait_seconds(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, value=str(_first(items, int)))

    def wait_until(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, until=items[-1])

    def wait_for(self, items: list[Any]) -> Command:
        return Command(Kind.WAIT, until=Shown(_first(items, Phrase)))

    def accept(self, items: list[Any]) -> Command:
        return Command(Kind.ANSWER_DIALOG, value="accept")

    def dismiss(self, items: list[Any]) -> Command:
        return Command(Kind.ANSWER_DIALOG, value="dismiss")

    def upload(self, items: list[Any]) -> Command:
        return Command(Kind.UPLOAD, _first(items, Phrase), str(_first(items, _Value)))

    def tab(self, items: list[Any]) -> Command:
        return Command(Kind.SWITCH_TAB, value=str(_first(items, _Value)))

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        wrapped = {"navigate", "fill", "select", "press", "scroll", "wait", "dialog"}
        return children[0] if data in wrapped and len(children) == 1 else Tree(data, children)

    # conditions

    def disjunction(self, items: list[Any]) -> Condition:
        parts = tuple(item for item in items if not isinstance(item, Token))
        return parts[0] if len(parts) == 1 else Any_(parts)

    def conjunction(self, items: list[Any]) -> Condition:
        parts = tuple(item for item in items if not isinstance(item, Token))
        return parts[0] if len(parts) == 1 else All(parts)

    def unit(self, items: list[Any]) -> Condition:
        return cast(Condition, next(item for item in items if not isinstance(item, Token)))

    def negation(self, items: list[Any]) -> Condition:
        return Not(items[-1])

    def subjects(self, items: list[Any]) -> _Subjects:
        found = _Subjects(item for item in items if isinstance(item, Phrase))
        found.one = any(isinstance(item, Token) and item.type in ("OR", "EITHER") for item in items)
        return found

    def compare(self, items: list[Any]) -> _Comparison:
        return self.equals(items)

    def equals(self, items: list[Any]) -> _Comparison:
        return _comparison("is", _negated(items))

    def contains(self, items: list[Any]) -> _Comparison:
        return _comparison("contains")

    def contains_not(self, items: list[Any]) -> _Comparison:
        return _comparison("contains", True)

    def starts(self, items: list[Any]) -> _Comparison:
        return _comparison("starts with")

    def ends(self, items: list[Any]) -> _Comparison:
        return _comparison("ends with")

    def limit(self, items: list[Any]) -> Limit:
        return cast(Limit, {"EXACTLY": "exactly", "AT_LEAST": "at least", "AT_MOST": "at most"}[items[0].type])

    def times(self, items: list[Any]) -> Count:
        once = _token(items, "ONCE").casefold()
        number = {"once": 1, "twice": 2}.get(once) or _first(items, int)
        limit = cast(Limit, next((item for item in items if item in ("exactly", "at least", "at most")), "exactly"))
        return Count(limit, int(number))

    def state(self, items: list[Any]) -> Token:
        return cast(Token, items[0])

    def is_state(self, items: list[Any]) -> Condition:
        subjects, negated = _first(items, _Subjects), _negated(items)
        word = next(item for item in items if isinstance(item, Token) and item.type in ("STATE", "CHECKED", "SELECTED"))
        count, near = _first(items, Count) or ANY, next((i for i in items if isinstance(i, Tree) and i.data == "near"), None)
        if near:
            placed = _Subjects(replace(phrase, near=str(near.children[0])) for phrase in subjects)
            placed.one, subjects = subjects.one, placed
        return _joined(subjects, negated, lambda phrase, no: _of_state(phrase, word, no, count))

    def appears(self, items: list[Any]) -> Condition:
        count = _first(items, Count) or ANY
        return _joined(_first(items, _Subjects), False, lambda phrase, no: Shown(phrase, count))

    def appears_not(self, items: list[Any]) -> Condition:
        count = _first(items, Count) or ANY
        return _joined(_first(items, _Subjects), True, lambda phrase, no: Not(Shown(phrase, count)))

    def kind_of_thing(self, items: list[Any]) -> Condition:
        number, limit = _first(items, int), next((item for item in items if item in ("exactly", "at least", "at most")), None)
        count = Count(limit or "exactly", number) if number is not None else ANY
        noun = next(item for item in items if isinstance(item, Tree) and item.data == "plural")
        return (
            _not(Things(_noun(str(_last_token(noun)))), _negated(items)) if count == ANY else Things(_noun(str(_last_token(noun))), count)
        )

    def things_with(self, items: list[Any]) -> Condition:
        things = self.kind_of_thing([item for item in items if not isinstance(item, _Value)])
        count = things.count if isinstance(things, Things) else ANY
        noun = _noun(str(_last_token(next(i for i in items if isinstance(i, Tree) and i.data == "plural"))))
        return _not(Shown(Phrase(str(_first(items, _Value)), noun), count), _negated(items))

    def so_many(self, items: list[Any]) -> Condition:
        return Shown(Phrase(str(_first(items, _Value))), Count(items[0], int(items[1])))

    def named_things(self, items: list[Any]) -> Condition:
        return _joined(_first(items, _Subjects), _negated(items), lambda phrase, no: _not(Shown(phrase), no))

    def page_has(self, items: list[Any]) -> Condition:
        condition, count = items[-1] if not isinstance(items[-1], Count) else items[-2], _first(items, Count)
        return Shown(condition.phrase, count) if count and isinstance(condition, Shown) else cast(Condition, condition)

    def page_has_not(self, items: list[Any]) -> Condition:
        return Not(items[-1])

    def there_is(self, items: list[Any]) -> Condition:
        count = _first(items, Count)
        condition = next(i for i in items if isinstance(i, Shown | Things | Not | All | Any_))
        if count and isinstance(condition, Shown):
            condition = Shown(condition.phrase, count)
        return _not(condition, _negated(items))

    def attribute(self, items: list[Any]) -> Tree[Any]:
        word = _token(items, "ATTRIBUTE").casefold()
        return Tree("attribute", ["heading" if "heading" in word else "url" if word == "address" else word])

    def attribute_is(self, items: list[Any]) -> Condition:
        compare, name = _first(items, _Comparison), _first(items, Tree)
        return _not(Attribute(name.children[0], cast(Compare, str(compare)), str(_first(items, _Value))), compare.negated)

    def holds(self, items: list[Any]) -> Condition:
        compare, phrase = _first(items, _Comparison), _first(items, Phrase)
        value = str(next(item for item in items if isinstance(item, _Value)))
        if phrase.noun == "list" and compare == "contains":
            return _not(HasOption(phrase, value), compare.negated)
        return _not(Holds(phrase, cast(Compare, str(compare)), value), compare.negated)

    def is_empty(self, items: list[Any]) -> Condition:
        return Being(_first(items, Phrase), "empty", not _negated(items))

    def selected_in(self, items: list[Any]) -> Condition:
        return _not(HasOption(_first(items, Phrase), str(_first(items, _Value)), selected=True), _negated(items))

    def has_option(self, items: list[Any]) -> Condition:
        return HasOption(_first(items, Phrase), str(_first(items, _Value)))

    def has_option_not(self, items: list[Any]) -> Condition:
        return Not(HasOption(_first(items, Phrase), str(_first(items, _Value))))


def _comparison(kind: str, negated: bool = False) -> _Comparison:
    found = _Comparison(kind)
    found.negated = negated
    return found


def _token(items: list[Any], kind: str) -> str:
    return next((str(item) for item in items if isinstance(item, Token) and item.type == kind), "")


def _last_token(tree: Tree[Any]) -> Token:
    found = tree.children[-1]
    return _last_token(found) if isinstance(found, Tree) else cast(Token, found)


def _joined(subjects: _Subjects, negated: bool, make: Any) -> Condition:
    """One condition a subject. Of several that are "not" so, "or" means none of them, as people say it."""
    conditions = tuple(make(phrase, negated) for phrase in subjects)
    if len(conditions) == 1:
        return cast(Condition, conditions[0])
    return Any_(conditions) if subjects.one and not negated else All(conditions)


def _of_state(phrase: Phrase, word: Token, negated: bool, count: Count) -> Condition:
    if word.type == "SELECTED" and phrase.near:
        return _not(HasOption(Phrase(phrase.near), phrase.words, selected=True), negated)
    if word.type in ("CHECKED", "SELECTED"):
        state: State = "checked" if word.type == "CHECKED" else "selected"
        return Being(phrase, state, not negated)
    if _DISABLED.match(word):
        return Being(phrase, "enabled", negated)
    if _ENABLED.match(word):
        return Being(phrase, "enabled", not negated)
    return _not(Shown(phrase, count), negated != bool(_HIDDEN.match(word)))
