"""Which kind of check a sentence's words are, where a reply took them for another."""

import re

from pathfinder.agents.words import SaidStep
from pathfinder.core.statement import STATES
from pathfinder.language.around import (
    LONGEST_BOUND,
    around,
    clause_of,
    kind_of,
    kind_said,
    parted_name,
    says,
)
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.texts import quotes_in

_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_PLAIN_STATES = ("empty", "filled", "enabled", "disabled", "checked", "unchecked", "selected")
_WORD = re.compile(r"\w+")


def checked(step: SaidStep, sentence: str) -> SaidStep:
    """The step as the kind of check that the words are."""
    if step.do == "sum" and not says(lexicon().summing, sentence, without=step.what):
        step = step.model_copy(update={"do": "value"})
    if step.do == "state" and step.value not in _OPPOSITE:
        known = lexicon().states.get(tokens_of(step.value), ())
        step = step.model_copy(update={"value": known[0]} if known else {"do": "value"})
    quotes = set(quotes_in(sentence))
    if step.do == "value" and not step.place:
        step = _owned(step, sentence)
    if step.do == "text":
        step = _as_page(step, sentence)
    if step.do == "value" and step.how == "is" and step.value.isdigit():
        beside = f" {step.value} {step.what} " in f" {' '.join(re.findall(_WORD, sentence))} "
        step = step.model_copy(update={"do": "count"} if beside else {})
    if step.do in ("text", "gone") and _is_field_with(step, sentence):
        swapped = {"what": step.place, "place": "", "value": step.what}
        denied = step.do == "gone"
        found = {"do": "value", "how": "contains", "denied": denied, **swapped}
        step = step.model_copy(update=found)
    if step.do in ("text", "gone") and _is_amount(step.place) and step.what not in quotes:
        found = {"do": "value", "place": "", "denied": step.do == "gone", "value": step.place}
        step = step.model_copy(update=found)
    if step.do == "value" and step.how == "is":
        step = _as_text(_as_state(step, sentence), sentence)
    if step.do in ("text", "gone") and _are_swapped(step, sentence):
        step = step.model_copy(update={"what": step.place, "place": step.what})
    return step


def _as_page(step: SaidStep, sentence: str) -> SaidStep:
    """A page's name that was taken for a text: "the page Help is shown"."""
    known = lexicon()
    before, after = around(step.what, sentence)
    beside = {one.casefold() for one in (*before[-1:], *after[:1])} & known.pages
    clause = clause_of(step.what, sentence)
    runs = {clause[at : at + n] for at in range(len(clause)) for n in range(1, 5)}
    if not (beside or runs & known.titles):
        return step
    return step.model_copy(update={"do": "page", "place": ""})


def _is_field_with(step: SaidStep, sentence: str) -> bool:
    """Whether a field is said to contain a text."""
    if not step.place or not lexicon().containing & set(clause_of(step.what, sentence)):
        return False
    before, after = around(step.place, sentence)
    words = tokens_of(step.place)
    kinds = (kind_of(before, ends=True), kind_of(after, ends=False), parted_name(step.place)[1])
    return "field" in kinds and len(words) < LONGEST_BOUND + 1


def _owned(step: SaidStep, sentence: str) -> SaidStep:
    """The status of what is named, where a reply leaves out which: "the status of ticket 5"."""
    before, _ = around(step.what, sentence)
    known = lexicon()
    while before and before[-1].casefold() in known.fillers - known.owning:
        before = before[:-1]
    name = before[-2] if len(before) > 1 and before[-1].casefold() in known.owning else ""
    small = known.fillers | known.wording | known.numbers.keys()
    if not name.isalpha() or name.casefold() in small or kind_said([name]):
        return step
    return step.model_copy(update={"what": name, "place": step.what})


def _are_swapped(step: SaidStep, sentence: str) -> bool:
    """Whether what is shown and where it stands are mixed up, by their quotes and prepositions."""
    quotes, known = set(quotes_in(sentence)), lexicon()
    if not step.place:
        return False
    led = [tokens_of(" ".join(around(one, sentence)[0][-1:])) for one in (step.what, step.place)]
    what, place = (one in known.placing for one in led)
    quoted = step.place in quotes and step.what not in quotes
    return (quoted and not place) or (what and not place and step.place not in quotes)


def _is_amount(text: str) -> bool:
    """Whether a text is a number with or without a sign, and no words."""
    return text.upper() == text.lower() and any(letter.isdigit() for letter in text)


def _as_state(step: SaidStep, sentence: str) -> SaidStep:
    """A state that was taken for a value: what is "empty" says nothing of that word."""
    words = step.value.split()
    said = words[-1:] if step.what and step.what in step.value else words
    state = next(iter(lexicon().states.get(tokens_of(" ".join(said)), ())), "")
    quoted = set(quotes_in(sentence))
    if state not in _PLAIN_STATES or step.value in quoted or not "".join(said).islower():
        return step
    found = _OPPOSITE[state] if step.denied else state
    return step.model_copy(update={"do": "state", "value": found, "denied": False})


def in_state(step: SaidStep, sentence: str) -> SaidStep:
    """A state that is said where the name stands, or the only one that its clause says."""
    known, words = lexicon(), step.what.split()
    last = known.states.get(tokens_of(words[-1]), ()) if len(words) > 1 else ()
    if last and step.what not in set(quotes_in(sentence)):
        return step.model_copy(update={"what": " ".join(words[:-1]), "value": last[0]})
    said, left = known.parted(known.states, clause_of(step.what, sentence))
    if len(set(said)) != 1 or step.value in (said[0], _OPPOSITE[said[0]]):
        return step
    denied = known.negations & set(left)
    return step.model_copy(update={"value": _OPPOSITE[said[0]] if denied else said[0]})


def _as_text(step: SaidStep, sentence: str) -> SaidStep:
    """A text and where it stands, which were taken for a name and its value."""
    words, known = step.value.split(), lexicon()
    verb = len(words) > 1 and words[0].casefold() in known.wording
    if step.do != "value" or not verb or step.value in set(quotes_in(sentence)):
        return step
    rest = words[2:] if len(words) > 2 and words[1].casefold() in known.fillers else words[1:]
    do = "gone" if step.denied else "text"
    found = {"do": do, "place": " ".join(rest), "value": "", "denied": False}
    return step.model_copy(update=found) if step.what in set(quotes_in(sentence)) else step


def is_gone(step: SaidStep, sentence: str) -> bool:
    """Whether the clause of what is waited for says that it goes away."""
    known = lexicon()
    said, left = known.parted(known.states, clause_of(step.what, sentence))
    return "absent" in said or bool(known.negations & set(left))
