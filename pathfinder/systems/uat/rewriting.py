"""Rewriting: terse template sentences become instructions, by the rules of rewriting.yaml.

Source: XUAT-Copilot, "rewriting module": regular expressions, `${param}` marks, added knowledge.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import yaml

from pathfinder.core.errors import SettingsError
from pathfinder.core.secrets import placeholder

RULES = Path(__file__).with_name("rewriting.yaml")
_PARAMETER = re.compile(r"\$\{\s*(?:persona\.)?([\w.]+)\s*\}")
_IMPERATIVE = re.compile(
    r"^(?:please\s+)?[a-z]+\b(?!\s+(?:requests|validates|shows|displays|submits|chooses|selects|inputs|enters)\b)",
    re.I,
)


@dataclass(frozen=True)
class Instruction:
    """What a user does, and what is to be seen then.

    by: "rule", "model", or "words" when the step is an instruction already.
    """

    text: str
    expected: str = ""
    by: str = "words"


@dataclass(frozen=True)
class Rule:
    """One rule of the file."""

    when: re.Pattern[str]
    do: str = ""
    expect: str = ""


@dataclass(frozen=True)
class Rules:
    """All rules of the file."""

    rules: tuple[Rule, ...]
    knowledge: tuple[tuple[re.Pattern[str], str], ...] = ()


@cache
def load_rules(path: Path = RULES) -> Rules:
    """Read the rules.

    Raises:
        SettingsError: Not such a file; says what is wrong.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        rules = tuple(
            Rule(_pattern(one["when"]), one.get("do", ""), one.get("expect", ""))
            for one in content.get("rules", ())
        )
        knowledge = tuple(
            (re.compile(one["when"], re.I), str(one["add"])) for one in content.get("knowledge", ())
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError, re.error) as error:
        raise SettingsError(
            f"{path}: rules for rewriting can't be read ({error}); each has `when` and `do` or "
            "`expect`"
        ) from None
    return Rules(rules, knowledge)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.strip() + r"\.?", re.I | re.S)


def rewrite(step: str, rules: Rules | None = None) -> Instruction | None:
    """The step as an instruction; None when no rule fits and it is none already."""
    rules = rules or load_rules()
    words = " ".join(step.split())
    for rule in rules.rules:
        if match := rule.when.fullmatch(words):
            groups: Mapping[str, Any] = match.groupdict(default="")
            done, seen = (
                _capital(Template(text).safe_substitute(groups).strip(" ."))
                for text in (rule.do, rule.expect)
            )
            return Instruction(_with_knowledge(parameters(done), rules), parameters(seen), "rule")
    if re.match(r"(?:the )?(?:system|user)\b", words, re.I) or not _IMPERATIVE.match(words):
        return None
    return Instruction(_with_knowledge(parameters(step), rules))


def parameters(text: str) -> str:
    """`${address.city}` as the placeholder of that parameter."""
    return _PARAMETER.sub(lambda match: placeholder(match[1]), text)


def _with_knowledge(text: str, rules: Rules) -> str:
    added = [note for when, note in rules.knowledge if text and when.search(text)]
    return f"{text} ({'; '.join(added)})" if added else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
