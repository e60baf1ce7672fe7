"""What a small model mixes up in a reply and the sentence settles: put right without asking."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from pathfinder.agents.words import SaidStep
from pathfinder.language.around import clause_of, kind_before
from pathfinder.language.details import detailed
from pathfinder.language.grounding import kin_of
from pathfinder.language.lexicon import Tokens, lexicon, tokens_of
from pathfinder.language.placing import is_place, place_in, with_places
from pathfinder.language.repeating import denied, together, with_times
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import (
    ASIDE,
    bare,
    given_up,
    number_said,
    on_one_line,
    plain,
    quotes_in,
    without_conditions,
)

_PRESSED = ("button", "link", "radio", "tab", "icon", "checkbox")
_LONG_ENOUGH = 5


@dataclass(frozen=True)
class Mender:
    """Puts right what is said of a sentence. before: The sentence of the step before."""

    sentence: str
    before: str = ""

    def mended(self, steps: Iterable[SaidStep]) -> list[SaidStep]:
        """The steps with what a small model mixes up put right."""
        former = {tokens_of(one) for one in given_up(self.sentence)}
        now = [one for one in steps if not _is_former(one, former)]
        now = [one for one in now if not self._is_aside(one)] or now
        found = self._same_again([self._mended(step) for step in now])
        found = together(with_times(found, self.sentence), self.sentence)
        return denied(with_places(found, self.sentence), self.sentence)

    def _mended(self, step: SaidStep) -> SaidStep:
        """A step without quotes around its texts, and without a kind or number that is not said."""
        if step.do in ("text", "gone", "page"):
            step = step.model_copy(update={"what": _quote_of(step.what)})
        clean = on_one_line if step.do == "goal" else bare
        own = {key: clean(getattr(step, key)) for key in ("what", "place", "value")}
        own |= self._done_otherwise(step.do, own["what"], own["value"])
        if not is_place(own["place"], own["what"], self.sentence):
            own["place"] = ""
        if step.do != "state":
            own |= {key: self._as_written(own[key]) for key in ("what", "place", "value")}
        if step.do == "count":
            own |= self._counted(own["value"])
        own["nth"] = step.nth if self._says_number(step.nth) else ""
        own["kind"] = step.kind if self._says_kind(step.kind) else ""
        items = tuple(map(bare, step.items))
        return detailed(step.model_copy(update={**own, "items": items}), self.sentence)

    def _is_aside(self, step: SaidStep) -> bool:
        """Whether a step is only said in brackets, or in a clause that says when it holds."""
        name, text = bare(step.what), bare(self.sentence)
        main = without_conditions(text)
        done = step.do in ("click", "open", "goal")
        outside = name in (ASIDE.sub(" ", main) if done else main)
        return bool(name) and name in text and not outside

    def _done_otherwise(self, do: str, what: str, value: str) -> dict[str, str]:
        """What is done, where the words show that it is something else.

        A quote or a number in the place of a field's name is its value; a value that is only
        described ("the guest's code") is a goal; who chooses something of no list presses it.
        """
        if do == "fill":
            if value and self._are_swapped(what, value):
                what, value = value, what
            if counted := self._with_number(what, value):
                return counted
            words = set(tokens_of(what))
            if words and words <= set(tokens_of(value)) and not self._is_exact(value):
                return {"do": "goal", "what": self.sentence, "value": "", "place": ""}
            return {"what": what, "value": value}
        if do in ("upload", "click"):
            return self._used_otherwise(do, what, value)
        if do == "goal" and self._quotes(bare(what)):
            return {"what": self.sentence}
        if do == "select" and value in ("", what):
            return {"do": "click"}
        if do == "select" and what and (self._is_no_list(what) or self._is_pressed(value)):
            return {"do": "click", "what": value, "value": ""}
        return {}

    def _used_otherwise(self, do: str, what: str, value: str) -> dict[str, str]:
        """What is uploaded without the word "file", a key that is pressed, a double click."""
        if do == "upload":
            files = [one for one in value.split() if "." in one.strip(".")]
            return {"value": files[0]} if len(files) == 1 else {}
        if do == "click" and is_key(what) and not self._quotes(what):
            return {"do": "press", "what": "", "value": what, "place": ""}
        if do == "click" and self._says_double(what):
            return {"do": "double click"}
        return {}

    def _with_number(self, what: str, value: str) -> dict[str, str]:
        """A name and a number that were both taken for the value: "card no. 41" into "card"."""
        words = value.split()
        at = next((n for n, one in enumerate(words) if any(map(str.isdigit, one))), 0)
        named = tokens_of(what) == tokens_of(value)[: len(tokens_of(what))]
        if not at or not named or self._quotes(value):
            return {}
        return {"what": " ".join(words[:at]), "value": " ".join(words[at:])}

    def _are_swapped(self, what: str, value: str) -> bool:
        known = lexicon().synonyms
        named = tokens_of(value) in known and tokens_of(what) not in known
        quoted = self._quotes(what) and not self._quotes(value)
        return quoted or named or self._equals(value, what)

    def _is_exact(self, value: str) -> bool:
        """Whether a value stands in the sentence as it is entered."""
        return self._quotes(value) or "@" in value or any(one.isdigit() for one in value)

    def _quotes(self, text: str) -> bool:
        return plain(text) in {plain(one) for one in quotes_in(self.sentence)}

    def _says_double(self, name: str) -> bool:
        """Whether what is clicked is to be clicked twice at once."""
        words = clause_of(name, self.sentence)
        sizes = range(1, 4)
        runs = {words[at : at + n] for at in range(len(words)) for n in sizes}
        return bool(runs & lexicon().doubling)

    def _is_pressed(self, name: str) -> bool:
        """Whether the sentence calls something a button or the like, just before its name."""
        return kind_before(name, self.sentence) in _PRESSED

    def _is_no_list(self, name: str) -> bool:
        """Whether nothing is chosen in what is so called: a verb, or another kind alone."""
        known = lexicon()
        kinds = known.kinds.get(tokens_of(name), ())
        other = bool(kinds) and not {"list", "menu", "field"} & set(kinds)
        return not self._quotes(name) and (other or set(tokens_of(name)) <= known.wording)

    def _same_again(self, steps: list[SaidStep]) -> list[SaidStep]:
        """Without the step before, where a model repeats it ahead of what the sentence says."""
        here = plain(bare(self.sentence))
        before = [not any(plain(one) in here for one in step.texts) for step in steps]
        both = [step.place and plain(step.place) not in here for step in steps]
        if self.before and True in before and not all(before):
            last = steps[-1]
            if not before[-1] and both[-1] and all(step.do == last.do for step in steps):
                return [step for step, old in zip(steps, before, strict=True) if not old]
        if self.before and steps and steps[0].do != "goal":
            told = [one for step in steps for one in step.texts]
            if not any(plain(one) in here for one in told) and (place := place_in(self.sentence)):
                return [steps[0].model_copy(update={"place": place})]
        if not self.before or len(steps) < 2 or any(plain(one) in here for one in steps[0].texts):
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
        number = number_said(left[0]) if len(left) == 1 else None
        words = [one for one in tokens_of(self.sentence) if number_said(one) == number]
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


def is_key(name: str) -> bool:
    """Whether something is a key, or keys held together."""
    known, words = lexicon(), tokens_of(name)
    return words in known.keys or ("+" in name and words[:1] != () and words[0] in known.modifiers)


def _is_former(step: SaidStep, former: set[Tokens]) -> bool:
    """Whether a check is about what a value was before it changed."""
    value = tokens_of(step.value)
    return step.do in ("value", "sum") and any(value[: len(one)] == one for one in former)


def _letters(text: str) -> str:
    """A text without accents and capitals, of the same length."""
    return "".join(normalize("NFKD", letter)[0].lower()[0] for letter in text)


def _quote_of(text: str) -> str:
    """The quote in a text that else has only the kind of what is quoted."""
    quotes, known = quotes_in(text), lexicon()
    _, left = known.parted(known.kinds, tokens_of(QUOTED.sub(" ", text)))
    return quotes[0] if len(quotes) == 1 and not set(left) - known.fillers else text
