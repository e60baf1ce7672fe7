"""Persona values as placeholders: `{{persona.account.password}}` in every text, the value only at the keyboard."""

import re
from collections.abc import Mapping

from pathfinder.core.errors import UsageError

_PLACEHOLDER = re.compile(r"\{\{\s*persona\.([\w.]+)\s*\}\}")
_SHORTEST_MASKED = 4


class Vault:
    """A persona's values by dotted key; some are secret.

    Args:
        values: Dotted key to text, e.g. {"account.password": "hunter2"}.
        secret: The keys whose values never leave this object but through `fill`.
    """

    def __init__(self, values: Mapping[str, str] | None = None, secret: frozenset[str] = frozenset()) -> None:
        self._values = dict(values or {})
        self.secret = secret
        masked = [(value, key) for key, value in self._values.items() if key in secret and len(value) >= _SHORTEST_MASKED]
        self._masks = sorted(masked, key=lambda pair: -len(pair[0]))
        self._short = {value: key for key, value in self._values.items() if key in secret and 0 < len(value) < _SHORTEST_MASKED}

    @property
    def keys(self) -> tuple[str, ...]:
        """Every dotted key, in the persona's order."""
        return tuple(self._values)

    def fill(self, text: str) -> str:
        """The text with every placeholder replaced by its value: for the keyboard only.

        Raises:
            UsageError: The persona has no such key.
        """
        return _PLACEHOLDER.sub(lambda match: self._value(match[1]), text)

    def show(self, text: str) -> str:
        """The text for a person to read: plain values filled in, secret ones left as placeholders."""
        return _PLACEHOLDER.sub(lambda m: m[0] if m[1] in self.secret else self._value(m[1]), text)

    def mask(self, text: str) -> str:
        """The text with every secret value replaced by its placeholder."""
        for value, key in self._masks:
            if value in text:
                text = text.replace(value, placeholder(key))
        return text

    def mask_field(self, text: str) -> str:
        """What a field holds, masked: a secret that is too short to be told from other words is one where it is all there is."""
        return placeholder(self._short[text]) if text in self._short else self.mask(text)

    def _value(self, key: str) -> str:
        if key not in self._values:
            raise UsageError(f"the persona has no value {key!r}; it has {', '.join(self._values) or 'none'}")
        return self._values[key]


def keys_in(text: str) -> list[str]:
    """The persona's keys that a text has placeholders for, in order."""
    return _PLACEHOLDER.findall(text)


def only_key(text: str) -> str:
    """The persona's key of a text that is one placeholder and nothing else; empty for any other text."""
    whole = _PLACEHOLDER.fullmatch(text.strip())
    return whole[1] if whole else ""


def placeholder(key: str) -> str:
    """`account.password` -> `{{persona.account.password}}`."""
    return f"{{{{persona.{key}}}}}"
