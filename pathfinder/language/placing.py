"""The place that a sentence says and a reply leaves out: "In the row of Ida …", "… in the bar"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pathfinder.agents.words import SaidStep
from pathfinder.language.around import bounds_in
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import bare

_LONGEST_BEGINNING = 3
_ACTS = frozenset(("click", "double click", "fill", "select", "tick", "untick", "hover"))
_CHECKS = frozenset(("text", "gone", "value", "count", "sum", "order", "state"))
_ENDS = (",", ":", ";")
_LONGEST_TITLE, _MOST_OVER = 5, 4


def with_places(steps: Sequence[SaidStep], sentence: str) -> list[SaidStep]:
    """The steps with the places that the sentence says and none of them has a word of."""
    words = _Words(sentence)
    steps = _moved(_leading(steps, words), words)
    return [_ordinal(_behind(step, words, steps), words, steps) for step in steps]


def is_place(place: str, name: str, sentence: str) -> bool:
    """Whether a place says more than small words, the name itself, or the name's kind."""
    known, own = lexicon(), set(tokens_of(place)) - lexicon().fillers
    _, left = known.parted(known.states, tokens_of(place))
    small = known.fillers | known.wording | known.negations
    empty = place.islower() and (set(left) <= small)
    text = " ".join(bare(sentence).split())
    beside = f"{place} {name}" in text or f"{name} {place}" in text
    return bool(own - set(tokens_of(name))) and not (empty or (beside and _is_kind(place)))


def _is_kind(text: str) -> bool:
    return bool(lexicon().named(lexicon().kinds, text))


def place_in(sentence: str) -> str:
    """The first place that a sentence says anywhere; empty where it says none."""
    words = _Words(sentence)
    return next((one for n in range(len(words.words)) if (one := words.place(n, ()))), "")


def _leading(steps: Sequence[SaidStep], words: "_Words") -> list[SaidStep]:
    """With what the sentence begins with: where the first deed is done, and all is so."""
    acts = bool(steps) and steps[0].do in _ACTS
    place = words.place(0, steps) or (words.titled(steps) if acts else "")
    first = steps[0] if steps else None
    if not first or not place or any(step.place for step in steps):
        return [*steps]
    there = [step.do in _CHECKS or (step is first and step.do in _ACTS) for step in steps]
    return [
        step.model_copy(update={"place": place}) if placed else step
        for step, placed in zip(steps, there, strict=True)
    ]


def _moved(steps: list[SaidStep], words: "_Words") -> list[SaidStep]:
    """With a place that stands behind another name than it was read with."""
    out = [*steps]
    for at, step in enumerate(steps):
        own = words.place(words.behind(step.what), ()) if step.what else ""
        given = [n for n, one in enumerate(out) if n != at and own and one.place == own]
        if step.place or len(given) != 1 or step.do not in _ACTS | _CHECKS:
            continue
        other = out[given[0]]
        if words.place(words.behind(other.what), ()) != own:
            out[at] = step.model_copy(update={"place": own})
            out[given[0]] = other.model_copy(update={"place": ""})
    return out


def _ordinal(step: SaidStep, words: "_Words", steps: Sequence[SaidStep]) -> SaidStep:
    """With the one of several that is said before it: "the first event is …"."""
    if step.place or step.do != "text" or not (place := words.numbered(step.what, steps)):
        return step
    return step.model_copy(update={"place": place})


def _behind(step: SaidStep, words: "_Words", steps: Sequence[SaidStep]) -> SaidStep:
    """With what stands directly behind its name."""
    if step.place or step.do not in (_ACTS | _CHECKS) - {"order"} or not step.what:
        return step
    seen = step.do == "state" and step.value in ("visible", "absent")
    over = seen or step.do in ("text", "gone")
    at = words.behind(step.what, over=over)
    if not (place := words.place(at, steps)):
        return step
    if step.do == "click" and words.words[at][2].casefold() in lexicon().aiming:
        return step.model_copy(update={"what": place, "place": step.what})
    return step.model_copy(update={"place": place})


def _used(steps: Sequence[SaidStep]) -> set[str]:
    """The words that steps hold."""
    return {word for step in steps for one in step.texts for word in tokens_of(one)}


@dataclass(frozen=True)
class _Words:
    """The words of a sentence, marks and all."""

    sentence: str

    @cached_property
    def words(self) -> tuple[tuple[int, bool, str], ...]:
        """Where each begins, whether within a quote, and the word."""
        quotes = [one.span() for one in QUOTED.finditer(self.sentence)]
        found, at = [], 0
        for word in self.sentence.split():
            at = self.sentence.index(word, at)
            found.append((at, any(begin < at < end for begin, end in quotes), word))
            at += len(word)
        return tuple(found)

    @cached_property
    def leads(self) -> frozenset[Tokens]:
        """How a place begins in the language of the sentence."""
        known = lexicon()
        return known.placing_in.get(known.language_of(self.sentence), known.placing)

    def behind(self, name: str, *, over: bool = False) -> int:
        """The number of the first word behind a name and its kind; past the end if nowhere.

        over: Whether behind "is shown" and the like as well.
        """
        at = self.sentence.find(name)
        end = at + len(name) if at >= 0 else len(self.sentence)
        if self.sentence[end:].lstrip("\"”“»’').")[:1] in _ENDS:
            return len(self.words)
        first = next((n for n, one in enumerate(self.words) if one[0] >= end), len(self.words))
        known = lexicon()
        sizes = (n for n in (3, 2, 1) if self._tokens(first, n) in known.kinds)
        first += next(sizes, 0)
        small = known.wording | known.negations
        said = first
        while over and said < min(first + _MOST_OVER, len(self.words)):
            one = self._tokens(said, 1)
            if one in self.leads or not one:
                return said
            if self.words[said][2] not in small and one not in known.states:
                break
            said += 1
        return first

    def place(self, first: int, steps: Sequence[SaidStep]) -> str:
        """The place that begins with this word, without its preposition; empty where none does.

        It ends before a mark, a verb, or what a step names; no step may have a word of it.
        """
        known = lexicon()
        sizes = range(_LONGEST_BEGINNING, 0, -1)
        size = next((n for n in sizes if self._tokens(first, n) in self.leads), 0)
        bound = any(self._tokens(first, n) in known.comparisons for n in sizes if n > size)
        if not size or bound or bounds_in(self._tokens(first, size + 1)):
            return ""
        begin, names = first + size, [one for step in steps for one in step.texts]
        end = next((n for n in range(begin + 1, len(self.words)) if self._ends(n, names)), None)
        if end is None and not first:
            return ""
        text = self._text(begin, len(self.words) if end is None else end)
        used = _used(steps)
        own = set(tokens_of(text)) - known.fillers
        if end is not None and self._begins(end, names) and tokens_of(text) in known.kinds:
            return ""
        return "" if not own or own & used else text

    def titled(self, steps: Sequence[SaidStep]) -> str:
        """What the sentence begins with before a colon, if it is a name: "Room 5: press …"."""
        known, used = lexicon(), _used(steps)
        head, colon, _ = self.sentence.partition(": ")
        own = tokens_of(head)
        named = any(one[:1].isupper() or one.isdigit() for one in head.split()[1:])
        small = known.wording | used
        return head if colon and named and len(own) <= _LONGEST_TITLE and not small & {*own} else ""

    def numbered(self, name: str, steps: Sequence[SaidStep]) -> str:
        """The words before a name in its clause that begin with an ordinal: "the first event"."""
        known = lexicon()
        at = self.sentence.find(name)
        head = self.sentence[: max(at, 0)]
        start = max(head.rfind(mark) for mark in (", ", "; ", ". ", ": ")) + 1
        words = [one.strip("\"“„«‘',;.:") for one in head[start:].split()]
        words = [one for one in words if one]
        small = known.wording - known.ordinals.keys() | known.fillers
        while words and words[-1].casefold() in small:
            if words[-2:-1] and words[-2].casefold() in known.ordinals:
                break
            words.pop()
        first = [one.casefold() for one in words if one.casefold() not in known.fillers][:1]
        fits = bool(first) and first[0] in known.ordinals and len(words) > 1
        own = {one.casefold() for one in words} - known.fillers
        return " ".join(words) if fits and not own & _used(steps) else ""

    def _ends(self, number: int, names: Sequence[str]) -> bool:
        """Whether a place ends before this word, or before a name that begins here."""
        _, quoted, word = self.words[number]
        before = self.words[number - 1][2]
        if before.endswith(_ENDS) or self._begins(number, names):
            return True
        known = lexicon()
        small = known.fillers | {each for one in self.leads for each in one}
        verb = known.wording - known.ordinals.keys() - known.numbers.keys()
        follows = before.casefold() not in small
        return follows and not quoted and word.strip(".,:;!?") in verb

    def _begins(self, number: int, names: Sequence[str]) -> bool:
        """Whether a name begins with this word."""
        rest = self.sentence[self.words[number][0] :].lstrip("\"“„«‘'")
        return any(rest.startswith(name) for name in names)

    def _text(self, begin: int, end: int) -> str:
        while begin + 1 < end < len(self.words) and self._tokens(end - 1, 1) in self.leads:
            end -= 1
        last = self.words[end][0] if end < len(self.words) else len(self.sentence)
        return bare(self.sentence[self.words[begin][0] : last].strip(" ,:;.!?"))

    def _tokens(self, first: int, size: int) -> tuple[str, ...]:
        words = [word for _, _, word in self.words[first : first + size]]
        marked = any(one.endswith(_ENDS) for one, _ in pairwise(words))
        return () if marked or len(words) < size else tokens_of(" ".join(words))
