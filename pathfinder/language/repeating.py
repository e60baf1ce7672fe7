"""What a model takes apart, or says too often: "twice", an error and its text."""

from collections.abc import Sequence
from itertools import pairwise

from pathfinder.agents.words import SaidStep
from pathfinder.core.statement import STATES
from pathfinder.language.around import clause_of
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.spans import QUOTED
from pathfinder.language.texts import quotes_in

_OPPOSITE = {**STATES, **{other: state for state, other in STATES.items()}}
_CLICKS = ("click", "double click")


def with_times(steps: Sequence[SaidStep], sentence: str) -> list[SaidStep]:
    """The steps, with the only thing that is clicked, or shown, as often as the sentence says.

    A model repeats the step instead, or leaves the number out.
    """
    said = _times_in(sentence)
    if said and steps and all(step.do == "text" and step.what == steps[0].what for step in steps):
        return [steps[0].model_copy(update={"do": "count", "value": said})]
    names = {step.what for step in steps if step.do in _CLICKS}
    if not said or len(names) != 1 or any(step.times for step in steps):
        return [*steps]
    first = next(step for step in steps if step.do in _CLICKS)
    once = [step for step in steps if step is first or step.do not in _CLICKS]
    return [step.model_copy(update={"times": said}) if step is first else step for step in once]


def together(steps: Sequence[SaidStep], sentence: str) -> list[SaidStep]:
    """The steps, with what a model takes apart put together.

    "Error beside PIN: 'Wrong'" shows one text, what is gone is not shown as well, and "Low is on,
    High is not" says two states.
    """
    out: list[SaidStep] = []
    for step in steps:
        last = out[-1] if out else None
        if last and _is_row(last, step):
            out[-1] = step.model_copy(update={"place": f"{last.kind} {last.what}"})
        elif last and _announces(last, step, sentence):
            out[-1] = step.model_copy(update={"place": last.place})
        elif last and last.do == step.do == "goal" and f"{last.what} {step.what}" in sentence:
            out[-1] = last.model_copy(update={"what": f"{last.what} {step.what}"})
        elif last and _elided(last, step):
            other = _OPPOSITE.get(last.value, "")
            found = {"do": "state", "value": other, "denied": False, "how": "is"}
            out.append(step.model_copy(update=found))
        else:
            out.append(step)
    told = {one.what for one in out if one.do in ("value", "state")}
    out = [one for one in out if one.do != "text" or one.what not in told]
    out = [one for one in out if not any(_repeats(one, other) for other in out)]
    gone = {(one.what, one.place) for one in out if one.do == "gone"}
    return [one for one in out if one.do != "text" or (one.what, one.place) not in gone]


def denied(steps: Sequence[SaidStep], sentence: str) -> list[SaidStep]:
    """The steps, with the one denied whose clause alone says "not", where none of them is."""
    known = lexicon()
    told = [step.denied or step.do in ("gone", "wait gone", "goal") for step in steps]
    states = [step.do == "state" and step.value in STATES.values() for step in steps]
    if any(told) or any(states) or any(step.do == "count" for step in steps):
        return [*steps]
    shown = [step for step in steps if step.do == "text"]
    not_so = [step for step in shown if known.negations & set(clause_of(step.what, sentence))]
    if len(not_so) != 1 or (len(shown) < 2 and len(steps) > 1):
        return [*steps]
    flip = not_so[0]
    return [one.model_copy(update={"do": "gone"}) if one is flip else one for one in steps]


def _repeats(step: SaidStep, other: SaidStep) -> bool:
    """Whether a value is checked again for what begins with a small word: "including delivery"."""
    same = step.do == other.do == "value" and step.value == other.value and step is not other
    return same and step.what.split(" ")[0] in lexicon().wording


def _is_row(step: SaidStep, then: SaidStep) -> bool:
    """Whether a step only says in which row the next one clicks."""
    clicks = step.do == then.do == "click" and not (step.place or then.place)
    return clicks and step.kind == "row" and step.what.isdigit()


def _announces(step: SaidStep, then: SaidStep, sentence: str) -> bool:
    """Whether a step only names the message whose text the next one says."""
    texts = step.do == then.do == "text" and not then.place
    only = lexicon().kinds.get(tokens_of(step.what), ())
    return texts and "message" in only and then.what in quotes_in(sentence)


def _elided(step: SaidStep, then: SaidStep) -> bool:
    """Whether the next step says "is not" and leaves out what."""
    said = set(tokens_of(then.value))
    return step.do == "state" and then.do == "value" and bool(said) and said <= lexicon().negations


def _times_in(sentence: str) -> str:
    """The number that says how often, as the sentence has it; empty where there is not just one."""
    known, words = lexicon(), tokens_of(QUOTED.sub(" x ", sentence))
    found = [one for one in words if one in known.times & known.numbers.keys()]
    for before, word in pairwise(words):
        if word in known.times - known.numbers.keys() and (
            before in known.numbers or before.isdigit()
        ):
            found.append(before)
    return found[0] if len(found) == 1 else ""
