"""Whether a model's reply says what the sentence says: what it made up, and what it lost."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.agents.agent import BadReply
from pathfinder.agents.words import SaidStep, SaidSteps
from pathfinder.language.around import times_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.mending import Mender
from pathfinder.language.said import statement_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import ASIDE, bare, must_use, plain, quotes_in

_MOST_WORDS = 4


@dataclass
class CopyCheck:
    """Looks at a reply to a sentence: made up words are never taken. acts: It is an instruction.

    What is lost is a doubt; asked again, a small model does no better. remarks: What else speaks
    against the reading. spare: How many words of the sentence it does not use.
    """

    sentence: str
    before: str = ""
    acts: bool = False
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    spare: int = 0

    def __call__(self, reply: SaidSteps) -> SaidSteps:
        """The reply, mended.

        Raises:
            BadReply: It can't be taken; says why.
        """
        mended = Mender(self.sentence, self.before).mended(reply.steps)
        steps = tuple(step for step in mended for _ in range(times_of(step)))
        for step in steps:
            self._refuse_made_up(step)
            statement_of(step)
        if steps and all(self._is_vague(step) for step in steps):
            steps = ()
        self.doubts = tuple(self._doubts(steps))
        self.remarks = tuple(self._remarks(steps))
        return SaidSteps(steps=steps)

    def _refuse_made_up(self, step: SaidStep) -> None:
        source = f"{self.sentence} {self.before}"
        for text in step.texts:
            if plain(text) not in f"{plain(source)} {plain(bare(source))}":
                raise BadReply(f'"{text}" does not stand in the sentence; copy its words')

    def _doubts(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """What is lost of the sentence, and what no statement says."""
        told = " ".join(plain(text) for one in steps for text in (*one.texts, one.nth, one.times))
        lost = [one for one in must_use(ASIDE.sub(" ", self.sentence)) if one not in told]
        yield from (f'"{one}" of the sentence is used nowhere' for one in lost)
        goals = (step.what for step in steps if step.do == "goal")
        yield from (f"{goal!r} does not say how" for goal in goals)
        if not self.acts and lexicon().when & set(tokens_of(QUOTED.sub(" ", self.sentence))[1:]):
            yield "it holds only at times, and no check says when"

    def _remarks(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """What may be amiss, and often is not."""
        yield from (f"{one!r} may not be meant word by word" for one in self._unquoted(steps))
        used = {
            word
            for step in steps
            for text in (*step.texts, step.nth, step.times)
            for word in tokens_of(text)
        }
        spare = [one for one in self._telling() if one.casefold() not in used]
        self.spare = len(spare)
        if spare:
            yield f"{' '.join(spare)!r} is used nowhere"

    def _unquoted(self, steps: tuple[SaidStep, ...]) -> Iterator[str]:
        """The texts that are said without quotes, and have a verb or many words."""
        known = lexicon()
        for step in steps:
            text = step.value if step.do == "value" else step.what
            words = text.split() if step.do in ("text", "gone", "value") else []
            told = set(words) & known.wording or set(words[:1]) & known.fillers
            meant = not (told or len(words) > _MOST_WORDS or self._is_vague(step))
            if plain(text) not in self._quoted and not meant:
                yield text

    @property
    def _quoted(self) -> set[str]:
        return {plain(one) for one in quotes_in(self.sentence)}

    def _is_vague(self, step: SaidStep) -> bool:
        """Whether a value is but what somebody thinks of a thing: "fast", "easy to find"."""
        if step.do != "value" or step.how != "is" or not step.value.islower():
            return False
        signs = any(f"{step.what}{sign}" in self.sentence for sign in (":", " =", "=", " :"))
        digits = any(letter.isdigit() for letter in step.value)
        return not (digits or signs or plain(step.value) in self._quoted)

    def _telling(self) -> Iterator[str]:
        """The words of the sentence that say something, asides in brackets left out."""
        known = lexicon()
        tables = (known.kinds, known.parts, known.states, known.comparisons)
        left: list[str] = [*tokens_of(ASIDE.sub(" ", self.sentence))]
        for table in (dict.fromkeys(known.asserting, ("",)), *tables):
            _, left = known.parted(table, left)
        small = known.fillers | known.pointing | known.polite | known.wording | known.negations
        written = {one.casefold(): one for one in re.findall(r"\w+", self.sentence)}
        yield from (written.get(one, one) for one in left if one not in small)
