"""A sentence with what must be taken literally set apart: quoted words, placeholders, addresses."""

import re
from dataclasses import dataclass

PHRASE = r"‹\d+›"
_LITERAL = re.compile(
    r"""(?P<placeholder>\{\{\s*[\w.]+\s*\}\})
    |"(?P<double>[^"\n]+)"
    |“(?P<curly>[^”\n]+)”
    |«(?P<guillemet>[^»\n]+)»
    |`(?P<tick>[^`\n]+)`
    |(?<!\w)'(?P<single>[^'\n]*(?:(?<=\w)'(?=\w)[^'\n]*)*)'(?!\w)
    |(?<!\w)‘(?P<typeset>[^’\n]*(?:(?<=\w)’(?=\w)[^’\n]*)*)’(?!\w)
    |(?P<url>https?://[^\s,;"']+[^\s,;.:"')])
    |(?<![\w/:])(?P<path>/[\w-][\w/.?=&%-]*)(?=[\s,;.)]|$)
    |(?P<email>[\w.+-]+@[\w-]+\.[\w.-]*\w)""",
    re.X,
)

_NAME = re.compile(r"[A-Z][\w'’-]*(?: (?:& )?[A-Z][\w'’-]*)+")
NO_NAME = (
    r"(?:The|This|That|These|Those|It|Its|A|An|In|On|At|Of|Under|Below|Above|There|Two|Three|Four|Five|Six|Both|Only|All|Each|Every|We|You|"
    r"Your|Our|Customers?|User|One|No|None|Nothing|Now|Next|Also|As|If|Because|After|With|Without|Instead|Error|Message|Page|First|Then|Last|"
    r"Beside|By|To|For|And|But|He|She|They|His|Her|Their|URL|OK)\b"
)
"""Words that a sentence begins with, or that are written large, without being part of a name."""
_OPENING = re.compile(rf"^(?:{NO_NAME} )+")


@dataclass(frozen=True)
class Phrase:
    """Words to be taken as they are.

    kind: quote, placeholder, url, path, email, or a name that stands without quotes.
    """

    text: str
    kind: str = "quote"


@dataclass(frozen=True)
class Marked:
    """A text in which ‹0›, ‹1› … stand for its phrases."""

    text: str
    phrases: tuple[Phrase, ...] = ()

    def fill(self, text: str) -> str:
        """A part of the text with its phrases put back, without quotes."""
        return re.sub(r"‹(\d+)›", lambda match: self.phrases[int(match[1])].text, text)

    def quoted(self, text: str) -> str:
        """A part of the text with its phrases put back in quotes."""
        return re.sub(r"‹(\d+)›", lambda match: self._quoted(self.phrases[int(match[1])]), text)

    def found(self, text: str) -> tuple[Phrase, ...]:
        """The phrases that a part of the text names, in order."""
        return tuple(self.phrases[int(number)] for number in re.findall(r"‹(\d+)›", text))

    @staticmethod
    def _quoted(phrase: Phrase) -> str:
        return f'"{phrase.text}"' if phrase.kind == "quote" else phrase.text


def mark(text: str) -> Marked:
    """Set the phrases of a text apart."""
    phrases: list[Phrase] = []

    def note(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        words = match[kind].strip()
        if not words:
            return match[0]
        phrases.append(
            Phrase(words, kind if kind in ("placeholder", "url", "path", "email") else "quote")
        )
        return f"‹{len(phrases) - 1}›"

    return Marked(_LITERAL.sub(note, text), tuple(phrases))


def mark_names(marked: Marked) -> Marked:
    """The same with names of several words set apart, too.

    `the Walnut Chopping Board comes first`.
    """
    phrases = list(marked.phrases)

    def note(match: re.Match[str]) -> str:
        kept = _OPENING.sub("", match[0])
        if " " not in kept:
            return match[0]
        phrases.append(Phrase(kept, "name"))
        return f"{match[0][: len(match[0]) - len(kept)]}‹{len(phrases) - 1}›"

    return Marked(_NAME.sub(note, marked.text), tuple(phrases))


def plain(text: str) -> str:
    """Words as they are compared: case, white space and typographic quotes do not matter."""
    straight = text.translate(str.maketrans("’‘“”–—\u00a0\u2009", "''\"\"--  "))
    return " ".join(straight.casefold().split())
