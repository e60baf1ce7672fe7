"""What every exporter needs of a scenario: its statements, and its texts with placeholders told apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.core.secrets import Vault
from pathfinder.dsl.script import Script

_PLACEHOLDER = re.compile(r"\{\{\s*(persona\.)?([\w.-]+)\s*\}\}")


@dataclass(frozen=True)
class Words:
    """Part of a text that stands as it is written."""

    text: str


@dataclass(frozen=True)
class Secret:
    """Part of a text that comes from an environment variable."""

    variable: str


@dataclass(frozen=True)
class Variable:
    """Part of a text that an earlier step has set."""

    name: str


Part = Words | Secret | Variable


@dataclass(frozen=True)
class Source:
    """A scenario to export. url: Where its site is, without a slash at the end."""

    script: Script
    url: str
    vault: Vault

    @property
    def slug(self) -> str:
        """The scenario's name as part of a function's or file's."""
        return re.sub(r"[^a-z0-9]+", "_", self.script.name.lower()).strip("_") or "scenario"

    def parts(self, text: str) -> list[Part]:
        """A text, in parts; a plain value of the persona is written out, a secret one never is."""
        shown = self.vault.show(text)
        return list(_split(shown)) or [Words("")]


def _split(text: str) -> Iterator[Part]:
    end = 0
    for match in _PLACEHOLDER.finditer(text):
        if match.start() > end:
            yield Words(text[end : match.start()])
        yield Secret(secret_variable(match[2])) if match[1] else Variable(variable_name(match[2]))
        end = match.end()
    if end < len(text):
        yield Words(text[end:])


def secret_variable(key: str) -> str:
    """`account.password` -> PERSONA_ACCOUNT_PASSWORD."""
    return f"PERSONA_{re.sub(r'[^A-Za-z0-9]+', '_', key).upper()}"


def variable_name(name: str) -> str:
    """A scenario's variable as a name in code, which no name of ours can be."""
    return f"the_{re.sub(r'[^A-Za-z0-9]+', '_', name).lower()}"
