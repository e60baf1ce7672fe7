"""Settles what tells whether an instruction is carried out, and prints it for its thresholds.

    python -m bench.ending_weights [--model NAME]

A logistic regression over what is weighed (`engine.ending.EndSigns`), on what testers wrote of
recorded moves (`bench/decisions/written`, as far as it may be tuned on): when a move is done, its
own instruction is, and the same with another move's behind it is not. Each application is judged by
weights that were settled on all others.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from random import Random

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import LeaveOneGroupOut, cross_val_predict

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Model
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.words import WordsReader
from pathfinder.core.action import Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.engine.ending import DoneSoFar, EndSigns, end_signs
from pathfinder.engine.statements import ON_CHECKS
from pathfinder.language.sentences import Sentences, asked
from pathfinder_bench.decisions.kept import CACHE, KeptModel
from pathfinder_bench.decisions.sets import Move, Recorded, element_at
from pathfinder_bench.decisions.written import WrittenFile, move_of, read_written, recorded_of

FOLDER = Path("bench/decisions")
_SEED = 3
_FREEDOM = 10.0
"""The regression's C: there are three signs."""
_FILLS = frozenset({Kind.TYPE, Kind.SELECT, Kind.CLEAR, Kind.CHECK, Kind.UNCHECK})


@dataclass(frozen=True)
class Weighed:
    """The signs of an instruction after a move, and whether it is carried out by it."""

    app: str
    signs: EndSigns
    ended: bool


@dataclass(frozen=True)
class Settled:
    """What was settled, and how applications left out did by such.

    weights: Name of a threshold -> its value. found: The share of what is carried out that ends.
    false: The share that ends of what is not.
    """

    weights: dict[str, float]
    number: int
    auc: float
    found: float
    false: float

    @property
    def described(self) -> str:
        """In words."""
        return (
            f"{self.number} instructions; auc {self.auc:.2f}; {self.found:.0%} of what is carried "
            f"out ends, and {self.false:.0%} of what is not"
        )


def weighed_of(files: Iterable[WrittenFile], model: Model, sets: Path) -> Iterator[Weighed]:
    """Every instruction after its move, by itself and with another of the application behind it.

    Raises:
        UsageError: There is no set of an application, or no such move in it.
        ModelError: The model failed.
    """
    written = [one for file in files for one in file.sentences]
    recorded: dict[str, Recorded] = {}
    sentences, call = Sentences(reader=WordsReader(model)), Call(MemoryJournal(), 1)
    chance = Random(_SEED)
    for one in written:
        app, walk, step = one.move.split("/")
        if app not in recorded:
            recorded[app] = recorded_of(sets, app)
        done = _done(recorded[app], move_of(recorded[app], walk, int(step)))
        others = [each for each in written if each.move.split("/")[0] == app]
        others = [each for each in others if each.move != one.move]
        told = [(one.action, True)]
        if others:
            told += [(f"{one.action.rstrip('. ')}. {chance.choice(others).action}", False)]
        for words, ended in told:
            read = sentences.read(asked(words, "action"), call).statements
            acts = [each for each in read if each.kind not in ON_CHECKS]
            yield Weighed(app, end_signs(words, acts, done), ended)


def _done(here: Recorded, move: Move) -> DoneSoFar:
    """What was done by a recorded move."""
    before, after = here.scene(move.before), here.scene(move.after)
    used = [element_at(before, act.at) for act in move.acts]
    said = [text for e in used if e for text in (e.name, e.text, e.label, e.context)]
    said += [act.value for act in move.acts]
    said += [text for page in (before, after) for text in (page.heading, page.title)]
    filled = sum(act.do in _FILLS for act in move.acts)
    return DoneSoFar(said, len(move.acts) - filled, filled > 0)


def settled(weighed: Sequence[Weighed]) -> Settled:
    """Weights and the cut, settled on all; and how they do on applications left out."""
    signs = np.array([astuple(one.signs) for one in weighed], dtype=float)
    ended = np.array([one.ended for one in weighed])
    apps = np.array([one.app for one in weighed])
    made = LogisticRegression(C=_FREEDOM)
    left_out = cross_val_predict(
        made, signs, ended, groups=apps, cv=LeaveOneGroupOut(), method="decision_function"
    )
    made.fit(signs, ended)
    names = [f"ended_{one.name}" for one in fields(EndSigns)]
    weights = {name: round(float(w), 2) for name, w in zip(names, made.coef_[0], strict=True)}
    return Settled(
        {"ended": round(-float(made.intercept_[0]), 2), **weights},
        len(weighed),
        float(roc_auc_score(ended, left_out)),
        float((left_out[ended] >= 0).mean()),
        float((left_out[~ended] >= 0).mean()),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Settle and print."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench.ending_weights")
    parser.add_argument("--model", default=EMBEDDED_DEFAULT)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where replies are kept")
    options = parser.parse_args(arguments)
    kept = KeptModel(options.model, options.cache)
    files = read_written(options.folder / "written")
    found = settled(list(weighed_of(files, kept, options.folder)))
    kept.close()
    print(found.described)
    for name, value in found.weights.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
