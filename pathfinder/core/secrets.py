"""A persona's values by reference.

Text that is one, and text that only looks like one, are different types.

`{{persona.account.password}}` is how a reference is written down, in suites, scenarios, journals
and prompts. Only `written` reads
it, and only an author's text is given to it: a suite's, a scenario's, a key of the persona that
code has matched. What a page or a
model says is plain `str`, and stays the characters that it is. `Vault.typed` is the one way from a
reference to its value, for fields.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from pathfinder.core.errors import UsageError
from pathfinder.core.masking import Masker

VARIABLE = re.compile(
    r"\{\{\s*(?!persona\.)([\w.-]+)\s*\}\}"
)  # a scenario's own, beside the references
_OPEN = "{{'{{'}}"
_PLACEHOLDER = re.compile(r"\{\{\s*persona\.([\w.]+)\s*\}\}")
_TOKEN = re.compile(rf"{re.escape(_OPEN)}|{_PLACEHOLDER.pattern}")
_LOOKS_LIKE = re.compile(r"\{\{(?=\s*(?:[\w.-]+|'\{\{')\s*\}\})")


@dataclass(frozen=True)
class Reference:
    """A value of the persona, named by its dotted key and not known here."""

    key: str

    def __str__(self) -> str:
        return placeholder(self.key)


@dataclass(frozen=True)
class Written:
    """Text with references in it, in parts.

    Its `str` is what `written` reads back: references as placeholders, literal braces escaped.
    """

    parts: tuple[str | Reference, ...]

    def __post_init__(self) -> None:
        """Neighbouring words become one part: no two make a placeholder together."""
        merged: list[str | Reference] = []
        for part in self.parts:
            if isinstance(part, str) and merged and isinstance(merged[-1], str):
                merged[-1] += part
            elif part:
                merged.append(part)
        object.__setattr__(self, "parts", tuple(merged))

    def __str__(self) -> str:
        return "".join(escaped(part) if isinstance(part, str) else str(part) for part in self.parts)

    def __bool__(self) -> bool:
        return any(self.parts)

    @property
    def text(self) -> str:
        """The words for a person to read; references as placeholders, nothing escaped."""
        return "".join(map(str, self.parts))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its references, in order."""
        return tuple(part.key for part in self.parts if isinstance(part, Reference))


Value = str | Written


class Vault:
    """A persona's values by dotted key; some are secret.

    Args:
        values: Dotted key to text, e.g. {"account.password": "hunter2"}.
        secret: The keys whose values never leave this object but through `typed`.
    """

    def __init__(
        self, values: Mapping[str, str] | None = None, secret: frozenset[str] = frozenset()
    ) -> None:
        self._values = dict(values or {})
        self.secret = secret
        self.masker = Masker(
            {key: value for key, value in self._values.items() if key in secret}, placeholder
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """Every dotted key, in the persona's order."""
        return tuple(self._values)

    def typed(self, value: Value) -> str:
        """What is typed for a value: references as what they stand for.

        For the keyboard only, and plain text as it is.

        Raises:
            UsageError: The persona has no such key.
        """
        return (
            value
            if isinstance(value, str)
            else "".join(
                part if isinstance(part, str) else self._value(part.key) for part in value.parts
            )
        )

    def show(self, value: Value) -> str:
        """An author's text for a person to read.

        Plain values filled in, secret ones left as placeholders.

        Raises:
            UsageError: The persona has no such key.
        """
        parts = (written(value) if isinstance(value, str) else value).parts
        return "".join(part if isinstance(part, str) else self.shown(part.key) for part in parts)

    def shown(self, key: str) -> str:
        """A plain value, or the placeholder of a secret one.

        Raises:
            UsageError: The persona has no such key.
        """
        value = self._value(key)
        return placeholder(key) if key in self.secret else value

    def mask(self, text: str) -> str:
        """The text with every secret value replaced by its placeholder, however it is written.

        See `masking` for what counts as one.
        """
        return self.masker.mask(text) if self.masker.secrets else text

    def mask_sure(self, text: str) -> str:
        """The same for secrets that no ordinary text holds.

        A net where text goes out, after it was masked where it came in.
        """
        return self.masker.mask(text, short=False, words=False) if self.masker.secrets else text

    def mask_field(self, text: str) -> str:
        """What a field holds, masked.

        A secret that is too short to be told from other words is one where it is all there is.
        """
        return self.masker.mask_field(text) if self.masker.secrets else text

    def _value(self, key: str) -> str:
        if key not in self._values:
            raise UsageError(
                f"the persona has no value {key!r}; it has {', '.join(self._values) or 'none'}"
            )
        return self._values[key]


def written(text: str, keys: Collection[str] | None = None) -> Written:
    """An author's text, its placeholders read as references.

    Args:
        text: As an author writes it; `{{'{{'}}` stands for two braces that begin no placeholder.
        keys: The only keys that are read; other placeholders stay the characters that they are.
            None: all.
    """
    return Written(tuple(_parts(text, keys)))


def _parts(text: str, keys: Collection[str] | None) -> Iterator[str | Reference]:
    end = 0
    for match in _TOKEN.finditer(text):
        yield text[end : match.start()]
        known = match[1] and (keys is None or match[1] in keys)
        yield Reference(match[1]) if known else match[0] if match[1] else "{{"
        end = match.end()
    yield text[end:]


def reference(key: str) -> Written:
    """A persona's value as the whole of what is typed."""
    return Written((Reference(key),))


def escaped(text: str) -> str:
    """Literal text as an author would have to write it.

    What looks like a placeholder or a variable can't be read as one.
    """
    return _LOOKS_LIKE.sub(_OPEN, text) if "{{" in text else text


def keys_in(text: str) -> list[str]:
    """The persona's keys that an author's text has placeholders for, in order."""
    return list(written(text).keys)


def only_key(text: str) -> str:
    """The persona's key of a text that is one placeholder and nothing else.

    Empty for any other text.
    """
    whole = _PLACEHOLDER.fullmatch(text.strip())
    return whole[1] if whole else ""


def placeholder(key: str) -> str:
    """`account.password` -> `{{persona.account.password}}`."""
    return f"{{{{persona.{key}}}}}"
