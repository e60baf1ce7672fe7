"""The agent that reads a tester's sentence: what is done, or what has to be so."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field, model_validator

from pathfinder.agents.agent import PROMPTS, Agent, Output, prompt_hashes
from pathfinder.core.statement import ASCENDING, DESCENDING, STATES

Deed = Literal[
    "click",
    "double click",
    "fill",
    "select",
    "tick",
    "untick",
    "upload",
    "drag",
    "hover",
    "scroll",
    "press",
    "search",
    "open",
    "back",
    "reload",
    "wait",
    "wait for",
    "wait gone",
    "accept",
    "dismiss",
    "goal",
]
Checked = Literal["page", "text", "gone", "value", "count", "sum", "order", "state", "address"]
How = Literal[
    "is",
    "contains",
    "starts with",
    "ends with",
    "at least",
    "at most",
    "more than",
    "less than",
    "ascending",
    "descending",
]
_LONGEST, _MOST_STEPS, _MOST_ITEMS = 110, 9, 9
Said = Literal["no", "sum", "times"]
SAYS_ALL: frozenset[Said] = frozenset(("no", "sum", "times"))
LANGUAGE = "en"
"""The language of the worked examples where there are none of the sentence's own."""
_STATES = [*STATES, *STATES.values()]


@dataclass(frozen=True)
class Form:
    """How a step is written in a reply: its words come in the order of the sentence.

    parts: What it says, by the word that stands before it -> the field of a `SaidStep`. placed:
    Whether it may say the place, behind the name. settled: What its word says already.
    """

    do: Deed | Checked
    parts: Mapping[str, str]
    placed: bool = False
    settled: Mapping[str, Any] = field(default_factory=dict)

    @property
    def needs(self) -> frozenset[Said]:
        """What only a sentence with words for it says."""
        denies = self.do == "gone" or bool(self.settled.get("denied"))
        own = {"no": denies, "sum": self.do == "sum", "times": "times" in self.parts}
        return frozenset(name for name in SAYS_ALL if own[name])


def _compared(word: str, how: How, **settled: Any) -> Form:
    return Form("value", {"value of": "what", word: "value"}, True, {"how": how, **settled})


_ACTS = (
    Form("click", {"click": "what"}, True),
    Form("click", {"click": "what", "times": "times"}, True),
    Form("double click", {"double-click": "what"}, True),
    Form("fill", {"enter": "value", "into": "what"}, True),
    Form("fill", {"set": "what", "to": "value"}, True),
    Form("fill", {"clear": "what"}, True),
    Form("select", {"select": "value", "from": "what"}, True),
    Form("select", {"from": "what", "select": "value"}, True),
    Form("tick", {"tick": "what"}, True),
    Form("untick", {"untick": "what"}, True),
    Form("upload", {"upload": "value", "to": "what"}),
    Form("drag", {"drag": "what", "onto": "value"}, True),
    Form("hover", {"hover": "what"}, True),
    Form("scroll", {"scroll to": "what"}),
    Form("press", {"press": "value"}),
    Form("press", {"press": "value", "in field": "what"}),
    Form("press", {"in field": "what", "press": "value"}),
    Form("search", {"search": "value"}),
    Form("open", {"open": "what"}),
    Form("back", {"browser": "back"}),
    Form("reload", {"browser": "reload"}),
    Form("wait", {"wait": "value"}),
    Form("wait for", {"wait for": "what"}, True),
    Form("wait gone", {"wait gone": "what"}, True),
    Form("accept", {"dialog": "accept"}),
    Form("dismiss", {"dialog": "dismiss"}),
    Form("goal", {"goal": "what"}),
)
_CHECKS = (
    Form("page", {"page": "what"}),
    Form("page", {"not page": "what"}, False, {"denied": True}),
    Form("text", {"shown": "what"}, True),
    Form("gone", {"gone": "what"}, True),
    _compared("is", "is"),
    _compared("is not", "is", denied=True),
    _compared("contains", "contains"),
    _compared("starts with", "starts with"),
    _compared("ends with", "ends with"),
    Form("count", {"number": "value", "of": "what"}, True),
    Form("sum", {"sum of": "what", "is": "value"}, True),
    Form("order", {"sorted by": "what", "order": "how"}, True),
    Form("order", {"in order": "items"}, True),
    Form("state", {"state of": "what", "is": "value"}, True),
    Form("address", {"address": "value"}, False, {"how": "contains"}),
    Form("address", {"address ends with": "value"}, False, {"how": "ends with"}),
)
_FIXED = ("back", "reload", "accept", "dismiss")


class SaidStep(Output):
    """One thing that a sentence says.

    do: What is done or checked. nth: "second", "last". place: Where it is. how: How it compares.
    items: An order's. denied: It must not be so.
    """

    do: Deed | Checked
    nth: str = ""
    what: str = ""
    kind: str = ""
    place: str = Field("", alias="in")
    how: How = "is"
    value: str = ""
    items: tuple[str, ...] = ()
    denied: bool = Field(False, alias="not")
    times: str = ""

    @model_validator(mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        """A step as a form writes it."""
        if not isinstance(given, dict) or "do" in given:
            return given
        said = {key: value for key, value in given.items() if key != "in"}
        form = next((one for one in (*_ACTS, *_CHECKS) if _is_of(said, one)), None)
        if form is None:
            raise ValueError(f"no step is written {', '.join(given)}")
        fields = {name: said[word] for word, name in form.parts.items() if name not in _FIXED}
        place = {"in": given["in"]} if "in" in given else {}
        denied = {"not": True} if form.settled.get("denied") else {}
        how = {"how": form.settled["how"]} if "how" in form.settled else {}
        return {"do": form.do, **fields, **place, **denied, **how}

    @property
    def texts(self) -> tuple[str, ...]:
        """What has to be copied: all but a state, which is named as it is here."""
        value = "" if self.do == "state" and self.value in _STATES else self.value
        return tuple(one for one in (self.what, self.place, value, *self.items) if one.strip())


def _is_of(said: Mapping[str, Any], form: Form) -> bool:
    fixed = (name for name in form.parts.values() if name in _FIXED)
    return set(said) == set(form.parts) and all(name in said.values() for name in fixed)


class SaidSteps(Output):
    """All that a sentence says, in order; nothing where no page could show it."""

    steps: tuple[SaidStep, ...]


@dataclass
class WordsReader(Agent[SaidSteps]):
    """Reads a tester's instruction into steps.

    language: The language of its worked examples, as <html lang> has it.
    """

    language: str = LANGUAGE
    template = "words/reader"
    output = SaidSteps

    @property
    def examples(self) -> str:
        """Those of its language."""
        return f"{self.template}.{self.language}"

    @property
    def role(self) -> str:
        """It plays the reader."""
        return "reader"


class ExpectedReader(WordsReader):
    """Reads an expected result into checks."""

    template = "words/expected"


LANGUAGES = tuple(
    sorted(path.name.split(".")[1] for path in PROMPTS.glob(f"{WordsReader.template}.*.yaml"))
)
"""The languages that there are worked examples in."""

READERS = (WordsReader.template, ExpectedReader.template)
"""The prompt files that readings depend on."""


def readers_hash() -> str:
    """One SHA-256 of all that the readers are told."""
    hashes = prompt_hashes(READERS)
    return hashlib.sha256("".join(hashes[name] for name in READERS).encode()).hexdigest()


def steps_schema(
    *,
    expected: bool,
    checks: bool = True,
    says: frozenset[Said] = SAYS_ALL,
    names: Sequence[str] = (),
    numbers: Sequence[str] | None = None,
    clauses: Sequence[str] = (),
) -> dict[str, Any]:
    """The JSON schema of a reply; an expected result has no deeds, and has checks.

    says: What the sentence has words for; a form that needs others is left out.
    names, clauses: All that may be copied as such; nothing: anything. numbers: The numbers; where
    there are none, nothing is counted; None: anything.
    """
    text = {"type": "string", "minLength": 1, "maxLength": _LONGEST}
    copied = {"enum": [*names]} if names else text
    name = {"$ref": "#/$defs/name"}
    of = {
        "what": name,
        "value": name,
        "goal": {"enum": [*clauses]} if clauses else text,
        "number": {"enum": [*numbers]} if numbers else name,
        "state": {"anyOf": [{"enum": _STATES}, name]},
        "how": {"enum": [ASCENDING, DESCENDING]},
        "items": {"type": "array", "items": name, "minItems": 2, "maxItems": _MOST_ITEMS},
    }
    told = (*(() if expected else _ACTS), *(_CHECKS if checks else ()))
    forms = [
        one
        for one in told
        if (numbers != () or not {"times", "number"} & set(one.parts)) and one.needs <= says
    ]
    steps = [one for form in forms for one in _step_schemas(form, of)]
    return {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "items": {"anyOf": steps}, "maxItems": _MOST_STEPS}
        },
        "required": ["steps"],
        "additionalProperties": False,
        "$defs": {"name": copied},
    }


def _step_schemas(form: Form, of: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema of a form: without a place, and with the place behind the name."""
    parts = {word: _part_schema(form, name, of) for word, name in form.parts.items()}
    yield _object(parts)
    if form.placed:
        words = [*parts.items()]
        named = 1 + next((at for at, one in enumerate(form.parts.values()) if one == "what"), 0)
        yield _object(dict((*words[:named], ("in", of["what"]), *words[named:])))


def _part_schema(form: Form, name: str, of: Mapping[str, Any]) -> Any:
    if name in _FIXED:
        return {"enum": [name]}
    if name == "times" or (form.do, name) == ("count", "value"):
        return of["number"]
    if (form.do, name) == ("state", "value"):
        return of["state"]
    if (form.do, name, form.settled.get("how")) == ("value", "value", "is"):
        return of["state"]
    return of["goal"] if form.do == "goal" else of[name]


def _object(parts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**parts},
        "required": [*parts],
        "additionalProperties": False,
    }
