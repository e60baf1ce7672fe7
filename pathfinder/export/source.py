"""What every exporter needs of a scenario.

Its statements, and its texts with placeholders told apart.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.core.secrets import VARIABLE, Vault, written
from pathfinder.language.dsl.script import Script


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
        found: list[Part] = []
        for part in self._split(text):
            if isinstance(part, Words) and found and isinstance(found[-1], Words):
                found[-1] = Words(found[-1].text + part.text)
            else:
                found.append(part)
        return found or [Words("")]

    def _split(self, text: str) -> Iterator[Part]:
        for index, piece in enumerate(VARIABLE.split(text)):
            if index % 2:
                yield Variable(variable_name(piece))
                continue
            for part in written(piece).parts:
                if isinstance(part, str):
                    yield Words(part)
                else:
                    yield (
                        Secret(secret_variable(part.key))
                        if part.key in self.vault.secret
                        else Words(self.vault.shown(part.key))
                    )


def secret_variable(key: str) -> str:
    """`account.password` -> PERSONA_ACCOUNT_PASSWORD."""
    return f"PERSONA_{re.sub(r'[^A-Za-z0-9]+', '_', key).upper()}"


def variable_name(name: str) -> str:
    """A scenario's variable as a name in code, which no name of ours can be."""
    return f"the_{re.sub(r'[^A-Za-z0-9]+', '_', name).lower()}"
