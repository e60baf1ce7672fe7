"""Whether a model's reply says what the sentence says: what it made up, lost and turned round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import get_args
from unicodedata import normalize

from pathfinder.agents.agent import BadReply
from pathfinder.agents.words import Checked, SaidStep, SaidSteps
from pathfinder.core.statement import STATES
from pathfinder.language.grounding import kin_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.said import statement_of

_QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„»«]+?)\s*[\"”“»]|(?<!\w)['‘]([^'’]+)['’](?!\w)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_LONG_GAP = 6
_LONG_ENOUGH = 5
_MARKS = ".,;:!?()\"'“”„«»‘’…"
_BOUNDS = ("at least", "at most", "more than", "less than")
_OPPOSITES = frozenset(STATES.values())
_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_CHECKED = get_args(Checked)


@dataclass
class CopyCheck:
    """Looks at a reply to a sentence: made up words are never taken.

    What is lost or turned round is asked about once; if it stays so, it is a doubt.
    """

    sentence: str
    before: str = ""
    doubts: tuple[str, ...] = ()
    _asked: bool = False

    def __call__(self, reply: SaidSteps) -> SaidSteps:
        """The reply, mended.

        Raises:
            BadReply: It can't be taken, or not at once; says why.
        """
        steps = tuple(self._mended(step) for step in reply.steps)
        for step in steps:
            self._refuse_made_up(step)
            statement_of(step)
        amiss = tuple(self._amiss(steps))
        if amiss and not self._asked:
            self._asked = True
            raise BadReply(amiss[0])
        self.doubts = (*amiss, *self._doubts(steps))
        return SaidSteps(steps=steps)

    def _mended(self, step: SaidStep) -> SaidStep:
        """A step without quotes around its texts, and without a kind or number that is not said.

        A quote that took the place of a field's name is its value; who chooses something of no list
        presses it.
        """
        bare = {key: _bare(getattr(step, key)) for key in ("what", "place", "value")}
        quotes = {_plain(one) for one in quotes_in(self.sentence)}
        swapped = _plain(bare["what"]) in quotes and _plain(bare["value"]) not in quotes
        if step.do == "fill" and swapped and bare["value"]:
            bare["what"], bare["value"] = bare["value"], bare["what"]
        if step.do == "select" and bare["value"] in ("", bare["what"]):
            bare["do"] = "click"
        if tokens_of(bare["place"]) == tokens_of(bare["what"]):
            bare["place"] = ""
        if step.do != "state":
            bare |= {key: self._as_written(bare[key]) for key in ("what", "place", "value")}
        if step.do == "count":
            bare |= self._counted(bare["value"])
        bare["nth"] = step.nth if self._says_number(step.nth) else ""
        bare["kind"] = step.kind if self._says_kind(step.kind) else ""
        return step.model_copy(update={**bare, "items": tuple(map(_bare, step.items))})

    def _counted(self, value: str) -> dict[str, str]:
        """A number as the sentence has it, and the bound that stands with it."""
        known = lexicon()
        bounds, left = known.parted(known.comparisons, tokens_of(value))
        number = _number(left[0]) if len(left) == 1 else None
        words = [one for one in tokens_of(self.sentence) if _number(one) == number]
        if number is None or not words:
            return {}
        return {"value": words[0], **({"how": bounds[0]} if bounds else {})}

    def _as_written(self, text: str) -> str:
        """A text in the letters of the sentence: a small model drops accents and word ends."""
        for own in (text, text.replace("...", "…")):
            for end in (r"(?!\w)", r"\w*" if len(own) >= _LONG_ENOUGH else r"(?!\w)"):
                found = re.search(
                    rf"(?<!\w){re.escape(_letters(own))}{end}", _letters(self.sentence)
                )
                if own and found:
                    return self.sentence[found.start() : found.end()]
        return text

    def _says_number(self, nth: str) -> bool:
        ordinals = lexicon().ordinals
        number = ordinals.get(nth, 0)
        said = tokens_of(f"{self.sentence} {self.before}")
        return bool(number) and any(
            ordinals.get(one) == number or one.startswith(str(number)) for one in said
        )

    def _says_kind(self, kind: str) -> bool:
        known = lexicon()
        said, _ = known.parted(known.kinds, tokens_of(f"{self.sentence} {self.before}"))
        return any(kin_of(kind) & kin_of(one) for one in said)

    def _refuse_made_up(self, step: SaidStep) -> None:
        source = f"{self.sentence} {self.before}"
        words = set(tokens_of(source))
        for text in _copied(step):
            copied = _plain(text) in _plain(source) or _same_number(text, self.sentence)
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
        told = " ".join(_plain(text) for one in steps for text in (*_copied(one), one.nth))
        lost = [one for one in must_use(self.sentence) if one not in told]
        yield from (f'"{one}" of the sentence is used nowhere' for one in lost)
        twice = (one.what for one in steps if one.do == "click" and one.value)
        yield from (f'say in what "{one}" is chosen, or click it' for one in twice)
        if checks := [one for one in steps if one.do in _CHECKED]:
            yield from self._turned(steps, checks)

    def _turned(self, steps: tuple[SaidStep, ...], checks: list[SaidStep]) -> Iterator[str]:
        """What is checked the other way round than the words outside of quotes say."""
        known = lexicon()
        own = tokens_of(_QUOTED.sub(" ", self.sentence))
        said, left = known.parted(known.comparisons, own)
        read = [one.how for one in checks if one.how in _BOUNDS]
        if set(said) != set(read):
            yield f"the sentence says {' and '.join(said) or 'no bound'}: how is wrong"
        states = set(known.parted(known.states, left)[0])
        denied, absent = bool(known.negations & set(left)), bool(_OPPOSITES & states)
        if (denied or "absent" in states) and not any(map(_denies, steps)):
            yield "the sentence says what must not be so: use gone, not, or another value"
        if not (denied or absent) and any(map(_is_not, checks)):
            yield "the sentence says what must be so: use neither gone nor not"
        turned = (one.value for one in checks if one.do == "state" and one.value not in states)
        for value in () if denied else turned:
            yield from (f"the sentence says {one}" for one in states & {_OPPOSITE[value]})

    def _doubts(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """Why a person should look at a reading."""
        goals = [step.what for step in steps if step.do == "goal"]
        yield from (f"{goal!r} does not say how" for goal in goals)
        used = {word for step in steps for text in _copied(step) for word in tokens_of(text)}
        if names := [one for one in self._names() if not set(tokens_of(one)) <= used]:
            yield f"{' '.join(names)!r} is used nowhere"
            return
        gap: list[str] = []
        for word in (*tokens_of(self.sentence), ""):
            if word and word not in used:
                gap.append(word)
                continue
            if len(gap) >= _LONG_GAP:
                yield f"{' '.join(gap)!r} is used nowhere"
            gap = []

    def _names(self) -> Iterator[str]:
        """The words that are written as names are, and that name no kind, state or number."""
        known = lexicon()
        words = self.sentence.split()
        for last, word in pairwise(words):
            bare = word.strip(_MARKS)
            starts = last.endswith((".", "!", "?", ":")) or not bare[:1].isupper() or len(bare) < 2
            tokens = tokens_of(bare)
            if (
                starts
                or not tokens
                or (known.fillers | known.pointing | known.polite) >= set(tokens)
            ):
                continue
            tables = (known.kinds, known.parts, known.states, known.comparisons)
            if not any(known.named(table, bare) for table in tables):
                yield bare


def _copied(step: SaidStep) -> Iterator[str]:
    """The texts of a step that have to be copied: all but a state, which is named as it is here."""
    value = "" if step.do == "state" else step.value
    yield from (text for text in (step.what, step.place, value, *step.items) if text.strip())


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


def _same_number(text: str, sentence: str) -> bool:
    """Whether a number is said as a word, or in another language."""
    number = _number(text.casefold())
    return number is not None and any(_number(one) == number for one in tokens_of(sentence))


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else lexicon().numbers.get(word)


def must_use(sentence: str) -> list[str]:
    """The quotes, e-mail addresses and numbers of a sentence, as they are compared."""
    found = [*quotes_in(sentence), *_ADDRESS.findall(sentence)]
    known = " ".join(found)
    numbers = [one for one in _NUMBER.findall(sentence) if one not in known]
    return [_plain(one) for one in (*found, *numbers)]


def quotes_in(sentence: str) -> list[str]:
    """What stands between quotation marks."""
    return [one or other for one, other in _QUOTED.findall(sentence)]


def _letters(text: str) -> str:
    """A text without accents and capitals, of the same length."""
    return "".join(normalize("NFKD", letter)[0].lower()[0] for letter in text)


def _bare(text: str) -> str:
    return " ".join(text.split()).strip("\"'“”„«»‘’ ")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
