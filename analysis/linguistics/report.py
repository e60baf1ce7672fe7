"""The linguistics page: one self-contained HTML file, light and dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from pathfinder.analysis.effectiveness import short_model
from pathfinder.analysis.linguistics.classify import Attribution, attribution
from pathfinder.analysis.linguistics.compare import (
    WORDS,
    Contrast,
    Measured,
    common_scenes,
    contrasts,
    measure,
)
from pathfinder.analysis.linguistics.drift import Drift, drift
from pathfinder.analysis.linguistics.failure import Links, links_to_failure
from pathfinder.analysis.linguistics.texts import Text, texts_of
from pathfinder.analysis.sessions import PERCEIVE, Session
from pathfinder.core.errors import UsageError


@dataclass(frozen=True)
class Example:
    """One scene in the words of each model."""

    scene: str
    said: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Profile:
    """All that the page tells."""

    measured: Measured
    scenes: tuple[str, ...]
    contrasts: tuple[Contrast, ...]
    attribution: Attribution | None
    drift: tuple[Drift, ...]
    links: Links
    example: Example | None
    sessions: int

    @property
    def models(self) -> list[str]:
        """The models, by name."""
        return self.measured.models

    @property
    def summary(self) -> list[str]:
        """The findings, a sentence each."""
        return [
            sentence
            for sentence in (
                self._of_telling(),
                self._of_contrasts(),
                self._of_drift(),
                self._of_failure(),
            )
            if sentence
        ]

    def _of_telling(self) -> str:
        if self.attribution is None:
            return (
                "The models can't be told apart here: two models and two scenes at least are "
                "needed."
            )
        best = self.attribution.best
        where = {
            score.folded_by: score
            for score in self.attribution.scores
            if score.classifier == best.classifier
        }
        other = (
            f", {where['site'].accuracy:.0%} on a site it has not seen" if "site" in where else ""
        )
        return (
            f"On scenes it has not seen, a random forest names the writer of {best.right} of "
            f"{best.texts} texts ({best.accuracy:.0%}; "
            f"{best.chance:.0%} by always naming the commonest){other}. What tells most: "
            f"{WORDS[self.attribution.importances[0][0]]}."
        )

    def _of_contrasts(self) -> str:
        clear = [contrast for contrast in self.contrasts if contrast.p < 0.05]
        if not self.contrasts:
            return (
                "No scene was described by all models, so that their features can't be "
                "compared on the same page."
            )
        named = ", ".join(
            f"{WORDS[each.feature]} ({each.between[0]} above {each.between[1]})"
            for each in clear[:3]
        )
        said = f"{len(clear)} of {len(self.contrasts)} features differ by more than chance" + (
            f", most clearly {named}" if clear else ""
        )
        return f"On {len(self.scenes)} scenes that all models described, {said}."

    def _of_drift(self) -> str:
        asked = [each for each in self.drift if each.calls]
        if not asked:
            return ""
        worst = max(asked, key=lambda each: (each.bad_share, each.slip_share))
        if worst.bad_share + worst.slip_share == 0:
            return "Every reply kept its form."
        return (
            f"{short_model(worst.model)} drifts most from the form: {worst.bad_share:.0%} of its "
            f"{worst.calls} replies could not be used, "
            f"and {worst.slip_share:.2f} slips a reply were forgiven."
        )

    def _of_failure(self) -> str:
        clear = [link for link in self.links.links if link.p < 0.05]
        if self.links.why:
            return f"Nothing can be said of failed sessions: {self.links.why}."
        if not clear:
            return (
                f"No feature goes with failure beyond chance ({self.links.failed} failed and "
                f"{self.links.good} good sessions)."
            )
        named = ", ".join(
            f"{'more' if link.delta > 0 else 'less'} {WORDS[link.feature]}" for link in clear[:3]
        )
        return f"Failed sessions ({self.links.failed} against {self.links.good}) have {named}."


def profile(sessions: Sequence[Session], role: str = "perceptron") -> Profile:
    """What the models of a role write.

    Features come from replies to saved scenes where there are some, else from sessions.

    Raises:
        UsageError: No text of that role.
    """
    texts = texts_of(sessions)
    of_role = [text for text in texts if text.role == role]
    saved = {session.name for session in sessions if session.system == PERCEIVE}
    compared = [text for text in of_role if text.session in saved] or of_role
    if not compared:
        roles = ", ".join(sorted({text.role for text in texts})) or "none"
        raise UsageError(
            f"no text of role '{role}' in these sessions; roles that wrote any: {roles}"
        )
    measured = measure(compared)
    lived = [text for text in texts if text.session not in saved]
    scenes = common_scenes(measured.frame)
    return Profile(
        measured,
        tuple(scenes),
        tuple(contrasts(measured.frame)),
        attribution(measured.frame),
        tuple(drift(sessions)),
        links_to_failure(measure(lived).frame)
        if lived
        else Links(why="there are only replies to saved scenes here"),
        _example(compared, scenes),
        len(sessions),
    )


def _example(texts: Sequence[Text], scenes: Sequence[str]) -> Example | None:
    if not scenes:
        return None
    chosen = scenes[len(scenes) // 2]
    return Example(
        chosen,
        {
            short_model(text.model): text.pieces
            for text in texts
            if f"{text.site}: {text.group}" == chosen
        },
    )


def write_report(found: Profile, file: Path) -> Path:
    """Write the page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        _environment().get_template("linguistics.html.j2").render(profile=found, words=WORDS),
        encoding="utf-8",
    )
    return file


def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("pathfinder.analysis.linguistics"),
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
