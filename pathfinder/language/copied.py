"""Whether a model's reply says what the sentence says: what it made up, lost and turned round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from pathfinder.agents.agent import BadReply
from pathfinder.agents.words import Checked, SaidStep, SaidSteps
from pathfinder.core.statement import STATES
from pathfinder.language.around import bounds_in, clause_of, times_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.mending import Mender
from pathfinder.language.said import statement_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import (
    ASIDE,
    bare,
    given_up,
    must_use,
    number_said,
    plain,
    quotes_in,
    without_conditions,
)

_MOST_WORDS = 4
_BOUNDS = ("at least", "at most", "more than", "less than")
_NAMED = ("value", "state", "fill")
_OPPOSITES = frozenset(STATES.values())
_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_CHECKED = get_args(Checked)


@dataclass
class CopyCheck:
    """Looks at a reply to a sentence: made up words are never taken. acts: It is an instruction.

    What is lost or turned round is asked about once; if it stays so, it is a doubt. remarks: What
    else speaks against the reading. spare: How many words of the sentence it does not use.
    """

    sentence: str
    before: str = ""
    acts: bool = False
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    spare: int = 0
    _asked: bool = False

    def __call__(self, reply: SaidSteps) -> SaidSteps:
        """The reply, mended.

        Raises:
            BadReply: It can't be taken, or not at once; says why.
        """
        mended = Mender(self.sentence, self.before).mended(reply.steps)
        steps = tuple(step for step in mended for _ in range(times_of(step)))
        for step in steps:
            self._refuse_made_up(step)
            statement_of(step)
        amiss = tuple(self._amiss(steps))
        if amiss and not self._asked:
            self._asked = True
            raise BadReply(amiss[0])
        if steps and all(self._is_vague(step) for step in steps):
            steps = ()
        goals = (step.what for step in steps if step.do == "goal")
        self.doubts = amiss or tuple(f"{goal!r} does not say how" for goal in goals)
        if not self.acts and lexicon().when & set(tokens_of(QUOTED.sub(" ", self.sentence))[1:]):
            self.doubts = self.doubts or ("it holds only at times, and no check says when",)
        self.remarks = tuple(self._remarks(steps))
        return SaidSteps(steps=steps)

    def _refuse_made_up(self, step: SaidStep) -> None:
        source = f"{self.sentence} {self.before}"
        words = set(tokens_of(source))
        for text in step.texts:
            copied = plain(text) in (plain(source) + " " + plain(bare(source))) or _same_number(
                text, self.sentence
            )
            named = text in (step.what, step.place) and self._names_alike(text, words)
            if not (copied or named):
                raise BadReply(f'"{text}" does not stand in the sentence; copy its words')

    def _names_alike(self, text: str, words: set[str]) -> bool:
        """Whether the words of a text are the sentence's; its kinds may be in another language."""
        known = lexicon()
        kinds, left = known.parted(known.kinds, tokens_of(text))
        said, _ = known.parted(known.kinds, tokens_of(f"{self.sentence} {self.before}"))
        own = set(left) - known.fillers
        whole = set(tokens_of(text)) <= words
        return whole or (bool(own) and own <= words and set(kinds) <= set(said))

    def _amiss(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """What of the sentence is lost, or turned round."""
        told = " ".join(plain(text) for one in steps for text in (*one.texts, one.nth, one.times))
        main = without_conditions(self.sentence)
        needed = {*must_use(ASIDE.sub(" ", main)), *map(plain, quotes_in(main))}
        needed -= set(must_use(" ".join(given_up(self.sentence))))
        lost = [one for one in must_use(self.sentence) if one in needed and one not in told]
        yield from (f'"{one}" of the sentence is used nowhere' for one in lost)
        if not steps and self._is_done():
            yield "it says what is done: write it as steps"
        if self.before and steps and not self._points_back(steps):
            yield "the sentence points back: copy what it means from Before"
        unnumbered = (one.value for one in steps if one.do == "count" and _numberless(one.value))
        yield from (f'"{one}" is no number' for one in unnumbered)
        hollow = (one.what for one in steps if one.what and not self._names_something(one))
        yield from (f'"{one}" names nothing' for one in hollow)
        within = (one for one in steps if one.do == "value" and _repeats(one))
        yield from (f'"{one.value}" repeats the name "{one.what}"' for one in within)
        twice = (one.what for one in steps if one.do == "click" and one.value)
        yield from (f'say in what "{one}" is chosen, or click it' for one in twice)
        if checks := [one for one in steps if one.do in _CHECKED]:
            yield from self._turned(steps, checks)

    def _is_done(self) -> bool:
        """Whether an instruction begins with a verb that something is done by."""
        first = tokens_of(self.sentence)[:1]
        return self.acts and bool(first) and first[0] in lexicon().deeds

    def _points_back(self, steps: tuple[SaidStep, ...]) -> bool:
        """Whether something is copied from the step before; what is quoted needs nothing of it."""
        here = plain(bare(self.sentence))
        told = (text for one in steps for text in one.texts)
        return bool(quotes_in(self.sentence)) or any(plain(text) not in here for text in told)

    def _names_something(self, step: SaidStep) -> bool:
        known = lexicon()
        empty = known.negations | known.pointing | known.polite
        if step.do in ("text", "gone"):
            empty |= known.wording | known.fillers
        quoted = {plain(one) for one in quotes_in(self.sentence)}
        if plain(step.what) in quoted or not step.what.islower():
            return True
        return bool(set(tokens_of(step.what)) - empty)

    def _turned(self, steps: tuple[SaidStep, ...], checks: list[SaidStep]) -> Iterator[str]:
        """What is checked the other way round than the words outside of quotes say."""
        known = lexicon()
        main = without_conditions(self.sentence)
        own = tokens_of(ASIDE.sub(" ", QUOTED.sub(" x ", main)))
        said, (_, left) = bounds_in(own), known.parted(known.comparisons, own)
        read = [one.how for one in checks if one.how in _BOUNDS]
        if set(said) != set(read):
            yield f"the sentence says {' and '.join(said) or 'no bound'}: how is wrong"
        states = set(known.parted(known.states, left)[0])
        named = {word for one in steps if one.do in _NAMED for word in tokens_of(one.what)}
        denied = bool(known.negations & (set(left) - named))
        absent = bool(_OPPOSITES & states)
        if (denied or self._says_absent(checks)) and not any(map(_denies, steps)):
            yield "the sentence says what must not be so: use gone, not, or another value"
        if not (denied or absent) and any(map(_is_not, checks)):
            yield "the sentence says what must be so: use neither gone nor not"
        turned = (one.value for one in checks if one.do == "state" and one.value not in states)
        for value in () if denied else turned:
            yield from (f"the sentence says {one}" for one in states & {_OPPOSITE[value]})

    def _says_absent(self, checks: list[SaidStep]) -> bool:
        """Whether something that is read as shown is said to be gone, outside of its own words."""
        known = lexicon()
        for one in (one for one in checks if one.do in ("text", "state")):
            own = set(tokens_of(one.what))
            main = without_conditions(self.sentence)
            left = [word for word in clause_of(one.what, main) if word not in own]
            if "absent" in known.parted(known.states, left)[0]:
                return True
        return False

    def _remarks(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """What may be amiss, and often is not."""
        yield from (f"{one!r} may not be meant word by word" for one in self._unquoted(steps))
        used = {
            word
            for step in steps
            for text in (*step.texts, step.nth, step.times)
            for word in tokens_of(text)
        }
        used |= {word for one in given_up(self.sentence) for word in tokens_of(one)}
        spare = [one for one in self._telling() if one.casefold() not in used]
        self.spare = len(spare)
        if spare:
            yield f"{' '.join(spare)!r} is used nowhere"

    def _unquoted(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """The texts that are said without quotes, and have a verb or many words."""
        quoted, known = {plain(one) for one in quotes_in(self.sentence)}, lexicon()
        for step in steps:
            text = step.value if step.do == "value" else step.what
            words = text.split() if step.do in ("text", "gone", "value") else []
            told = set(words) & known.wording or set(words[:1]) & known.fillers
            meant = not (told or len(words) > _MOST_WORDS or self._is_vague(step))
            if plain(text) not in quoted and not meant:
                yield text

    def _is_vague(self, step: SaidStep) -> bool:
        """Whether a value is but what somebody thinks of a thing: "fast", "easy to find"."""
        if step.do != "value" or step.how != "is" or not step.value.islower():
            return False
        quoted = {plain(one) for one in quotes_in(self.sentence)}
        signs = any(f"{step.what}{sign}" in self.sentence for sign in (":", " =", "=", " :"))
        digits = any(letter.isdigit() for letter in step.value)
        return not (digits or signs or plain(step.value) in quoted)

    def _telling(self) -> Iterator[str]:
        """The words of the sentence that say something, asides in brackets left out."""
        known = lexicon()
        tables = (known.kinds, known.parts, known.states, known.comparisons)
        left: list[str] = [*tokens_of(ASIDE.sub(" ", without_conditions(self.sentence)))]
        for table in (dict.fromkeys(known.asserting, ("",)), *tables):
            _, left = known.parted(table, left)
        small = known.fillers | known.pointing | known.polite | known.wording | known.negations
        written = {one.casefold(): one for one in re.findall(r"\w+", self.sentence)}
        yield from (written.get(one, one) for one in left if one not in small)


def _is_not(step: SaidStep) -> bool:
    return step.do == "gone" or step.denied


def _denies(step: SaidStep) -> bool:
    """Whether a step says that something is not so, or not there."""
    if _is_not(step) or step.do in ("wait gone", "goal"):
        return True
    none = step.do == "count" and lexicon().numbers.get(step.value.casefold(), step.value) in (
        0,
        "0",
    )
    return none or (step.do == "state" and step.value in _OPPOSITES)


def _repeats(step: SaidStep) -> bool:
    return bool(step.what) and set(tokens_of(step.what)) <= set(tokens_of(step.value))


def _numberless(value: str) -> bool:
    return not any(number_said(one) is not None for one in tokens_of(value))


def _same_number(text: str, sentence: str) -> bool:
    """Whether a number is said as a word, or in another language."""
    number = number_said(text.casefold())
    return number is not None and any(number_said(one) == number for one in tokens_of(sentence))
