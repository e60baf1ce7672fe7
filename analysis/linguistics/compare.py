"""Features of every text as one data frame, and how the models differ on the same scenes."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from pathfinder.analysis.effectiveness import short_model
from pathfinder.analysis.linguistics import grammar, style
from pathfinder.analysis.linguistics.texts import Text
from pathfinder.analysis.resampling import sign_flips

FEATURES = (*grammar.FEATURES, *style.FEATURES)
WORDS = {
    "avg_length": "words a piece",
    "vb_count": "verbs",
    "nn_count": "nouns",
    "prp_count": "pronouns",
    "jj_count": "adjectives",
    "jjr_count": "comparatives",
    "jjs_count": "superlatives",
    "avg_adjective_count": "adjectives a piece",
    "noun_to_verb_ratio": "nouns a verb",
    "noun_to_adjective_ratio": "nouns an adjective",
    "hedging": "hedges in 100 words",
    "parroting": "instruction repeated",
    "repetition": "pieces said twice",
    "diversity": "lexical diversity",
    "imperatives": "sentences that order",
    "quote_fidelity": "quotes that exist",
    "page_words": "words from the page",
}


@dataclass(frozen=True)
class Measured:
    """Texts and what was measured on them.

    A row a text, with model, role, site, scene, label, and the features.
    """

    texts: tuple[Text, ...]
    frame: pd.DataFrame
    phrases: dict[str, list[tuple[str, int]]]

    @property
    def models(self) -> list[str]:
        """The models, by name."""
        return sorted(self.frame["model"].unique()) if len(self.frame) else []


@dataclass(frozen=True)
class Contrast:
    """A feature on the scenes that all models described.

    Each model's mean, and the largest paired difference.

    p: Of the sign-flip test over scenes, times the number of comparisons made (Bonferroni), at most
        1.
    """

    feature: str
    means: dict[str, float]
    between: tuple[str, str]
    difference: float
    p: float
    scenes: int


def measure(texts: Sequence[Text]) -> Measured:
    """Every feature of every text."""
    docs = grammar.parsed(texts)
    rows = [
        {
            "model": short_model(text.model),
            "role": text.role,
            "site": text.site,
            "scene": f"{text.site}: {text.group}",
            "session": text.session,
            "step": text.step,
            "label": text.label,
            "text": text.whole,
            **grammar.grammar(pieces),
            **style.style(text, pieces),
        }
        for text, pieces in zip(texts, docs, strict=True)
    ]
    models = sorted({short_model(text.model) for text in texts})
    phrases = {
        model: grammar.common_phrases(
            [
                pieces
                for text, pieces in zip(texts, docs, strict=True)
                if short_model(text.model) == model
            ]
        )
        for model in models
    }
    return Measured(tuple(texts), pd.DataFrame(rows), phrases)


def common_scenes(frame: pd.DataFrame) -> list[str]:
    """The scenes that every model described."""
    models = set(frame["model"])
    return [str(scene) for scene, rows in frame.groupby("scene") if set(rows["model"]) == models]


def contrasts(frame: pd.DataFrame) -> list[Contrast]:
    """Each feature on the common scenes, the clearest contrast first.

    Nothing with fewer than two models or two scenes.
    """
    scenes = common_scenes(frame) if len(frame) else []
    if len(scenes) < 2 or frame["model"].nunique() < 2:
        return []
    by_scene = frame[frame["scene"].isin(scenes)].groupby(["scene", "model"])[list(FEATURES)].mean()
    found = [_contrast(feature, by_scene[feature].unstack().dropna()) for feature in FEATURES]
    return sorted(
        (one for one in found if one is not None), key=lambda one: (one.p, -abs(one.difference))
    )


def _contrast(feature: str, table: pd.DataFrame) -> Contrast | None:
    if len(table) < 2:
        return None
    means = {str(model): float(table[model].mean()) for model in table.columns}
    low, high = (
        min(means, key=lambda model: means[model]),
        max(means, key=lambda model: means[model]),
    )
    differences = [float(value) for value in table[high] - table[low]]
    pairs = len(means) * (len(means) - 1) // 2
    p = min(1.0, sign_flips(differences).p * pairs * len(FEATURES)) if low != high else 1.0
    return Contrast(feature, means, (high, low), means[high] - means[low], p, len(table))
