"""What a small model mixes up in a reply and the sentence settles: put right without asking.

Only what helps with sentences that it was not made from is here (docs/decisions.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress

from pathfinder.agents.words import SaidStep
from pathfinder.language.around import clause_of
from pathfinder.language.details import detailed
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.texts import bare, on_one_line, plain, quotes_in


@dataclass(frozen=True)
class Mender:
    """Puts right what is said of a sentence. before: The sentence of the step before."""

    sentence: str
    before: str = ""

    def mended(self, steps: Iterable[SaidStep]) -> list[SaidStep]:
        """The steps with what a small model mixes up put right."""
        mended = (self._mended(step) for step in steps)
        return self._only_new([step for step in mended if not _enters_its_name(step)])

    def _mended(self, step: SaidStep) -> SaidStep:
        """A step without quotes around its texts, without a place that is none."""
        clean = on_one_line if step.do == "goal" else bare
        own = {key: clean(getattr(step, key)) for key in ("what", "place", "value")}
        own |= self._done_otherwise(step.do, own["what"], own["value"])
        if not _is_place(own["place"], own["what"], self.sentence):
            own["place"] = ""
        items = tuple(map(bare, step.items))
        return detailed(step.model_copy(update={**own, "items": items}), self.sentence)

    def _done_otherwise(self, do: str, what: str, value: str) -> dict[str, str]:
        """What is done, where the words show that it is something else.

        A quote in the place of a field's name is its value; who chooses something of nothing
        presses it; a key is pressed.
        """
        if do == "fill" and value and self._are_swapped(what, value):
            return {"what": value, "value": what}
        if do == "select" and value in ("", what):
            return {"do": "click"}
        if do == "upload":
            files = [one for one in value.split() if "." in one.strip(".")]
            return {"value": files[0]} if len(files) == 1 else {}
        if do == "click" and is_key(what) and not self._quotes(what):
            return {"do": "press", "what": "", "value": what, "place": ""}
        if do == "click" and self._says_double(what):
            return {"do": "double click"}
        return {}

    def _are_swapped(self, what: str, value: str) -> bool:
        """Whether a quote, or a number behind a sign, stands where the name should.

        Or the value is what many sites call a field.
        """
        known = lexicon().synonyms
        named = tokens_of(value) in known and tokens_of(what) not in known
        quoted = self._quotes(what) and not self._quotes(value)
        return named or quoted or self._equals(value, what)

    def _quotes(self, text: str) -> bool:
        return plain(text) in {plain(one) for one in quotes_in(self.sentence)}

    def _equals(self, name: str, value: str) -> bool:
        """Whether the sentence gives a name its value by a sign; a number alone names nothing."""
        text = " ".join(self.sentence.split())
        if name.upper() != name.lower() and value.upper() == value.lower() != "":
            return True
        return any(f"{name}{sign}{value}" in text for sign in (" = ", "=", ": ", " : "))

    def _says_double(self, name: str) -> bool:
        """Whether what is clicked is to be clicked twice at once."""
        words = clause_of(name, self.sentence)
        runs = {words[at : at + n] for at in range(len(words)) for n in range(1, 4)}
        return bool(runs & lexicon().doubling)

    def _only_new(self, steps: list[SaidStep]) -> list[SaidStep]:
        """Without the step before, where a model repeats it ahead of the same thing done anew."""
        if not self.before:
            return steps
        here = plain(bare(self.sentence))
        new = [any(plain(one) in here for one in step.texts) for step in steps]
        anew = [{one.do for one in compress(steps[at:], new[at:])} for at in range(len(steps))]
        told = (
            one or step.do not in later for step, one, later in zip(steps, new, anew, strict=True)
        )
        kept = list(compress(steps, told))
        return [step for at, step in enumerate(kept) if step not in kept[:at]]


def _enters_its_name(step: SaidStep) -> bool:
    """Whether a field is to hold what it is called: the sentence names it, and gives no value."""
    return step.do == "fill" and plain(step.what) == plain(step.value) != ""


def is_key(name: str) -> bool:
    """Whether something is a key, or keys held together."""
    known, words = lexicon(), tokens_of(name)
    return words in known.keys or ("+" in name and words[:1] != () and words[0] in known.modifiers)


def _is_place(place: str, name: str, sentence: str) -> bool:
    """Whether a place says more than small words, the name itself, or the name's kind."""
    known, own = lexicon(), set(tokens_of(place)) - lexicon().fillers
    _, left = known.parted(known.states, tokens_of(place))
    small = known.fillers | known.wording | known.negations
    empty = place.islower() and set(left) <= small
    text = " ".join(bare(sentence).split())
    beside = f"{place} {name}" in text or f"{name} {place}" in text
    kind = beside and bool(known.named(known.kinds, place))
    return bool(own - set(tokens_of(name))) and not (empty or kind)
