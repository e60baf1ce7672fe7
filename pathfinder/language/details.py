"""What code adds to a step of a reply: its kind, its number, how it compares, its whole name."""

import re
from collections.abc import Sequence

from pathfinder.agents.words import SaidStep
from pathfinder.language.around import LONGEST_BOUND, around, kind_of, kind_said, parted_name
from pathfinder.language.checked import checked, in_state, is_gone
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.texts import quotes_in

_SIGN = re.compile(r"\s*(?:\([^()]*\))?\s*([:=])")


def detailed(step: SaidStep, sentence: str) -> SaidStep:
    """The step with the kind, number and bound that the sentence gives to what it names."""
    step = checked(_whole(step, sentence), sentence)
    if step.do == "wait for" and is_gone(step, sentence):
        step = step.model_copy(update={"do": "wait gone"})
    if step.do == "state":
        step = in_state(step, sentence)
    if step.do in ("text", "gone") and step.what not in set(quotes_in(sentence)):
        step = step.model_copy(update={"what": _without_fillers(step.what)})
    found = dict(_named(step, sentence)) if step.what else {}
    if step.do in ("count", "value") and step.how == "is" and step.value:
        value, how = _without_bound(_without_article(step.value))
        found |= {"value": value, "how": how or _bound(value, sentence) or step.how}
    return step.model_copy(update=found)


def _whole(step: SaidStep, sentence: str) -> SaidStep:
    """The step with the whole of a place, a name or a label of which a part was copied."""
    name, place = step.what, step.place
    before, _ = around(place, sentence)
    words = [one.casefold() for one in before[-3:]]
    if (
        step.do in ("text", "gone")
        and len(words) == 3
        and words[0] in lexicon().ordinals
        and words[2] in lexicon().owning
    ):
        place = f"{' '.join(before[-3:])} {place}" if kind_said(before[-2:-1]) else place
    if place.islower() and name and f"{name} {place}" in sentence:
        name, place = f"{name} {place}", ""
    before, _ = around(name, sentence)
    if step.do == "order" and before and before[-1].casefold() in lexicon().formerly:
        name = _subject(sentence) or name
    if step.do == "value" and step.how == "is":
        name = _label(name, step.value, sentence) or name
    if step.do == "count":
        words = name.split()
        while len(words) > 1 and words[-1].islower() and words[-1] in lexicon().wording:
            words.pop()
        name = " ".join(words)
    return step.model_copy(update={"what": name, "place": place})


def _subject(sentence: str) -> str:
    """The words that a sentence begins with, before its verb."""
    words, known = sentence.split(), lexicon()
    end = next((n for n, one in enumerate(words) if one.casefold() in known.wording), 0)
    return _without_fillers(" ".join(words[:end]))


def _label(name: str, value: str, sentence: str) -> str:
    """The whole label that stands before a sign and its value: of "HT : 5 €" it is "Total HT"."""
    at = sentence.find(name)
    rest = sentence[at + len(name) :] if at >= 0 and name else ""
    aside, sign = _SIGN.match(rest), ""
    sign = aside[1] if aside and rest[aside.end() :].lstrip().startswith(value) else ""
    if not sign:
        return ""
    head = re.split(r"[;,|/:.] ", sentence[:at])[-1].strip()
    words = head.split()
    own = not lexicon().wording & {one.casefold() for one in words}
    return f"{head} {name}" if words and own and len(words) < LONGEST_BOUND else ""


def _without_bound(value: str) -> tuple[str, str]:
    """A value without the bound that was copied with it."""
    words = value.split()
    for size in range(min(LONGEST_BOUND, len(words) - 1), 0, -1):
        if found := lexicon().comparisons.get(tokens_of(" ".join(words[:size]))):
            return " ".join(words[size:]), found[0]
    return value, ""


def _without_fillers(name: str) -> str:
    """A name without its articles; "The lamps" stand on a page as "Lamps"."""
    words = name.split()
    while len(words) > 1 and words[0].casefold() in lexicon().fillers:
        words = words[1:]
    return " ".join(words)


def _without_article(value: str) -> str:
    """A date or an amount without the small word before it."""
    first, _, rest = value.partition(" ")
    number = any(letter.isdigit() for letter in rest.split(" ")[0])
    return rest if number and first in lexicon().fillers else value


def _named(step: SaidStep, sentence: str) -> Sequence[tuple[str, str]]:
    if step.do in ("open", "page", "text", "gone", "goal", "order", "address"):
        return [] if step.do != "open" else _opened(step, sentence)
    before, after = around(step.what, sentence)
    words = step.what.split()
    nth, kind = step.nth, step.kind
    if len(words) > 2 and words[0].casefold() in lexicon().fillers and _is_number(words[1]):
        words = words[1:]
    known = tokens_of(step.what) in lexicon().synonyms  # a "first name" is one of no several
    if not nth and len(words) > 1 and _is_number(words[0]) and not known:
        nth, words = words[0], words[1:]
    elif not nth and before and _is_number(before[-1]):
        nth = before[-1]
    name = " ".join(words)
    if not kind and name not in set(quotes_in(sentence)):
        alone = (nth or step.do == "state") and kind_said(words)
        name, kind = ("", alone) if alone else parted_name(name)
    kind = kind or kind_of(before, ends=True) or kind_of(after, ends=False)
    if not nth and before[-1:] and kind and len(before) > 1 and _is_number(before[-2]):
        nth = before[-2]
    if step.value in ("checked", "unchecked") and kind == "field":
        kind = "checkbox"  # what is ticked is a box, and no field
    return [("nth", nth), ("kind", kind), ("what", name)]


def _opened(step: SaidStep, sentence: str) -> Sequence[tuple[str, str]]:
    """Only a number tells that what is opened is one of several."""
    words = step.what.split()
    if len(words) > 1 and _is_number(words[0]) and tokens_of(step.what) not in lexicon().synonyms:
        return [("nth", words[0]), ("what", " ".join(words[1:]))]
    before, _ = around(step.what, sentence)
    return [("nth", before[-1])] if before and _is_number(before[-1]) else []


def _is_number(word: str) -> bool:
    return word.casefold().rstrip(".") in lexicon().ordinals


def _bound(value: str, sentence: str) -> str:
    """What stands with a value: "at least", "or fewer"."""
    known, said, own = lexicon(), tokens_of(sentence), tokens_of(value)
    spots = [at for at in range(len(said)) if said[at : at + len(own)] == own]
    for at in spots if own else ():
        for size in range(LONGEST_BOUND, 0, -1):
            for phrase in _near(said, at, at + len(own), size):
                if found := known.comparisons.get(phrase):
                    return found[0]
    return ""


def _near(said: Tokens, begin: int, end: int, size: int) -> list[Tokens]:
    ahead = [said[begin - size : begin]] if begin >= size else []
    skipped = [said[begin - size - 1 : begin - 1]] if begin > size else []
    behind = said[end : end + size]
    return [*ahead, *([] if behind in lexicon().placing else [behind]), *skipped]
