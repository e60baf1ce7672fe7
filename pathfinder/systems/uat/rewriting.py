"""Rewriting: terse template sentences become instructions, by the rules of rewriting.yaml.

What is an instruction already stays as it is; what only tells of the system and its user, and no
rule fits, an agent rewrites. The instructions are then read into statements as any sentences are.
Source: XUAT-Copilot, "rewriting module": regular expressions, `${param}` marks, added knowledge.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import yaml

from pathfinder.agents.agent import Call
from pathfinder.agents.uat import Rewriter
from pathfinder.core import events
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import SettingsError
from pathfinder.core.journal import Journal
from pathfinder.core.secrets import keys_in, placeholder, written
from pathfinder.core.yamlfile import load_plain
from pathfinder.engine.casework import leave_unread, read_case
from pathfinder.engine.runner import RunContext
from pathfinder.language.lexicon import Tokens, tokens_of
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import CaseReadings, Sentences, asked_of

RULES = Path(__file__).with_name("rewriting.yaml")
_PARAMETER = re.compile(r"\$\{\s*(?:persona\.)?([\w.]+)\s*\}")
_BY_AGENT = "an agent put the step in these words"


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
    """All rules of the file.

    told: How a step begins that tells what happens instead of what to do.
    entering: How an instruction begins that brings no value, but has one entered.
    """

    rules: tuple[Rule, ...]
    knowledge: tuple[tuple[re.Pattern[str], str], ...] = ()
    told: re.Pattern[str] | None = None
    entering: tuple[Tokens, ...] = ()


@cache
def load_rules(path: Path = RULES) -> Rules:
    """Read the rules.

    Raises:
        SettingsError: Not such a file; says what is wrong.
    """
    try:
        content = load_plain(path.read_text(encoding="utf-8")) or {}
        rules = tuple(
            Rule(_pattern(one["when"]), one.get("do", ""), one.get("expect", ""))
            for one in content.get("rules", ())
        )
        knowledge = tuple(
            (re.compile(one["when"], re.I), str(one["add"])) for one in content.get("knowledge", ())
        )
        told = re.compile(content["told"], re.I) if content.get("told") else None
        entering = tuple(tokens_of(str(verb)) for verb in content.get("entering", ()))
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError, re.error) as error:
        raise SettingsError(
            f"{path}: rules for rewriting can't be read ({error}); each has `when` and `do` or "
            "`expect`"
        ) from None
    return Rules(rules, knowledge, told, entering)


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
    if rules.told and rules.told.match(words):
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


@dataclass
class Rewriting:
    """The rewriting module at work on a case.

    rewriter: Is asked where no rule fits; None: nobody, and the step stays as it is.
    reads: Whether instructions are read into statements; else all of them are for the agents.
    instructions: What the steps became, once they are read.
    """

    rewriter: Rewriter | None
    reads: bool = True
    instructions: list[Instruction] = field(default_factory=list)

    def read(self, case: TestCase, context: RunContext, journal: Journal) -> CaseReadings:
        """What the case's sentences say, rewritten where nobody has read them before.

        Raises:
            ModelError: An agent failed.
        """
        kept = Sentences(context.readings)
        self.instructions = []
        for number, (step, own, _) in enumerate(asked_of(case), 1):
            call = Call(journal, number, max_tokens=80, seed=context.seed)
            told = Instruction(step.text) if kept.kept(own) else self._rewritten(step.text, call)
            self.instructions.append(told)
            _note(journal, number, step.text, told)
        said = _said(case, self.instructions)
        readings = (read_case if self.reads else leave_unread)(said, context, journal)
        pairs = zip(readings.texts, self.instructions, strict=True)
        return replace(readings, texts=tuple(_doubted(*pair) for pair in pairs))

    def following(self, number: int) -> str:
        """What is to be done after a step, else what is to be seen then."""
        told = self.instructions[number : number + 1]
        return (told[0].text or told[0].expected) if told else ""

    def _rewritten(self, text: str, call: Call) -> Instruction:
        if found := rewrite(text):
            return found
        if self.rewriter is None:
            return Instruction(parameters(text))
        said = self.rewriter.run(call, step=text).Instruction
        return Instruction(str(written(said, keys_in(text))), by="model")


def _note(journal: Journal, number: int, text: str, told: Instruction) -> None:
    journal.write(
        events.Rewriting(
            step=number, text=text, instruction=told.text, expected=told.expected, by=told.by
        )
    )


def _said(case: TestCase, instructions: Sequence[Instruction]) -> TestCase:
    """The case in the words of its instructions."""
    both = [
        _said_step(step, told) for (_, _, step), told in zip(case.parts, instructions, strict=True)
    ]
    steps = len(case.steps)
    return replace(case, steps=tuple(both[:steps]), assertions=tuple(both[steps:]))


def _said_step(step: CaseStep, told: Instruction) -> CaseStep:
    expected = ". ".join(one for one in (told.expected, step.expected) if one)
    return replace(step, text=told.text, expected=expected)


def _doubted(reading: Reading, told: Instruction) -> Reading:
    """A reading that is in doubt where an agent put the sentence in other words."""
    if told.by != "model":
        return reading
    return replace(reading, doubts=(*reading.doubts, _BY_AGENT))
