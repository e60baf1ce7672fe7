"""Cookie banners: the button that answers one."""

import re

from pathfinder.webprocessor.element import Element, Scene

# Phrases that buttons of consent banners carry on every site; nothing here belongs to a goal.
_CONSENT = re.compile(
    r"\b(accept|agree|allow|consent|got it|i understand|reject|decline|necessary)\b|^ok(ay)?$",
    re.IGNORECASE,
)


_LONGEST_BUTTON = 40


_PAGE_DEPTH = 3


_BANNER = re.compile(r"cookie|consent|gdpr|privacy", re.IGNORECASE)


def consent_button(scene: Scene) -> Element | None:
    """The button that answers a cookie banner, if one is shown."""
    buttons = [e for e in scene.actionable if e.layer != "covered" and e.role in ("button", "link")]
    consenting = [b for b in buttons if len(b.name) < _LONGEST_BUTTON and _CONSENT.search(b.name)]
    return next((b for b in consenting if _in_banner(b, scene)), None)


def _in_banner(button: Element, scene: Scene) -> bool:
    """Whether the button, or the words beside it, speak of cookies or consent."""
    own = " ".join(
        (button.name, button.context, button.heading, button.css, *button.attributes.values())
    )
    around = button.xpath.rsplit("/", 2)[0] + "/"
    beside = [
        e.text
        for e in scene.informational
        if around.count("/") > _PAGE_DEPTH and e.xpath.startswith(around)
    ]
    return any(_BANNER.search(text) for text in (own, *beside))
