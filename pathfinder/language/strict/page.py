"""A page as strict steps see it.

All that is visible, in reading order, disabled controls included.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pathfinder.core.secrets import Vault
from pathfinder.language.strict.match import plain
from pathfinder.webprocessor.element import Element, Scene, Snapshot

_STATEFUL = frozenset({"link", "button", "tab", "menuitem", "option", "img", "heading"})


@dataclass(frozen=True)
class Page:
    """One look at a page.

    vault: What stands behind the placeholders of steps; its secrets are masked on the page as well.
    """

    scene: Scene
    snapshot: Snapshot
    vault: Vault = field(default_factory=Vault)

    @property
    def visible(self) -> tuple[Element, ...]:
        """Everything a user can see, in reading order.

        Elements that can be used have their UIDs.
        """
        named = {(e.frame, e.xpath): e for e in (*self.scene.actionable, *self.scene.informational)}
        return tuple(named.get((e.frame, e.xpath), e) for e in self.snapshot.elements if e.visible)

    def meant(self, text: str) -> str:
        """Text of a step as the page would show it: plain values filled in, secrets masked."""
        return self.vault.show(text)


def shown_texts(element: Element) -> tuple[str, ...]:
    """What a user reads at an element."""
    texts = [element.text, element.error]
    if element.is_field:
        texts += [
            element.value,
            element.selected,
            "" if element.value else element.attributes.get("placeholder", ""),
        ]
    elif element.role in _STATEFUL or not element.text:
        texts.append(element.name)
    return tuple(dict.fromkeys(text for text in texts if text))


def has_words(text: str, words: str) -> bool:
    """Whether the words stand in the text, as whole words.

    Case, white space and kinds of quotes don't matter.
    """
    return bool(words_in(text, words))


def words_in(text: str, words: str) -> int:
    """How many times the words stand in the text."""
    wanted = plain(words)
    if not wanted:
        return 0
    before = (r"(?<!\d[.,])" if wanted[0].isdigit() else "") + (
        r"(?<!\w)" if wanted[0].isalnum() else ""
    )
    after = (r"(?![.,]\d)" if wanted[-1].isdigit() else "") + (
        r"(?!\w)" if wanted[-1].isalnum() else ""
    )
    return len(re.findall(f"{before}{re.escape(wanted)}{after}", plain(text)))


def running_text(elements: Iterable[Element]) -> str:
    """The page's words as one text, for what is spread over several elements."""
    return " ".join(
        _without_repeats(text for element in elements for text in shown_texts(element)[:1])
    )


def _without_repeats(texts: Iterable[str]) -> Iterator[str]:
    last = ""
    for text in texts:
        if text != last:
            yield text
        last = text
