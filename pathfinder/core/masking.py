"""Finding a persona's secrets in text, in any writing, to put placeholders in their place.

Text is compared without case, white space and punctuation, after percent signs, entities,
backslashes and full-width letters are read. What
counts as an echo depends on how many letters and digits a secret has:

* six or more: anywhere, forwards or backwards, in hex or base64 (within longer base64 too), spread
  over neighbouring elements, and
  where a text is cut off (an ellipsis, or a length that a look cuts at) its first or last part,
  from half of it and six characters on;
* four or five, such as "test" or "2030": as a word of its own, in one piece;
* fewer, such as a card's security code: where it is all that a field or a text holds, a value in an
  address, after a colon or an
  equals sign, and at the end of a short text without other digits ("Security code 737").
"""

import base64
import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote

STRONG, WORD = 6, 4
CUTS = frozenset(
    {60, 80, 90, 120, 160, 200, 300, 400, 500}
)  # the lengths that the scripts of a look cut texts at
_DOTS = ("…", "...")
_ENCODED = re.compile(
    r"(?:%[0-9a-fA-F]{2})+|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]\w{1,30});|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}"
)
_MARK = re.compile(r"\{\{\s*persona\.[\w.]+\s*\}\}")
_NOT_ALNUM = re.compile(r"[\W_]+")
_DEPTH = 3
_NOT_TOLD = str.maketrans(
    dict.fromkeys((chr(code) for code in range(128) if not chr(code).isalnum()), None)
)

Span = tuple[int, int]


@dataclass(frozen=True)
class Plain:
    """Letters and digits of a text, and where each stood.

    chars: Casefolded; spans: of the original, one a character.
    """

    chars: str
    spans: list[Span]


def flat(text: str) -> str:
    """The letters and digits of a text, casefolded and decoded: quick, without their places."""
    for _ in range(_DEPTH):
        decoded = _decoded(text)
        if decoded == text:
            break
        text = decoded
    if text.isascii():
        return text.lower().translate(_NOT_TOLD)
    return _folded(text)


def _folded(text: str) -> str:
    """Without accents and case; the same for a text as for its characters one by one."""
    return _NOT_ALNUM.sub("", unicodedata.normalize("NFKD", text).upper().casefold())


def _decoded(text: str) -> str:
    if "%" in text:
        text = unquote(text, errors="replace")
    if "&" in text:
        text = html.unescape(text)
    return _ENCODED.sub(lambda match: _read(match[0]), text) if "\\" in text else text


def plain(text: str) -> Plain:
    """The same as `flat`, with the place of each character."""
    letters: list[tuple[str, Span]] = [
        (letter, (place, place + 1)) for place, letter in enumerate(text)
    ]
    for _ in range(_DEPTH):
        whole = "".join(letter for letter, _ in letters)
        if len(whole) != len(letters) or not _ENCODED.search(whole):
            break
        letters = list(_read_once(whole, letters))
    told = [(one, span) for letter, span in letters for one in _folded(letter)]
    return Plain("".join(letter for letter, _ in told), [span for _, span in told])


def _read_once(whole: str, letters: Sequence[tuple[str, Span]]) -> Iterator[tuple[str, Span]]:
    end = 0
    for match in _ENCODED.finditer(whole):
        yield from letters[end : match.start()]
        end = match.end()
        span = (letters[match.start()][1][0], letters[end - 1][1][1])
        yield from ((letter, span) for letter in _read(match[0]))
    yield from letters[end:]


def _read(token: str) -> str:
    if token[0] == "%":
        return unquote(token, errors="replace")
    return html.unescape(token) if token[0] == "&" else chr(int(token[2:], 16))


@dataclass(frozen=True)
class Needle:
    """One way in which a secret may be written, in letters and digits alone.

    kind: "plain", "reversed", "hex", "base64" or "word".
    """

    key: str
    chars: str
    kind: str

    @property
    def least(self) -> int:
        """How many of its characters tell it where a text is cut off."""
        return max(STRONG, (len(self.chars) + 1) // 2)


def _needles(key: str, value: str) -> Iterator[Needle]:
    chars = flat(value)
    if len(chars) < STRONG:
        if len(chars) >= WORD:
            yield Needle(key, chars, "word")
        return
    yield Needle(key, chars, "plain")
    yield Needle(key, chars[::-1], "reversed")
    for spelled in dict.fromkeys(_spellings(value, chars)):
        raw = spelled.encode()
        yield Needle(key, raw.hex(), "hex")
        for shift in range(3):
            kept = len(raw) - (len(raw) + shift) % 3
            inner = base64.b64encode(bytes(shift) + raw[:kept])[-(-shift * 8 // 6) :].decode()
            inner = inner.rstrip("=")
            if len(flat(inner)) >= STRONG:
                yield Needle(key, flat(inner), "base64")


def _spellings(value: str, chars: str) -> Iterator[str]:
    yield from (value, value.lower(), value.upper())
    if chars.isdigit():
        yield chars
        yield from (
            mark.join(chars[at : at + 4] for at in range(0, len(chars), 4)) for mark in " -"
        )


class Masker:
    """Finds the secrets of one persona.

    Args:
        secrets: Dotted key to value.
        placeholder: What stands for a key in text.
    """

    def __init__(self, secrets: Mapping[str, str], placeholder: Callable[[str], str]) -> None:
        self.secrets = {key: value for key, value in secrets.items() if value.strip()}
        self.placeholder = placeholder
        found = [needle for key, value in self.secrets.items() for needle in _needles(key, value)]
        self.needles = sorted(found, key=lambda one: -len(one.chars))
        told = {needle.key for needle in found}
        rest = {key: value for key, value in self.secrets.items() if key not in told}
        self._literal = {value: key for key, value in rest.items() if len(value) >= WORD}
        self._short = {value: key for key, value in rest.items() if len(value) < WORD}

    @cached_property
    def _parts(self) -> tuple[str, ...]:
        """What a text that echoes anything has in it, at the least."""
        ends = (
            part
            for one in self.needles
            if one.kind != "word"
            for part in (one.chars[: one.least], one.chars[-one.least :])
        )
        return tuple(
            dict.fromkeys((*ends, *(one.chars for one in self.needles if one.kind == "word")))
        )

    @cached_property
    def _least(self) -> int:
        return min(map(len, self._parts), default=1 << 30)

    def may_hold(self, text: str, *, short: bool = True) -> bool:
        """Whether a text is worth a closer look: never no where it holds a secret."""
        if any(value in text for value in self._literal) or (
            short and any(value in text for value in self._short)
        ):
            return True
        if len(text) < self._least:
            return False
        told = flat(text)
        return any(part in told for part in self._parts)

    def mask(self, text: str, *, short: bool = True, words: bool = True) -> str:
        """The text with every secret replaced by its placeholder.

        Placeholders in it stay as they are.

        Args:
            text: From anywhere.
            short: Look for secrets of fewer than four characters too.
            words: Look for secrets of four and five characters too.
        """
        if not text or not self.may_hold(text):
            return text
        pieces = _MARK.split(text)
        marks = _MARK.findall(text)
        told = [
            self._mask_piece(piece, words, last=index == len(marks))
            for index, piece in enumerate(pieces)
        ]
        whole = "".join(part for pair in zip(told, [*marks, ""], strict=True) for part in pair)
        return self._without_short(whole) if short else whole

    def mask_field(self, text: str) -> str:
        """What a field holds, masked: where a secret is all there is, it is one however short."""
        told = flat(text)
        for key, value in self.secrets.items():
            if told and told == flat(value):
                return self.placeholder(key)
        return self.mask(text)

    def mask_neighbours(self, texts: Sequence[str]) -> list[str]:
        """Neighbouring texts of a page, masked where a secret is spread over several of them."""
        joined, starts = flat("".join(texts)), [0]
        strong = [one for one in self.needles if one.kind == "plain"]
        out = list(texts)
        cut: dict[int, list[tuple[Span, str]]] = {}
        if not any(one.chars in joined for one in strong):
            return out
        flats = [plain(text) for text in texts]
        for each in flats:
            starts.append(starts[-1] + len(each.chars))
        whole = "".join(each.chars for each in flats)
        for one in strong:
            for at in _found(whole, one.chars):
                end = at + len(one.chars)
                inside = [
                    index
                    for index in range(len(flats))
                    if starts[index] < end and starts[index + 1] > max(at, starts[index])
                ]
                for number, index in enumerate(inside if len(inside) > 1 else ()):
                    first, last = (
                        max(at - starts[index], 0),
                        min(end, starts[index + 1]) - starts[index] - 1,
                    )
                    span = (flats[index].spans[first][0], flats[index].spans[last][1])
                    cut.setdefault(index, []).append(
                        (span, "•" if number else self.placeholder(one.key))
                    )
        for index, spans in cut.items():
            out[index] = _replaced(out[index], spans)
        return out

    def shown_by(self, texts: Sequence[str]) -> list[bool]:
        """Which of the texts that follow each other on a page show a secret, or part of one."""
        spread = self.mask_neighbours(texts)
        return [
            apart != text or self.mask(text) != text
            for text, apart in zip(texts, spread, strict=True)
        ]

    def _mask_piece(self, text: str, words: bool, *, last: bool) -> str:
        for value, key in self._literal.items():
            text = text.replace(value, self.placeholder(key))
        told = plain(text)
        if not told.chars:
            return text
        found: list[tuple[Span, str]] = []
        for one in self.needles:
            if one.kind == "word" and not words:
                continue
            spans = [
                *self._whole(text, told, one),
                *(self._cut(text, told, one) if one.kind == "plain" and last else ()),
            ]
            found += [(span, self.placeholder(one.key)) for span in spans]
        return _replaced(text, found)

    @staticmethod
    def _whole(text: str, told: Plain, one: Needle) -> Iterator[Span]:
        for at in _found(told.chars, one.chars):
            end = at + len(one.chars)
            span = (told.spans[at][0], told.spans[end - 1][1])
            gaps = sum(
                told.spans[index][1] < told.spans[index + 1][0] for index in range(at, end - 1)
            )
            if one.kind == "word":
                alone = not _touches(told, at - 1, at) and not _touches(told, end - 1, end)
                if alone and not gaps:
                    yield span
            elif one.kind == "base64":
                yield _run(text, span)
            elif gaps < (len(one.chars) if len(one.chars) > 7 else 1 + len(one.chars) // 3):
                yield span

    @staticmethod
    def _cut(text: str, told: Plain, one: Needle) -> Iterator[Span]:
        whole = text.strip()
        if len(text) in CUTS or whole.endswith(_DOTS):
            for size in range(len(one.chars) - 1, one.least - 1, -1):
                if told.chars.endswith(one.chars[:size]):
                    yield told.spans[-size][0], told.spans[-1][1]
                    break
        if whole.startswith(_DOTS):
            for size in range(len(one.chars) - 1, one.least - 1, -1):
                if told.chars.startswith(one.chars[-size:]):
                    yield told.spans[0][0], told.spans[size - 1][1]
                    break

    def _without_short(self, text: str) -> str:
        for value, key in self._short.items():
            if value not in text:
                continue
            secret, mark = re.escape(value), self.placeholder(key)
            if text.strip() == value:
                return text.replace(value, mark)
            text = re.sub(rf"(?<=[=:])(\s*[\"']?){secret}(?![\w.,]\d|\w)", rf"\g<1>{mark}", text)
            text = re.sub(rf"^([^\d{{}}]{{2,40}}[\s(#]){secret}(\W*)$", rf"\g<1>{mark}\g<2>", text)
        return text


def masked(thing: Any, mask: Callable[[str], str | None]) -> Any:
    """Lists, tuples and dictionaries with every string in them masked."""
    if isinstance(thing, str):
        return mask(thing)
    if isinstance(thing, list | tuple):
        return [masked(part, mask) for part in thing]
    if isinstance(thing, dict):
        return {key: masked(part, mask) for key, part in thing.items()}
    return thing


def _found(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _touches(told: Plain, one: int, other: int) -> bool:
    """Whether two characters of a text follow each other with nothing between."""
    return one >= 0 and other < len(told.chars) and told.spans[one][1] >= told.spans[other][0]


def _run(text: str, span: Span) -> Span:
    """The whole of a base64 text that a part of is known."""
    begin, end = span
    while begin and (text[begin - 1].isalnum() or text[begin - 1] in "+/-_"):
        begin -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in "+/-_="):
        end += 1
    return begin, end


def _replaced(text: str, found: Sequence[tuple[Span, str]]) -> str:
    """The text with spans replaced.

    Of those that overlap, the first and longest stands, and the rest of the others goes with it.
    """
    out, end = [], 0
    for (begin, until), put in sorted(found, key=lambda one: (one[0][0], -one[0][1])):
        if begin >= end:
            out += [text[end:begin], put]
        end = max(end, until)
    return "".join((*out, text[end:]))
