"""What code reads off the words around a copied name: its kind, its number, how it compares."""

import re
from collections.abc import Sequence

from pathfinder.agents.words import SaidStep
from pathfinder.core.statement import STATES
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.spans import QUOTED

_BETWEEN = frozenset(":,;.()|=<>/")
_CONTROLS = ("button", "link", "field", "checkbox", "radio", "tab", "icon", "list", "column")
_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_PLAIN_STATES = ("empty", "filled", "enabled", "disabled", "checked", "unchecked", "selected")
_MOST_TIMES = 9
_LONGEST_BOUND = 4
_CLAUSE = re.compile(r"[,;]\s|\.\s")


def detailed(step: SaidStep, sentence: str) -> SaidStep:
    """The step with the kind, number and bound that the sentence gives to what it names."""
    if step.do == "value" and step.how == "is":
        step = _as_text(_as_state(step, sentence), sentence)
    quotes = _quotes(sentence)
    if step.do in ("text", "gone") and step.place in quotes and step.what not in quotes:
        step = step.model_copy(update={"what": step.place, "place": step.what})
    if step.do == "wait for" and _is_gone(step, sentence):
        step = step.model_copy(update={"do": "wait gone"})
    if step.do == "state":
        step = _in_state(step, sentence)
    if step.do in ("text", "gone") and step.what not in quotes:
        step = step.model_copy(update={"what": _without_fillers(step.what)})
    found = dict(_named(step, sentence)) if step.what else {}
    if step.do in ("count", "value") and step.how == "is" and step.value:
        value, how = _without_bound(_without_article(step.value))
        found |= {"value": value, "how": how or _bound(value, sentence) or step.how}
    return step.model_copy(update=found)


def times_of(step: SaidStep) -> int:
    """How often a step is done."""
    number = lexicon().numbers.get(step.times.casefold(), step.times)
    return min(int(number), _MOST_TIMES) if str(number).isdecimal() and int(number) else 1


def numbers_in(sentence: str) -> list[str]:
    """The numbers of a sentence, as it writes them; those of "no more than" say none."""
    known = lexicon()
    _, left = known.parted(known.comparisons, tokens_of(sentence))
    words = [word.strip("\"“„«‘'([<>=:,.;!?)]»”’") for word in sentence.split()]
    named = known.numbers.keys() & set(left)
    return [
        word
        for word in dict.fromkeys(words)
        if word.casefold() in named or any(letter.isdigit() for letter in word)
    ]


def _as_state(step: SaidStep, sentence: str) -> SaidStep:
    """A state that was taken for a value: what is "empty" says nothing of that word."""
    words = step.value.split()
    said = words[-1:] if step.what and step.what in step.value else words
    state = next(iter(lexicon().states.get(tokens_of(" ".join(said)), ())), "")
    quoted = _quotes(sentence)
    if state not in _PLAIN_STATES or step.value in quoted or not "".join(said).islower():
        return step
    found = _OPPOSITE[state] if step.denied else state
    return step.model_copy(update={"do": "state", "value": found, "denied": False})


def _in_state(step: SaidStep, sentence: str) -> SaidStep:
    """A state that is said where the name stands, or the only one that its clause says."""
    known, words = lexicon(), step.what.split()
    last = known.states.get(tokens_of(words[-1]), ()) if len(words) > 1 else ()
    if last and step.what not in _quotes(sentence):
        return step.model_copy(update={"what": " ".join(words[:-1]), "value": last[0]})
    said, left = known.parted(known.states, _clause_of(step.what, sentence))
    if len(set(said)) != 1 or step.value in (said[0], _OPPOSITE[said[0]]):
        return step
    denied = known.negations & set(left)
    return step.model_copy(update={"value": _OPPOSITE[said[0]] if denied else said[0]})


def _as_text(step: SaidStep, sentence: str) -> SaidStep:
    """A text and where it stands, which were taken for a name and its value."""
    words, known = step.value.split(), lexicon()
    verb = len(words) > 1 and words[0].casefold() in known.wording
    if step.do != "value" or not verb or step.value in _quotes(sentence):
        return step
    rest = words[2:] if len(words) > 2 and words[1].casefold() in known.fillers else words[1:]
    do = "gone" if step.denied else "text"
    found = {"do": do, "place": " ".join(rest), "value": "", "denied": False}
    return step.model_copy(update=found) if step.what in _quotes(sentence) else step


def _clause_of(name: str, sentence: str) -> Tokens:
    """The words outside of quotes of the clause that a name stands in."""
    clause = next((one for one in _CLAUSE.split(sentence) if name in one), sentence)
    return tokens_of(QUOTED.sub(" ", clause))


def _is_gone(step: SaidStep, sentence: str) -> bool:
    known = lexicon()
    said, left = known.parted(known.states, _clause_of(step.what, sentence))
    return "absent" in said or bool(known.negations & set(left))


def _without_bound(value: str) -> tuple[str, str]:
    """A value without the bound that was copied with it."""
    words = value.split()
    for size in range(min(_LONGEST_BOUND, len(words) - 1), 0, -1):
        if found := lexicon().comparisons.get(tokens_of(" ".join(words[:size]))):
            return " ".join(words[size:]), found[0]
    return value, ""


def _quotes(sentence: str) -> set[str]:
    return {quote[1] or quote[2] for quote in QUOTED.finditer(sentence)}


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
    before, after = _around(step.what, sentence)
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
    if not kind and name not in _quotes(sentence):
        alone = (nth or step.do == "state") and _kind(words)
        name, kind = ("", alone) if alone else _parted(name)
    kind = kind or _kind_of(before, ends=True) or _kind_of(after, ends=False)
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
    before, _ = _around(step.what, sentence)
    return [("nth", before[-1])] if before and _is_number(before[-1]) else []


def _is_number(word: str) -> bool:
    return word.casefold().rstrip(".") in lexicon().ordinals


def _parted(name: str) -> tuple[str, str]:
    """A name without the kind that ends it, or begins it before a capital."""
    words = name.split()
    for size in range(min(3, len(words)), 0, -1):
        own = size < len(words) and words[-1].islower() and _kind(words[-size:])
        if own and own in _CONTROLS:
            return " ".join(words[:-size]), own
        begins = size < len(words) and not words[size][:1].islower()
        if begins and (kind := _kind(words[:size])):
            return " ".join(words[size:]), kind
    return name, ""


def _kind(words: Sequence[str]) -> str:
    found = lexicon().kinds.get(tokens_of(" ".join(words)), ())
    return found[0] if found and found[0] != "searchbox" else ""


def _kind_of(words: Sequence[str], *, ends: bool) -> str:
    for size in range(min(3, len(words)), 0, -1):
        if kind := _kind(words[-size:] if ends else words[:size]):
            return kind
    return ""


def _around(name: str, sentence: str) -> tuple[list[str], list[str]]:
    """The words that stand directly before and behind a name, with no mark between."""
    at = sentence.find(name)
    if at < 0 or not name:
        return [], []
    before = sentence[:at].rstrip("\"“„«‘' ")
    after = sentence[at + len(name) :].lstrip("\"”“»’' ")
    if before[-1:] in _BETWEEN:
        before = ""
    if after[:1] in _BETWEEN:
        after = ""
    behind = next((at for at, letter in enumerate(after) if letter in _BETWEEN), len(after))
    return before.split()[-4:], after[:behind].split()[:3]


def _bound(value: str, sentence: str) -> str:
    """What stands with a value: "at least", "or fewer"."""
    known, said, own = lexicon(), tokens_of(sentence), tokens_of(value)
    spots = [at for at in range(len(said)) if said[at : at + len(own)] == own]
    for at in spots if own else ():
        for size in range(_LONGEST_BOUND, 0, -1):
            for phrase in _near(said, at, at + len(own), size):
                if found := known.comparisons.get(phrase):
                    return found[0]
    return ""


def _near(said: Tokens, begin: int, end: int, size: int) -> list[Tokens]:
    ahead = [said[begin - size : begin]] if begin >= size else []
    skipped = [said[begin - size - 1 : begin - 1]] if begin > size else []
    return [*ahead, said[end : end + size], *skipped]
