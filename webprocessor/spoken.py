"""The names of things in a saved page, by the same rules as page/names.js."""

import re
from urllib.parse import urlsplit

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

from webprocessor.element import FIELDS
from webprocessor.markup import INLINE, SKIPPED, attribute, is_hidden, plain, words

_NOISE = words("""
    link links btn button icon icons img image wrapper container nav navbar header footer item items list primary secondary sm md lg xl js
    col row text label form html php the a""")
_MARKS = re.compile(r"\s*[*:]+\s*$|^\*\s*|\s*\((required|optional)\)$", re.I)
_LABELLERS = ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption")
_CARDS = ("tr", "article", "li")
_TEST_IDS = ("data-test", "data-testid", "data-test-id", "data-qa", "data-cy")
_FURTHEST = 8
_LONGEST = 160


class Names:
    """Names, labels, contexts and form keys in one page."""

    def __init__(self, soup: BeautifulSoup) -> None:
        self._labels = {attribute(label, "for"): label for label in soup.find_all("label") if label.get("for")}
        self._ids = {attribute(tag, "id"): tag for tag in soup.find_all(id=True)}
        self._forms: dict[int, str] = {}

    def name(self, tag: Tag, role: str) -> str:
        """The accessible name, with badges and icon targets spoken."""
        given = self._by_ids(tag) or plain(attribute(tag, "aria-label"))
        if role in FIELDS:
            return self._field_name(tag, role, given)[:_LONGEST]
        if tag.name == "input":
            return given or attribute(tag, "value") or attribute(tag, "alt") or "Submit"
        said = given or self.text(tag) or plain(attribute(tag, "title"))
        return _spoken(tag, said or _picture(tag) or self._twin(tag))[:_LONGEST]

    def text(self, tag: Tag) -> str:
        """The text a reader sees in a tag."""
        return plain(_words_in(tag))

    def label(self, tag: Tag) -> str:
        """The label of a field."""
        label = self._labels.get(attribute(tag, "id")) if tag.get("id") else None
        label = label or tag.find_parent("label")
        return _MARKS.sub("", self.text(label)) if label else ""

    def starred(self, tag: Tag) -> bool:
        """Whether the label of a field says that it must be filled in."""
        label = self._labels.get(attribute(tag, "id")) or tag.find_parent("label")
        return bool(label and re.search(r"^\s*\*|\*\s*:?\s*$|\(required\)", self.text(label), re.I))

    def context(self, tag: Tag) -> str:
        """What tells it from its like: the group, card heading or row label."""
        if tag.name == "th" or tag.find_parent("th"):
            return ""
        if attribute(tag, "type") in ("radio", "checkbox") and (group := self._group(tag)):
            return group
        for box in list(tag.parents)[:_FURTHEST]:
            if box.name in ("body", "main", "nav", "header", "footer"):
                return ""
            if box.name == "fieldset" and (group := self._group(tag)):
                return group
            if box.name in _CARDS and (found := self._row(box, tag) if box.name == "tr" else self._heading(box, tag)):
                return found
        return ""

    def form(self, tag: Tag) -> str:
        """The key of the form around a tag."""
        form = tag.find_parent("form")
        if form is None:
            return ""
        if id(form) not in self._forms:
            action = urlsplit(attribute(form, "action")).path.rsplit("/", 1)[-1]
            sources = (attribute(form, "id"), attribute(form, "name"), action, attribute(form, "class"))
            base = next((found for source in sources if (found := _words(source))), "form")
            base = base.replace(" ", "-")
            same = sum(1 for key in self._forms.values() if key == base or key.startswith(f"{base}-"))
            self._forms[id(form)] = f"{base}-{same + 1}" if same else base
        return self._forms[id(form)]

    def _field_name(self, tag: Tag, role: str, given: str) -> str:
        own = given or self.label(tag) or plain(attribute(tag, "placeholder") or attribute(tag, "title")) or _words(attribute(tag, "name"))
        group = self._group(tag) if role == "radio" else ""
        return f"{group}: {own}" if group and group.lower() not in own.lower() else own

    def _twin(self, tag: Tag) -> str:
        """A picture that leads where the words beside it lead is called by those words."""
        href = attribute(tag, "href")
        for box in list(tag.parents)[:3] if href and not href.startswith("#") else []:
            texts = (self.text(one) for one in box.find_all("a", href=href) if one is not tag)
            if found := next((text for text in texts if re.search(r"\w", text)), ""):
                return found
        return ""

    def _by_ids(self, tag: Tag) -> str:
        named = (self._ids.get(one) for one in attribute(tag, "aria-labelledby").split())
        return plain(" ".join(self.text(one) for one in named if one is not None))

    def _group(self, tag: Tag) -> str:
        box = tag.find_parent("fieldset")
        legend = box.find("legend") if box else None
        return self.text(legend) if legend else ""

    def _heading(self, box: Tag, tag: Tag) -> str:
        found = (one for one in box.find_all(_LABELLERS) if tag not in one.descendants and one not in tag.descendants)
        return next((text for one in found if (text := self.text(one))), "")

    def _row(self, row: Tag, tag: Tag) -> str:
        cells = row.find_all(("td", "th"), recursive=False)
        if not cells or cells[0] is tag or tag in cells[0].descendants:
            return ""
        texts = (self.text(cell) for cell in cells if cell is not tag and tag not in cell.descendants)
        return next((text for text in texts if re.search(r"[^\W\d]{2}", text)), "")


def _words_in(tag: Tag) -> str:
    out = ""
    for child in tag.children:
        if isinstance(child, Tag):
            if child.name not in SKIPPED and child.name not in ("select", "textarea", "button") and not is_hidden(child):
                out += _words_in(child) if child.name in INLINE else f" {_words_in(child)} "
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            out += str(child)
    return out


def _picture(tag: Tag) -> str:
    image = tag.find("img", alt=True)
    return plain(attribute(image, "alt")) if image else ""


def _spoken(tag: Tag, said: str) -> str:
    """A name that is nothing but a number, or nothing at all, gets the noun it lacks."""
    if re.search(r"[^\W\d]", said):
        return said
    number = re.sub(r"[()]", "", said).strip()
    called = _noun(tag)
    if not called or not number:
        return called or number
    badge = any(plain(child.get_text()) == said for child in tag.find_all(True))
    return f"{called}, {number} item{'' if number == '1' else 's'}" if badge else f"{called} {number}"


def _noun(tag: Tag) -> str:
    path = urlsplit(attribute(tag, "href")).path.rstrip("/")
    page = re.sub(r"\.\w+$", "", path.rsplit("/", 1)[-1])
    sources = [*(attribute(tag, key) for key in _TEST_IDS), attribute(tag, "id"), page, attribute(tag, "class")]
    return next((found for source in sources if (found := _words(source))), "")


def _words(text: str) -> str:
    parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower())
    return " ".join([part for part in parts if len(part) > 1 and part not in _NOISE][:4])
