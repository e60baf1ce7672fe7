"""Authorship attribution: which model wrote a text, by how it writes.

A random forest and a decision tree, cross-validated so that they can't cheat.

All texts about one scene are in the same fold: nothing can be learnt from what the page says. The
harder question leaves a whole site out.
Source: PathFinder, figure 3 (feature importances). The folds by scene and by site are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import GroupKFold, LeaveOneGroupOut
from sklearn.tree import DecisionTreeClassifier, export_text

from pathfinder.analysis.linguistics.compare import FEATURES, WORDS

_FOLDS = 5
_TREES = 200
_SEED = 0
# Whether quotes exist is no matter of style, and most texts quote nothing.
_ASKED = tuple(feature for feature in FEATURES if feature != "quote_fidelity")


@dataclass(frozen=True)
class Score:
    """One classifier under one way to fold.

    chance: the share of the commonest model. right: of `texts` texts.
    """

    classifier: str
    folded_by: str
    right: int
    texts: int
    chance: float

    @property
    def accuracy(self) -> float:
        """The share of texts whose model was named."""
        return self.right / self.texts


@dataclass(frozen=True)
class Attribution:
    """How often the right model was named, by what, and which were taken for which.

    Rows: who wrote; columns: who was named.
    """

    scores: tuple[Score, ...]
    models: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    importances: tuple[tuple[str, float], ...]
    rules: str

    @property
    def best(self) -> Score:
        """The forest, folded by scene: the number to quote."""
        return self.scores[0]


def attribution(frame: pd.DataFrame) -> Attribution | None:
    """Train and test on folds; None when there are too few models or scenes to ask."""
    if not len(frame) or frame["model"].nunique() < 2 or frame["scene"].nunique() < 2:
        return None
    values, models = frame[list(_ASKED)].to_numpy(dtype=float), frame["model"].to_numpy()
    chance = float(frame["model"].value_counts(normalize=True).iloc[0])
    scores: list[Score] = []
    guesses = np.empty(0)
    for folded_by in ("scene", "site"):
        if frame[folded_by].nunique() < 2:
            continue
        for name, classifier in _classifiers():
            guessed = _guesses(classifier, values, models, frame[folded_by].tolist())
            guesses = guessed if not scores else guesses
            scores.append(
                Score(name, folded_by, int((guessed == models).sum()), len(models), chance)
            )
    names = sorted(set(models))
    forest, tree = (classifier.fit(values, models) for _, classifier in _classifiers())
    ranked = sorted(
        zip(_ASKED, forest.feature_importances_, strict=True), key=lambda pair: -pair[1]
    )
    rules = export_text(
        tree, feature_names=[WORDS[feature] for feature in _ASKED], max_depth=3, decimals=2
    )
    matrix = confusion_matrix(models, guesses, labels=names)
    return Attribution(
        tuple(scores),
        tuple(str(name) for name in names),
        tuple(tuple(int(count) for count in row) for row in matrix),
        tuple((name, float(weight)) for name, weight in ranked),
        str(rules),
    )


def _classifiers() -> list[tuple[str, Any]]:
    return [
        (
            "random forest",
            RandomForestClassifier(
                n_estimators=_TREES, min_samples_leaf=2, random_state=_SEED, class_weight="balanced"
            ),
        ),
        (
            "decision tree",
            DecisionTreeClassifier(
                max_depth=4, min_samples_leaf=2, random_state=_SEED, class_weight="balanced"
            ),
        ),
    ]


def _guesses(
    classifier: Any,
    values: "np.ndarray[Any, Any]",
    models: "np.ndarray[Any, Any]",
    groups: Sequence[str],
) -> "np.ndarray[Any, Any]":
    """Each text's model as named by a classifier that saw no text of its group."""
    count = len(set(groups))
    folds = LeaveOneGroupOut() if count <= _FOLDS else GroupKFold(_FOLDS)
    guessed = np.empty(len(models), dtype=models.dtype)
    for seen, held in folds.split(values, models, groups):
        guessed[held] = classifier.fit(values[seen], models[seen]).predict(values[held])
    return guessed
