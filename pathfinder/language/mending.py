"""What a small model mixes up in a reply and the sentence settles: put right without asking."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from pathfinder.agents.words import SaidStep
from pathfinder.language.details import detailed
from pathfinder.language.grounding import kin_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import bare, number_said, on_one_line, plain, quotes_in

_LONG_ENOUGH = 5


@dataclass(frozen=True)
class Mender:
    """Puts right what is said of a sentence. before: The sentence of the step before."""

    sentence: str
    before: str = ""

    def mended(self, steps: Iterable[SaidStep]) -> list[SaidStep]:
        """The steps with what a small model mixes up put right."""
        return self._same_again([self._mended(step) for step in steps])

    def _mended(self, step: SaidStep) -> SaidStep:
        """A step without quotes around its texts, and without a kind or number that is not said."""
        if step.do in ("text", "gone", "page"):
            step = step.model_copy(update={"what": _quote_of(step.what)})
        clean = on_one_line if step.do == "goal" else bare
        own = {key: clean(getattr(step, key)) for key in ("what", "place", "value")}
        own |= self._done_otherwise(step.do, own["what"], own["value"])
        place = set(tokens_of(own["place"]))
        empty = lexicon().fillers | lexicon().wording
        if place == set(tokens_of(own["what"])) or (own["place"].islower() and place <= empty):
            own["place"] = ""
        if step.do != "state":
            own |= {key: self._as_written(own[key]) for key in ("what", "place", "value")}
        if step.do == "count":
            own |= self._counted(own["value"])
        own["nth"] = step.nth if self._says_number(step.nth) else ""
        own["kind"] = step.kind if self._says_kind(step.kind) else ""
        items = tuple(map(bare, step.items))
        return detailed(step.model_copy(update={**own, "items": items}), self.sentence)

    def _done_otherwise(self, do: str, what: str, value: str) -> dict[str, str]:
        """What is done, where the words show that it is something else.

        A quote or a number in the place of a field's name is its value; a value that is only
        described ("the guest's code") is a goal; who chooses something of no list presses it.
        """
        if do == "fill":
            if value and self._are_swapped(what, value):
                what, value = value, what
            words = set(tokens_of(what))
            if words and words <= set(tokens_of(value)) and not self._is_exact(value):
                return {"do": "goal", "what": self.sentence, "value": "", "place": ""}
            return {"what": what, "value": value}
        if do == "goal" and self._quotes(bare(what)):
            return {"what": self.sentence}
        if do == "select" and value in ("", what):
            return {"do": "click"}
        if do == "select" and what and self._is_no_list(what):
            return {"do": "click", "what": value, "value": ""}
        return {}

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

    def _is_no_list(self, name: str) -> bool:
        """Whether nothing is chosen in what is so called: a verb, or another kind alone."""
        known = lexicon()
        kinds = known.kinds.get(tokens_of(name), ())
        other = bool(kinds) and not {"list", "menu", "radio", "field"} & set(kinds)
        return not self._quotes(name) and (other or set(tokens_of(name)) <= known.wording)

    def _same_again(self, steps: list[SaidStep]) -> list[SaidStep]:
        """Without the step before, where a model repeats it ahead of what the sentence says."""
        here = plain(bare(self.sentence))
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


def _letters(text: str) -> str:
    """A text without accents and capitals, of the same length."""
    return "".join(normalize("NFKD", letter)[0].lower()[0] for letter in text)


def _quote_of(text: str) -> str:
    """The quote in a text that else has only the kind of what is quoted."""
    quotes, known = quotes_in(text), lexicon()
    _, left = known.parted(known.kinds, tokens_of(QUOTED.sub(" ", text)))
    return quotes[0] if len(quotes) == 1 and not set(left) - known.fillers else text
