"""What code adds to a step of a reply: its kind, its number, its state, how it compares."""

from collections.abc import Sequence

from pathfinder.agents.words import SaidStep
from pathfinder.core.statement import STATES
from pathfinder.language.around import (
    LONGEST_BOUND,
    around,
    clause_of,
    kind_of,
    kind_said,
    parted_name,
)
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.texts import quotes_in

_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_PLAIN_STATES = ("empty", "filled", "enabled", "disabled", "checked", "unchecked", "selected")
_WHOLE = ("page", "text", "gone", "goal", "order", "address")


def detailed(step: SaidStep, sentence: str) -> SaidStep:
    """The step with the kind, number, state and bound that the sentence gives to what it names."""
    step = _in_state(step, sentence)
    if step.do == "value" and not step.place:
        step = _owned(step, sentence)
    if step.do in ("text", "gone", "page"):
        step = step.model_copy(update={"what": _shown(step.what, sentence)})
    found = dict(_named(step, sentence)) if step.what else {}
    if step.do in ("count", "value") and step.how == "is" and step.value:
        value, how = _without_bound(step.value)
        found |= {"value": value, "how": how or _bound(value, sentence) or step.how}
    return step.model_copy(update=found)


def _in_state(step: SaidStep, sentence: str) -> SaidStep:
    """A check of a state, by the name that it has here; of a value, where it is no state."""
    if step.do == "state" and step.value not in _OPPOSITE:
        known = lexicon().states.get(tokens_of(step.value), ())
        step = step.model_copy(update={"value": known[0]} if known else {"do": "value"})
    if step.do == "value" and step.how == "is":
        step = _as_state(step, sentence)
    return _as_said(step, sentence) if step.do == "state" else step


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


def _as_said(step: SaidStep, sentence: str) -> SaidStep:
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


def _owned(step: SaidStep, sentence: str) -> SaidStep:
    """The value of what is named, where a reply leaves out which: "the status of ticket 5"."""
    before, _ = around(step.what, sentence)
    known = lexicon()
    while before and before[-1].casefold() in known.fillers - known.owning:
        before = before[:-1]
    name = before[-2] if len(before) > 1 and before[-1].casefold() in known.owning else ""
    small = known.fillers | known.wording | known.numbers.keys()
    if not name.isalpha() or name.casefold() in small or kind_said([name]):
        return step
    return step.model_copy(update={"what": name, "place": step.what})


def _shown(text: str, sentence: str) -> str:
    """A text without its articles, where it is no quote: "The lamps" stand on a page as "Lamps"."""
    words = text.split()
    if text not in quotes_in(sentence):
        while len(words) > 1 and words[0].casefold() in lexicon().fillers:
            words = words[1:]
    return " ".join(words)


def _without_bound(value: str) -> tuple[str, str]:
    """A value without the bound that was copied with it."""
    words = value.split()
    for size in range(min(LONGEST_BOUND, len(words) - 1), 0, -1):
        if found := lexicon().comparisons.get(tokens_of(" ".join(words[:size]))):
            return " ".join(words[size:]), found[0]
    return value, ""


def _named(step: SaidStep, sentence: str) -> Sequence[tuple[str, str]]:
    """The number, kind and bare name of what a step is about."""
    if step.do in _WHOLE:
        return []
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
    if step.do == "open":
        return [("nth", nth), ("what", name)]
    if not kind and name not in set(quotes_in(sentence)):
        alone = (nth or step.do == "state") and kind_said(words)
        name, kind = ("", alone) if alone else parted_name(name)
    kind = kind or kind_of(before, ends=True) or kind_of(after, ends=False)
    if not nth and before[-1:] and kind and len(before) > 1 and _is_number(before[-2]):
        nth = before[-2]
    if step.value in ("checked", "unchecked") and kind == "field":
        kind = "checkbox"  # what is ticked is a box, and no field
    return [("nth", nth), ("kind", kind), ("what", name)]


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
