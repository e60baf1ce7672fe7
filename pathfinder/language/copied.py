"""Whether a model's reply says what the sentence says: what it made up, lost and turned round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args
from unicodedata import normalize

from pathfinder.agents.agent import BadReply
from pathfinder.agents.words import Checked, SaidStep, SaidSteps
from pathfinder.core.statement import STATES
from pathfinder.language.details import detailed, times_of
from pathfinder.language.grounding import kin_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.said import statement_of
from pathfinder.language.spans import QUOTED

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ASIDE = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_LONG_ENOUGH = 5
_MOST_WORDS = 4
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
        mended = self._same_again([self._mended(step) for step in reply.steps])
        steps = tuple(step for step in mended for _ in range(times_of(step)))
        for step in steps:
            self._refuse_made_up(step)
            statement_of(step)
        amiss = tuple(self._amiss(steps))
        if amiss and not self._asked:
            self._asked = True
            raise BadReply(amiss[0])
        self.doubts = amiss or tuple(self._doubts(steps))
        return SaidSteps(steps=steps)

    def _mended(self, step: SaidStep) -> SaidStep:
        """A step without quotes around its texts, and without a kind or number that is not said.

        A quote that took the place of a field's name is its value; who chooses something of no list
        presses it.
        """
        if step.do in ("text", "gone", "page"):
            step = step.model_copy(update={"what": _quote_of(step.what)})
        clean = _on_one_line if step.do == "goal" else _bare
        bare = {key: clean(getattr(step, key)) for key in ("what", "place", "value")}
        quotes = {_plain(one) for one in quotes_in(self.sentence)}
        swapped = _plain(bare["what"]) in quotes and _plain(bare["value"]) not in quotes
        swapped = swapped or self._equals(bare["value"], bare["what"])
        known = lexicon().synonyms
        swapped |= tokens_of(bare["value"]) in known and tokens_of(bare["what"]) not in known
        if step.do == "fill" and swapped and bare["value"]:
            bare["what"], bare["value"] = bare["value"], bare["what"]
        described = bool(bare["what"]) and _plain(bare["what"]) in _plain(bare["value"])
        if step.do == "fill" and described and _plain(bare["value"]) not in quotes:
            bare |= {"do": "goal", "what": self.sentence, "value": "", "place": ""}
        if step.do == "goal" and _plain(_bare(bare["what"])) in quotes:
            bare["what"] = self.sentence
        if step.do == "select" and bare["value"] in ("", bare["what"]):
            bare["do"] = "click"
        if step.do == "select" and bare["what"] and self._is_no_list(bare["what"]):
            bare |= {"do": "click", "what": bare["value"], "value": ""}
        place = set(tokens_of(bare["place"]))
        empty = lexicon().fillers | lexicon().wording
        if place == set(tokens_of(bare["what"])) or (bare["place"].islower() and place <= empty):
            bare["place"] = ""
        if step.do != "state":
            bare |= {key: self._as_written(bare[key]) for key in ("what", "place", "value")}
        if step.do == "count":
            bare |= self._counted(bare["value"])
        bare["nth"] = step.nth if self._says_number(step.nth) else ""
        bare["kind"] = step.kind if self._says_kind(step.kind) else ""
        items = tuple(map(_bare, step.items))
        return detailed(step.model_copy(update={**bare, "items": items}), self.sentence)

    def _is_no_list(self, name: str) -> bool:
        """Whether nothing is chosen in what is so called: a verb, or another kind alone."""
        known = lexicon()
        kinds = known.kinds.get(tokens_of(name), ())
        quoted = _plain(name) in {_plain(one) for one in quotes_in(self.sentence)}
        other = bool(kinds) and not {"list", "menu", "radio", "field"} & set(kinds)
        return not quoted and (other or set(tokens_of(name)) <= known.wording)

    def _same_again(self, steps: list[SaidStep]) -> list[SaidStep]:
        """Without the step before, where a model repeats it ahead of what the sentence says."""
        here = _plain(_bare(self.sentence))
        if (
            not self.before
            or len(steps) < 2
            or any(_plain(one) in here for one in _copied(steps[0]))
        ):
            return steps
        first, new = steps[:2]
        if first.do == "goal" or any(one.what == first.what for one in steps[1:]):
            return steps[1:]
        if new.do in ("click", "open") and not new.place and len(steps) == 2:
            return [first.model_copy(update={"place": new.what})]
        return steps

    def _equals(self, name: str, value: str) -> bool:
        """Whether the sentence gives a name its value by a sign; a number alone names nothing."""
        text = " ".join(self.sentence.split())
        if name.upper() != name.lower() and value.upper() == value.lower() != "":
            return True
        return any(f"{name}{sign}{value}" in text for sign in (" = ", "=", ": ", " : "))

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
            copied = _plain(text) in (_plain(source) + " " + _plain(_bare(source))) or _same_number(
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
        told = " ".join(
            _plain(text) for one in steps for text in (*_copied(one), one.nth, one.times)
        )
        needed = {*must_use(_ASIDE.sub(" ", self.sentence)), *map(_plain, quotes_in(self.sentence))}
        lost = [one for one in must_use(self.sentence) if one in needed and one not in told]
        yield from (f'"{one}" of the sentence is used nowhere' for one in lost)
        if self.before and steps and not self._points_back(steps):
            yield "the sentence points back: copy what it means from Before"
        unnumbered = (one.value for one in steps if one.do == "count" and _numberless(one.value))
        yield from (f'"{one}" is no number' for one in unnumbered)
        hollow = (one.what for one in steps if one.what and not self._names_something(one))
        yield from (f'"{one}" names nothing' for one in hollow)
        within = (one for one in steps if one.do == "value" and one.what in one.value != "")
        yield from (f'"{one.value}" repeats the name "{one.what}"' for one in within if one.what)
        twice = (one.what for one in steps if one.do == "click" and one.value)
        yield from (f'say in what "{one}" is chosen, or click it' for one in twice)
        if checks := [one for one in steps if one.do in _CHECKED]:
            yield from self._turned(steps, checks)

    def _points_back(self, steps: tuple[SaidStep, ...]) -> bool:
        """Whether something is copied from the step before; what is quoted needs nothing of it."""
        here = _plain(_bare(self.sentence))
        told = (text for one in steps for text in _copied(one))
        return bool(quotes_in(self.sentence)) or any(_plain(text) not in here for text in told)

    def _names_something(self, step: SaidStep) -> bool:
        known = lexicon()
        empty = known.negations | known.pointing | known.polite
        if step.do in ("text", "gone"):
            empty |= known.wording | known.fillers
        quoted = {_plain(one) for one in quotes_in(self.sentence)}
        if _plain(step.what) in quoted or not step.what.islower():
            return True
        return bool(set(tokens_of(step.what)) - empty)

    def _turned(self, steps: tuple[SaidStep, ...], checks: list[SaidStep]) -> Iterator[str]:
        """What is checked the other way round than the words outside of quotes say."""
        known = lexicon()
        own = tokens_of(_ASIDE.sub(" ", QUOTED.sub(" ", self.sentence)))
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
        yield from (f"{one!r} may not be meant word by word" for one in self._unquoted(steps))
        used = {
            word
            for step in steps
            for text in (*_copied(step), step.nth, step.times)
            for word in tokens_of(text)
        }
        if spare := [one for one in self._telling() if one.casefold() not in used]:
            yield f"{' '.join(spare)!r} is used nowhere"

    def _unquoted(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """The texts that are said without quotes, and have a verb or many words."""
        quoted, known = {_plain(one) for one in quotes_in(self.sentence)}, lexicon()
        for step in steps:
            text = step.value if step.do == "value" else step.what
            words = text.split() if step.do in ("text", "gone", "value") else []
            told = set(words) & known.wording or set(words[:1]) & known.fillers
            if _plain(text) not in quoted and (told or len(words) > _MOST_WORDS):
                yield text

    def _telling(self) -> Iterator[str]:
        """The words of the sentence that say something, asides in brackets left out."""
        known = lexicon()
        tables = (known.kinds, known.parts, known.states, known.comparisons)
        left: list[str] = [*tokens_of(_ASIDE.sub(" ", self.sentence))]
        for table in (dict.fromkeys(known.asserting, ("",)), *tables):
            _, left = known.parted(table, left)
        plain = known.fillers | known.pointing | known.polite | known.wording | known.negations
        written = {one.casefold(): one for one in re.findall(r"\w+", self.sentence)}
        yield from (written.get(one, one) for one in left if one not in plain)


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


def _numberless(value: str) -> bool:
    return not any(_number(one) is not None for one in tokens_of(value))


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
    return [one or other for one, other in QUOTED.findall(sentence)]


def _letters(text: str) -> str:
    """A text without accents and capitals, of the same length."""
    return "".join(normalize("NFKD", letter)[0].lower()[0] for letter in text)


def _bare(text: str) -> str:
    unquoted = QUOTED.sub(lambda quote: quote[1] or quote[2], text)
    return _on_one_line(unquoted).strip("\"'“”„«»‘’ ")


def _quote_of(text: str) -> str:
    """The quote in a text that else has only the kind of what is quoted."""
    quotes, known = quotes_in(text), lexicon()
    _, left = known.parted(known.kinds, tokens_of(QUOTED.sub(" ", text)))
    return quotes[0] if len(quotes) == 1 and not set(left) - known.fillers else text


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
