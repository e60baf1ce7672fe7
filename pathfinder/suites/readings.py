"""What a suite's sentences say, in a file beside it: read once, corrected by a person."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from pathfinder.agents.agent import Call
from pathfinder.agents.models.base import Model
from pathfinder.agents.words import WordsReader, readers_hash
from pathfinder.core.case import Suite
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Step
from pathfinder.core.yamlfile import Where, YamlFile, read_yaml
from pathfinder.language.dsl import read_text
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.reader import Reading, read_words
from pathfinder.language.sentences import Asked, asked_of, read_by_grammar
from pathfinder.report.html import environment

ENDING = ".read.yaml"
GROUPS = ("unread", "doubtful", "read")
_KEYS = ("sentence", "part", "before", "statements", "by", "why")
_HEAD = (
    "# What the sentences of {suite} say. Look it over, correct it, commit it (statements.md).\n"
    "# What is right is moved to `read`; what stands here is not read again.\n"
)


@dataclass(frozen=True)
class Readings:
    """The readings of a suite. model, prompt: Who read last, and the hash of its prompt."""

    readings: tuple[Reading, ...] = ()
    model: str = ""
    prompt: str = ""

    def find(self, asked: Asked) -> Reading | None:
        """What a sentence says; None where nobody has read it."""
        return next((one for one in self.readings if _asked(one) == asked), None)

    def group(self, name: str) -> tuple[Reading, ...]:
        """Those that are unread, doubtful, or read."""
        return tuple(one for one in self.readings if _group(one) == name)


def readings_file(suite: Path) -> Path:
    """Where the readings of a suite are kept."""
    return suite.with_name(f"{suite.stem}{ENDING}")


def sentences_of(suite: Suite) -> Iterator[Asked]:
    """Every sentence of a suite once, in order."""
    every = (
        one
        for case in suite.cases
        for _, own, expected in asked_of(case)
        for one in (own, expected)
        if one and one[0]
    )
    yield from dict.fromkeys(every)


def read_sentences(
    asked: Iterable[Asked],
    known: Readings,
    model: Model | None,
    *,
    again: bool = False,
    told: Callable[[Reading], object] = lambda reading: None,
) -> Readings:
    """Read what nobody has read yet.

    Args:
        asked: The sentences.
        known: What is read already; what a person wrote is kept.
        model: Who reads; None: only statements of the scenario language.
        again: Read anew what a model has read.
        told: Is handed each new reading.

    Raises:
        ModelError: The model failed.
    """
    reader = WordsReader(model) if model else None
    call = Call(MemoryJournal(), 1)
    readings = []
    for one in asked:
        reading = known.find(one)
        if reading is None or reading.unread or (again and reading.by == "model"):
            reading = _read(one, reader, call)
            told(reading)
        readings.append(reading)
    if model is None:
        return replace(known, readings=tuple(readings))
    return Readings(tuple(readings), model.name, readers_hash())


def load_readings(path: Path) -> Readings:
    """The readings in a file; none where there is no file.

    Raises:
        SettingsError: It is not of this form; names file and line.
    """
    if not path.exists():
        return Readings()
    file = read_yaml(path)
    content = file.content if isinstance(file.content, dict) else {}
    for key in content:
        if key not in ("model", "prompt", *GROUPS):
            raise file.error((key,), f"key {key!r} is not known; one of {', '.join(GROUPS)}")
    readings = [
        _load(file, (group, number), each)
        for group in GROUPS
        for number, each in enumerate(content.get(group) or ())
    ]
    return Readings(tuple(readings), content.get("model", ""), content.get("prompt", ""))


def write_readings(readings: Readings, path: Path, *, suite: str) -> None:
    """Write the file: what a person has to look at stands on top."""
    content: dict[str, Any] = {"model": readings.model, "prompt": readings.prompt}
    content = {key: value for key, value in content.items() if value}
    for name in GROUPS:
        if group := readings.group(name):
            content[name] = [_dump(one) for one in group]
    text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=110)
    path.write_text(_HEAD.format(suite=suite) + text, encoding="utf-8")


def write_page(readings: Readings, path: Path, *, title: str) -> None:
    """Write a page with each sentence beside its statements."""
    path.parent.mkdir(parents=True, exist_ok=True)
    groups = [(name, readings.group(name)) for name in GROUPS]
    page = environment("pathfinder.suites").get_template("readings.html.j2")
    text = page.render(title=title, model=readings.model, groups=groups)
    path.write_text(text, encoding="utf-8")


def _read(asked: Asked, reader: WordsReader | None, call: Call) -> Reading:
    sentence, part, before = asked
    known = replace(read_by_grammar(sentence, part), before=before)
    if known.unread and reader is not None:
        return read_words(sentence, part, reader, call, before=before)
    return replace(known, unread="no model has read it") if known.unread else known


def _asked(reading: Reading) -> Asked:
    return (reading.sentence, reading.part, reading.before)


def _group(reading: Reading) -> str:
    return "unread" if reading.unread else "doubtful" if reading.doubts else "read"


def _dump(reading: Reading) -> Mapping[str, Any]:
    return {
        "sentence": reading.sentence,
        **({"part": reading.part} if reading.part != "action" else {}),
        **({"before": reading.before} if reading.before else {}),
        **({"statements": list(reading.lines)} if reading.lines else {}),
        **({"by": reading.by} if reading.by != "model" else {}),
        **(
            {"why": reading.unread or "; ".join(reading.doubts)}
            if _group(reading) != "read"
            else {}
        ),
    }


def _load(file: YamlFile, where: Where, entry: Any) -> Reading:
    """A reading; one that a person has written statements for is no longer unread."""
    if not isinstance(entry, dict) or not isinstance(entry.get("sentence"), str):
        raise file.error(where, "a reading is a mapping with a 'sentence'")
    if wrong := next((key for key in entry if key not in _KEYS), ""):
        raise file.error((*where, wrong), f"key {wrong!r} is not known; one of {', '.join(_KEYS)}")
    if entry.get("part", "action") not in ("action", "expected"):
        raise file.error((*where, "part"), "'part' is action or expected")
    lines = entry.get("statements") or []
    statements = _statements(file, (*where, "statements"), lines)
    group, why = where[0], entry.get("why", "")
    reading = Reading(
        sentence=entry["sentence"],
        part=entry.get("part", "action"),
        statements=statements,
        before=entry.get("before", ""),
        by=entry.get("by", "model"),
    )
    if group == "unread" and not statements:
        return replace(reading, unread=why or "nobody has read it")
    if group == "unread":
        return replace(reading, by="tester")
    return replace(reading, doubts=(why,) if group == "doubtful" and why else ())


def _statements(file: YamlFile, where: Where, lines: Sequence[str]) -> tuple[Step, ...]:
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise file.error(where, "'statements' is a list of lines of the scenario language")
    steps: list[Step] = []
    for number, line in enumerate(lines):
        try:
            steps += steps_of(read_text(line, source="it"))
        except DslError as error:
            what = str(error).partition(": ")[2]
            raise file.error((*where, number), f"{line!r}: {what}") from None
    return tuple(step.model_copy(update={"says": ""}) for step in steps)
