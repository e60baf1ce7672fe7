"""Whether code denies that a page has a control or an option: nothing there is called alike.

That is said only of a name that stands in quotes, for other words may mean what is called
otherwise; and only where nothing on the page may be it, by whatever name.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pathfinder.core.errors import Blame
from pathfinder.core.scenario import Step
from pathfinder.core.statement import Described
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.looking import Shown, ways_to_see_more
from pathfinder.engine.ready import Ready, described_of
from pathfinder.language.grounding import kin_of, markup_names
from pathfinder.language.lexicon import MAYBE, lexicon, name_likeness, tokens_of
from pathfinder.language.sight import Sight, names_of, texts_of
from pathfinder.language.values import has_words
from pathfinder.webprocessor.element import Element

_MOST_OFFERED = 12
_QUOTES = (
    *(('"', '"'), ("'", "'"), ("`", "`"), ("“", "”")),
    *(("„", "“"), ("„", "”"), ("‘", "’"), ("«", "»")),
)
_EVERYWHERE = "; nor after waiting, in closed menus, other tabs or below"
_NAMED_BY = ("aria-label", "title", "alt", "placeholder", "value")


@dataclass(frozen=True)
class Denial:
    """What stands against what a step needs.

    doubt: Why it may be there all the same; empty where code denies it. offered: What there is.
    """

    doubt: str = ""
    offered: str = ""


@dataclass(frozen=True)
class Sought:
    """What came of looking for what a sentence names.

    found: How the statement is carried out now, or why it is not ready. shown: What was done to see
    it; None where nothing had to be.
    """

    found: Ready
    against: Denial = Denial()
    shown: Shown | None = None

    def denied(self) -> Decision:
        """That it is not there: the site's fault, if that is sure."""
        reason = f"not ready: {self.found.reason}"
        if self.against.doubt:
            reason = f"{reason}; {self.against.doubt}"
            return Decision(Status.INCONCLUSIVE, reason, blame=Blame.SITE, phase="readiness")
        looked = _EVERYWHERE if self.found.missing else ""
        told = f"there is: {self.against.offered}" if self.against.offered else ""
        return Decision(
            Status.FAILED, f"{reason}{looked}", told, blame=Blame.SITE, phase="readiness"
        )


def names_in_quotes(step: Step, found: Ready, words: str) -> bool:
    """Whether a sentence puts in quotes, as it is called, what it needs and is not there."""
    of = None if found.ok else _needed(step, found)
    return of is not None and any(f"{begin}{of.name}{end}" in words for begin, end in _QUOTES)


def seek_named(
    actor: Actor,
    ready: Callable[[], Ready],
    found: Ready,
    step: Step,
    words: str,
    *,
    field: bool,
) -> Sought:
    """Look for what a sentence names in quotes: after some more time, and all over the page.

    Args:
        actor: Who looks.
        ready: How the statement would be carried out on the page as it is.
        found: Why it can't be.
        step: The statement.
        words: The sentence.
        field: It needs something to be filled in or chosen from.
    """
    of = _needed(step, found)
    now = actor.until(ready, lambda each: each.ok)
    if now.ok or of is None:
        return Sought(now)
    of = of.model_copy(update={"name": actor.context.persona.vault.show(of.name)})
    against = denial(of, now, actor.sight, words, field=field)
    doubt, shown = against.doubt, None
    for shown in ways_to_see_more(actor, of.name, everything=True) if now.missing else ():
        if (again := ready()).ok:
            return Sought(again, shown=shown)
        doubt = doubt or denial(of, now, actor.sight, words, field=field).doubt
    doubt = doubt or ("the page goes on below" if shown and shown.goes_on else "")
    return Sought(now, Denial(doubt, against.offered))


def _needed(step: Step, found: Ready) -> Described | None:
    """The control or option that a statement needs and that is not there; None for others."""
    if found.element is not None and found.element.options:
        return Described(name=step.value, kind="option") if step.value else None
    of = described_of(step.target) if step.target and found.missing else None
    return of if of and of.name else None


def denial(of: Described, found: Ready, sight: Sight, words: str, *, field: bool) -> Denial:
    """Whether a page has nothing that what is described may be.

    Args:
        of: What is described.
        found: Why it is not ready.
        sight: The page.
        words: The sentence that names it.
        field: It is something to be filled in or chosen from.
    """
    if found.element is not None:
        options = found.element.options
        alike = _alike(of.name, options) or _alike(of.name, options, shorter=True)
        return Denial(alike, ", ".join(options[:_MOST_OFFERED]))
    usable = [one for one in sight.elements if one.actionable]
    kin = [one for one in usable if one.role in kin_of(of.kind)] or usable
    names = dict.fromkeys(one.name for one in kin if one.name)
    doubt = _hidden_from_us(of, sight, words, [one for one in usable if one.is_field == field])
    alike = _alike(of.name, (text for one in sight.elements for text in _said_by(one)))
    shorter = _alike(of.name, (name for one in usable for name in names_of(one)), shorter=True)
    return Denial(doubt or alike or shorter, ", ".join(list(names)[:_MOST_OFFERED]))


def _hidden_from_us(of: Described, sight: Sight, words: str, fit: Sequence[Element]) -> str:
    """Why the page may have what we can't see, or can't know by its name."""
    if unread := [note for note in sight.scene.notes if note.startswith("frame ")]:
        return f"a part of the page can't be read: {unread[0]}"
    if sight.scene.dialog:
        return "a dialog of the browser is open"
    if tongue := _other_tongue(of.name, sight, words):
        return f"the page is in another language ({tongue}) than the words"
    nameless = sum(not _named(one) for one in fit)
    return f"{nameless} of the page's controls have no name" if nameless else ""


def _other_tongue(name: str, sight: Sight, words: str) -> str:
    """The page's language, where the name may be a translation of what is there."""
    page = lexicon().language_of(sight.scene.text)
    own = _languages(name) or _languages(words)
    return page if own and page not in own else ""


def _languages(text: str) -> set[str]:
    """The languages that most of its small words are in, which may be several."""
    tokens = tokens_of(text)
    hits = {name: sum(one in own for one in tokens) for name, own in lexicon().common.items()}
    return {name for name, count in hits.items() if count and count == max(hits.values())}


def _said_by(element: Element) -> Iterable[str]:
    said = (*names_of(element), *texts_of(element), *markup_names(element))
    return (text for text in said if text)


def _alike(name: str, texts: Iterable[str], *, shorter: bool = False) -> str:
    """Why one of some texts may be what is meant; empty where none may."""
    for text in texts:
        alike = _is_short_for(text, name) if shorter else _may_be(text, name)
        if alike:
            return f"{text!r} may be meant"
    return ""


def _may_be(text: str, name: str) -> bool:
    return name_likeness(name, text) >= MAYBE or has_words(text, name)


def _is_short_for(text: str, name: str) -> bool:
    """Whether a name of the page is a part of the wanted one: "Save" of "Save changes".

    It is not where what it lacks is what is to be done: "Basket" is not "Add to basket".
    """
    known = lexicon()
    lacking = set(tokens_of(name)) - set(tokens_of(text))
    acts = any((word,) in known.synonyms for word in lacking)
    return has_words(name, text) and not acts


def _named(element: Element) -> bool:
    """Whether an element has a name of its own, and not one that is read off its picture."""
    own = (element.text, element.label, *(element.attributes.get(key, "") for key in _NAMED_BY))
    return any(own) or element.role in ("option", "radio", "checkbox") or bool(element.options)
