"""Settles a model's thresholds on the decision sets, and writes them into its file.

    python -m bench.thresholds [--model NAME] [--write]

Each threshold is judged on applications that it was not settled on: for each application one is
settled on all others, and tried on it. The one that is written is settled on all.

What is weighed for `done` is settled with it: a logistic regression over the signs.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_curve
from sklearn.model_selection import LeaveOneGroupOut

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Amender, Remover
from pathfinder.agents.models.adapters import adapter_of
from pathfinder.agents.models.base import Model
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.thresholds import SHIPPED, thresholds_for
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.engine.candidates import single
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.safety import deleting
from pathfinder.systems.explore.signs import Signs
from pathfinder_bench.decisions.kept import CACHE, KeptModel
from pathfinder_bench.decisions.replaying import all_roles
from pathfinder_bench.decisions.scoring import Scored, score_all
from pathfinder_bench.decisions.sets import (
    FOLDER,
    SCORED,
    Recorded,
    element_at,
    known_sets,
    read_set,
)

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
_FEWEST = 12
_KEEP_SMALL = 0.05
"""What the square of a weight costs."""


@dataclass(frozen=True)
class Line:
    """A threshold, and the decisions that it is settled on.

    kind: Only decisions of this kind; all of the set where it is empty.
    false, missed: What a wrong yes costs against a wrong no, each as a share of those it can befall.
    """

    name: str
    set: str
    kind: str = ""
    false: float = 1.0
    missed: float = 1.0


LINES = (
    # Taking a right step for a detour costs a way back; following a wrong one costs a step.
    Line("critic_detour", "progress", missed=2.0),
    # A false success ends the session; a missed one is asked about again. Sessions ask far more often than the sets where nothing is done.
    Line("done", "done", "done", false=10.0),
    Line("answers", "done", "answer", false=3.0),
    # A refusal ends nothing before it was met again.
    Line("refuses", "refusals", false=2.0),
    # What the goal asks for and nobody may do makes it impossible; the rest is another net.
    Line("deletes", "deletions", missed=5.0),
    # Taken for a change, what makes something new is never done; the other way round nothing is lost that was there before.
    Line("amends", "amendments", false=3.0),
)


@dataclass(frozen=True)
class Settled:
    """A threshold, and how it would have done on applications left out."""

    line: Line
    value: float
    count: int
    apps: int
    right: int
    false: int
    missed: int

    @property
    def described(self) -> str:
        """In words, for the file and the screen."""
        return (
            f"{self.count} decisions of {self.apps} applications: left out one by one, "
            f"{self.right} right, {self.false} false, {self.missed} missed"
        )


def deletions(recorded: Recorded, model: Model) -> list[Scored]:
    """Whether goals ask for something to be deleted: those whose way presses what deletes do."""
    labels, remover = recorded.labels, Remover(model)
    out = []
    for name, walk in labels.walks.items():
        if walk.end != "goal":
            continue
        pressed = [
            element_at(recorded.scene(move.before), act.at)
            for move in walk.moves
            for act in move.acts
        ]
        label = any(element is not None and deleting(single(element)) for element in pressed)
        goal = labels.goals[walk.goal].goal
        score = yes_log_odds(remover, Call(MemoryJournal(), 1), goal=goal)
        right = (score > 0) == label
        out.append(Scored("deletions", labels.app, name, right, label, score))
    return out


def amendments(recorded: Recorded, model: Model) -> list[Scored]:
    """Whether goals ask for a change of what is there, of those that make or change something."""
    labels, amender = recorded.labels, Amender(model)
    out = []
    for name, goal in labels.goals.items():
        if goal.kind not in ("create", "change"):
            continue
        score, label = (
            yes_log_odds(amender, Call(MemoryJournal(), 1), goal=goal.goal),
            goal.kind == "change",
        )
        out.append(Scored("amendments", labels.app, name, (score > 0) == label, label, score))
    return out


def settled(line: Line, scored: Sequence[Scored]) -> Settled | None:
    """The threshold of a line; None where there are too few decisions, or of one application."""
    own = [
        one
        for one in scored
        if one.set == line.set and one.kind in ("", line.kind or one.kind) and one.score is not None
    ]
    apps = np.array([one.app for one in own])
    scores = np.array([one.score for one in own], dtype=float)
    labels = np.array([bool(one.label) for one in own])
    if len(own) < _FEWEST or len(set(apps)) < 2 or labels.all() or not labels.any():
        return None
    said = np.zeros(len(own), dtype=bool)
    for learnt, left in LeaveOneGroupOut().split(scores, labels, apps):
        said[left] = scores[left] > best(scores[learnt], labels[learnt], line)
    return Settled(
        line,
        round(best(scores, labels, line), 2),
        len(own),
        len(set(apps)),
        int((said == labels).sum()),
        int((said & ~labels).sum()),
        int((~said & labels).sum()),
    )


@dataclass(frozen=True)
class Weights:
    """What each sign weighs, by the threshold's name; and what is added, in log-odds."""

    of: dict[str, float]
    constant: float


def weighed(scored: Sequence[Scored]) -> tuple[Weights, list[Scored]] | None:
    """The weights of what speaks for a goal being reached, settled on all decisions.

    Returns:
        With them the decisions, each scored by weights that were settled on other applications.
        None where there are too few decisions, or of one application.
    """
    own = [one for one in scored if one.signs is not None]
    labels = np.array([bool(one.label) for one in own])
    apps = np.array([one.app for one in own])
    if len(own) < _FEWEST or len(set(apps)) < 2 or labels.all() or not labels.any():
        return None
    signs = np.array([astuple(one.signs) for one in own if one.signs is not None])
    sums = np.zeros(len(own))
    for learnt, left in LeaveOneGroupOut().split(signs, labels, apps):
        fitted = LogisticRegression().fit(signs[learnt], labels[learnt])
        sums[left] = fitted.decision_function(signs[left])
    whole = LogisticRegression().fit(signs, labels)
    names = [f"done_{field.name}" for field in fields(Signs)]
    of = {name: round(float(w), 2) for name, w in zip(names, whole.coef_[0], strict=True)}
    again = [replace(one, score=float(total)) for one, total in zip(own, sums, strict=True)]
    return Weights(of, float(whole.intercept_[0])), again


@dataclass(frozen=True)
class Best:
    """What weighs for one of several, by the threshold's name.

    A conditional logit: how likely each of those judged is the one, given that one of them is.

    right: How often the likeliest was, of `count`, by weights settled on other applications.
    """

    of: dict[str, float]
    right: int
    count: int


def surveyed(scored: Sequence[Scored]) -> Best | None:
    """What weighs for a page among others; None where there are too few, or of one application."""
    own = [one for one in scored if one.set == "pages" and any(each[-1] for each in one.among)]
    if (found := _best(own)) is None:
        return None
    names = ("survey_odds", "survey_words", "survey_asks")
    of = {name: round(float(w), 1) for name, w in zip(names, found[0], strict=True)}
    return Best(of, found[1], len(own))


def chosen(scored: Sequence[Scored]) -> Best | None:
    """What a letter and the guide's word weigh beside what is known beforehand.

    A likelier letter speaks against nothing. None where there are too few, or of one application, or where what is known says nothing.
    """
    own = [one for one in scored if one.set == "choices" and any(each[-1] for each in one.among)]
    found = _best(own)
    if found is None or found[0][-1] <= 0:
        return None
    letter, guide, known = found[0]
    of = {
        "choice_letter": round(max(0.0, float(letter / known)), 2),
        "choice_guide": round(float(guide / known), 2),
    }
    return Best(of, found[1], len(own))


def _best(own: Sequence[Scored]) -> tuple[Numbers, int] | None:
    """The weights of each one's `among`, and how often they are right of applications left out."""
    apps = np.array([one.app for one in own])
    if len(own) < _FEWEST or len(set(apps)) < 2:
        return None
    tables = [np.array(one.among) for one in own]
    right = 0
    for learnt, left in LeaveOneGroupOut().split(apps, groups=apps):
        weights = _logit([tables[n] for n in learnt])
        right += sum(bool(tables[n][(tables[n][:, :-1] @ weights).argmax(), -1]) for n in left)
    return _logit(tables), right


def _logit(tables: Sequence[Numbers]) -> Numbers:
    def loss(weights: Numbers) -> float:
        total = _KEEP_SMALL * float(weights @ weights)
        for table in tables:
            worth = table[:, :-1] @ weights
            total -= logsumexp(worth[table[:, -1] > 0]) - logsumexp(worth)
        return total

    found: Numbers = minimize(loss, np.zeros(tables[0].shape[1] - 1)).x
    return found


def best(scores: Numbers, labels: Numbers, line: Line) -> float:
    """Between which two scores a wrong yes and a wrong no together cost least."""
    if labels.all() or not labels.any():
        return 0.0
    false, heard, cuts = roc_curve(labels, scores, drop_intermediate=False)
    at = int(np.argmin(line.false * false + line.missed * (1 - heard)))
    below = scores[scores < cuts[at]]
    cut = min(cuts[at], scores.max() + 1)
    return float((cut + below.max()) / 2 if below.size else cut - 1)


def written(text: str, found: Sequence[Settled]) -> str:
    """A file of thresholds with these lines in the place of the old ones, and their comments."""
    for each in found:
        line = rf"(?:^#[^\n]*\n)*^{each.line.name}:[^\n]*$"
        if not re.search(line, text, re.MULTILINE):
            continue
        new = f"# bench/decisions, {each.described}.\n{each.line.name}: {each.value}"
        text = re.sub(line, new, text, count=1, flags=re.MULTILINE)
    return text


def with_weights(text: str, weights: Mapping[str, float]) -> str:
    """A file of thresholds with these weights in the place of the old ones."""
    for name, value in weights.items():
        text = re.sub(rf"^{name}:[^\n]*$", f"{name}: {value}", text, flags=re.MULTILINE)
    return text


def with_done(
    found: Sequence[Settled], scored: Sequence[Scored]
) -> tuple[list[Settled], Weights | None]:
    """The lines with `done` settled on what is weighed, and the weights."""
    both = weighed([one for one in scored if one.set == "done" and one.kind == "done"])
    line = next(line for line in LINES if line.name == "done")
    done = settled(line, both[1]) if both else None
    if both is None or done is None:
        return list(found), None
    done = replace(done, value=round(done.value - both[0].constant, 2))
    return [done if one.line.name == "done" else one for one in found], both[0]


def unlearned(folder: Path, model: str) -> list[Recorded]:
    """The sets of a folder that the model was not trained on.

    Raises:
        UsageError: There is none.
    """
    adapter = adapter_of(model)
    apps = [app for app in known_sets(folder) if not adapter or app not in adapter.learned]
    if not apps:
        raise UsageError(f"{folder}: {model} was trained on all of these; name others by --folder")
    return [read_set(folder, app) for app in apps]


def main(arguments: Sequence[str] | None = None) -> None:
    """Settle, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench.thresholds")
    parser.add_argument("--model", default=EMBEDDED_DEFAULT)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--sample", type=int, default=0, help="decisions of each set and app")
    parser.add_argument("--write", action="store_true", help="into agents/thresholds")
    options = parser.parse_args(arguments)
    model = KeptModel(options.model, CACHE)
    scored: list[Scored] = []
    for recorded in unlearned(options.folder, options.model):
        scored += deletions(recorded, model) + amendments(recorded, model)
        for name in SCORED:
            if name in ("pages", "choices") or any(line.set == name for line in LINES):
                scored += score_all(recorded, name, all_roles(model), sample=options.sample)
    today = thresholds_for(options.model)
    found = [each for line in LINES if (each := settled(line, scored))]
    found, weights = with_done(found, scored)
    of = dict(weights.of) if weights else {}
    for name, best_of in (("pages", surveyed(scored)), ("choices", chosen(scored))):
        if best_of:
            of |= best_of.of
            told = f"{best_of.right} of {best_of.count} right"
            print(f"{name}, applications left out one by one: {told}")
    for name, value in of.items():
        print(f"{name}: {value} (today {getattr(today, name)})")
    for each in found:
        now = getattr(today, each.line.name, "none")
        print(f"{each.line.name}: {each.value} (today {now}), {each.described}")
    if options.write:
        file = SHIPPED / f"{today.name}.yaml"
        text = written(file.read_text(encoding="utf-8"), found)
        file.write_text(with_weights(text, of), encoding="utf-8")


if __name__ == "__main__":
    main()
