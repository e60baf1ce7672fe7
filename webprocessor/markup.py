"""What a tag means, read from markup alone."""

import re

from bs4.element import Tag


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


INLINE = words("""
    span b strong i em small a u s del ins mark sub sup abbr code time font q cite var kbd data label button input select img""")
SKIPPED = words("script style noscript template head meta link title option optgroup datalist source track svg canvas object")
WIDGETS = words("""
    button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option combobox textbox searchbox slider spinbutton
    treeitem""")
_CALM = words("input select textarea button form body main label a html")
_INPUT_ROLES = {
    **dict.fromkeys(("submit", "button", "reset", "image"), "button"),
    **dict.fromkeys(("date", "time", "month", "week", "datetime-local"), "date"),
    "checkbox": "checkbox",
    "radio": "radio",
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
    "file": "file",
}
_ROLES = {
    "button": "button",
    "summary": "button",
    "textarea": "textbox",
    "label": "label",
    "legend": "legend",
    "img": "img",
    "td": "cell",
    "th": "columnheader",
    "li": "listitem",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
}
_LANDMARKS = {"header": "banner", "nav": "navigation", "main": "main", "footer": "contentinfo", "aside": "complementary"}
_LANDMARK_ROLES = frozenset({*_LANDMARKS.values(), "search"})
_ERROR = re.compile(r"(^|[\s_-])(errors?|errorlist|errornote|danger|invalid|invalid-feedback|failure)([\s_-]|$)", re.I)
_STATUS = re.compile(r"(^|[\s_-])(alert|alerts|flash|flashes|toast|notice|notification|messages?|snackbar|success)([\s_-]|$)", re.I)
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0\s*(;|$)", re.I)


def attribute(tag: Tag, name: str) -> str:
    """An attribute as text; empty when it is not there."""
    value = tag.get(name, "")
    return " ".join(value) if isinstance(value, list) else str(value or "")


def plain(text: str) -> str:
    """The text with white space as a reader sees it, and without the glyphs of icon fonts."""
    return re.sub(r"\s+", " ", re.sub(r"[\ue000-\uf8ff\u200b-\u200f\ufeff]", "", text)).strip()


def is_hidden(tag: Tag) -> bool:
    """Whether the markup itself says that a user does not see it."""
    if tag.has_attr("hidden") or attribute(tag, "aria-hidden") == "true" or attribute(tag, "type").lower() == "hidden":
        return True
    return bool(_UNSEEN.search(attribute(tag, "style")))


def role_of(tag: Tag) -> str:
    """The ARIA role, given or implied; empty when it has none that matters here."""
    given = attribute(tag, "role").split(" ")[0].lower()
    if given and given not in ("presentation", "none"):
        return given
    if tag.name == "a":
        return "link" if tag.has_attr("href") else ""
    if tag.name == "input":
        kind = attribute(tag, "type").lower()
        return _INPUT_ROLES.get(kind) or ("combobox" if tag.has_attr("list") else "textbox")
    if tag.name == "select":
        return "listbox" if tag.has_attr("multiple") else "combobox"
    editable = attribute(tag, "contenteditable").lower() in ("true", "plaintext-only") or tag.attrs.get("contenteditable") == ""
    return _ROLES.get(tag.name) or ("textbox" if editable else "")


def is_actionable(tag: Tag, role: str) -> bool:
    """Whether a user can do something with it, as far as markup tells."""
    if tag.name in ("input", "button", "select", "textarea", "summary"):
        return True
    return (tag.name == "a" and tag.has_attr("href")) or role in WIDGETS or tag.has_attr("onclick")


def landmark_of(tag: Tag, inherited: str) -> str:
    """The part of the page that a tag opens or lies in."""
    role = attribute(tag, "role")
    if role in _LANDMARK_ROLES:
        return role
    own = _LANDMARKS.get(tag.name)
    if own in ("banner", "contentinfo") and tag.find_parent(("main", "article", "section", "aside", "dialog")):
        return inherited
    return own or inherited


def notice_of(tag: Tag, inherited: str) -> str:
    """Whether the tag holds an "error" or another message to the user ("status")."""
    classes, role = attribute(tag, "class"), attribute(tag, "role")
    wrong = bool(_ERROR.search(classes))
    if not wrong and not _STATUS.search(classes) and role not in ("status", "alert") and not tag.has_attr("aria-live"):
        return inherited
    if tag.name in _CALM or tag.find(("select", "textarea", "label", "form")):
        return inherited
    return "error" if wrong or inherited == "error" else "status"
