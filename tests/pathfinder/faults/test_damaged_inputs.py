"""Whatever is in a file that a user hands in: it is read, or one line says which file is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pathfinder.agents.models.recorded import RecordedModel
from pathfinder.agents.models.scripted import read_script
from pathfinder.analysis.sessions import read_session
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Rated
from pathfinder.core.ratings import add_rating, read_ratings
from pathfinder.core.scenario import load_scenario
from pathfinder.core.settings import load_persona, load_sites
from pathfinder.experiments.plan import read_plan
from pathfinder.language.dsl import load_script
from pathfinder.report.html import write_report
from pathfinder.serve.summary import summarize
from pathfinder.suites.read import read_suite
from pathfinder.suites.trust import read_figures
from tests.pathfinder.faults.mutations import DAMAGES, damaged

ROOT = Path(__file__).parents[3]
ROUNDS = 2 * len(DAMAGES)
TASK = {"goal": "buy a lamp", "site": "demo", "hosts": ["a"]}
ASKED = [{"role": "user", "content": "?"}]
EVENTS: list[dict[str, object]] = [
    {
        "event": "session",
        "time": 1.5,
        "session": "s",
        "task": TASK,
        "models": {"oracle": "m"},
        "seed": 1,
    },
    {
        "event": "look",
        "time": 2.0,
        "step": 1,
        "url": "http://a/",
        "title": "A",
        "heading": "A shop",
        "elements": [],
    },
    {
        "event": "call",
        "time": 2.5,
        "step": 1,
        "role": "oracle",
        "model": "m",
        "prompt": ASKED,
        "reply": "yes",
        "prompt_tokens": 3,
    },
    {
        "event": "act",
        "time": 3.0,
        "step": 1,
        "action": {"kind": "click", "uid": "b"},
        "ok": True,
        "seconds": 0.2,
        "notes": [],
    },
    {
        "event": "verdict",
        "time": 4.0,
        "status": "success",
        "reason": "done",
        "steps": 1,
        "seconds": 3.0,
    },
]
JOURNAL = "".join(json.dumps(event) + "\n" for event in EVENTS).encode()
SCENARIO = json.dumps({"name": "s", "site": "demo", "url": "http://a/", "steps": []}).encode()
SCRIPT = b'replies:\n  - "yes"\n  - {"a": 1}\nscores:\n  - [-0.1, -2.0]\n'
FIGURES = b'{"agents": [{"model": "m", "agent": "a", "n": 3, "p": 0.5, "runs": [0.5]}]}'
PUBLISHED = b'{"name": "s", "steps": ["Click on Login", "Assert that the page shows Hello"]}'
TABLE = b"Test case,Action,Expected result\nlog in,Click Log in,The form is shown\n"


def _rated(folder: Path) -> bytes:
    add_rating(folder, Rated(rater="ann", label="TP", comment="fine"))
    content = (folder / "ratings.jsonl").read_bytes()
    (folder / "ratings.jsonl").unlink()
    return content


def _journal_too(read: Callable[[Path], object]) -> Callable[[Path], object]:
    """Read the folder of the file, in which a sound journal lies."""

    def do(path: Path) -> object:
        if path.name != "journal.jsonl":
            (path.parent / "journal.jsonl").write_bytes(JOURNAL)
        return read(path.parent)

    return do


def _userdata(*names: str) -> bytes:
    return ROOT.joinpath("userdata", *names).read_bytes()


INPUTS: dict[str, tuple[str, bytes, Callable[[Path], object]]] = {
    "sites": ("sites.yaml", (ROOT / "sites.yaml").read_bytes(), load_sites),
    "persona": (
        "personas/alex.yaml",
        _userdata("personas", "alex.yaml"),
        lambda path: load_persona(path.parents[1], "alex"),
    ),
    "suite": ("s.suite.yaml", _userdata("suites", "acceptance.suite.yaml"), read_suite),
    "suite in Markdown": ("s.md", _userdata("suites", "free", "demo.md"), read_suite),
    "suite as a table": ("s.csv", TABLE, read_suite),
    "suite in JSON": ("s.json", PUBLISHED, read_suite),
    "plan": ("p.yaml", _userdata("plans", "try.yaml"), read_plan),
    "scenario in words": ("s.dsl", _userdata("scenarios", "ts01-log-in-and-buy.dsl"), load_script),
    "scenario in JSON": ("scenario.json", SCENARIO, load_scenario),
    "scenario to translate": ("scenario.json", SCENARIO, load_script),
    "script of a model": ("script.yaml", SCRIPT, read_script),
    "figures": ("figures.json", FIGURES, read_figures),
    "journal for a report": ("journal.jsonl", JOURNAL, _journal_too(write_report)),
    "journal for analysis": ("journal.jsonl", JOURNAL, _journal_too(read_session)),
    "journal to play again": ("journal.jsonl", JOURNAL, _journal_too(RecordedModel)),
    "journal in a list": (
        "journal.jsonl",
        JOURNAL,
        _journal_too(lambda folder: summarize(folder, "s")),
    ),
    "ratings": ("ratings.jsonl", b"", _journal_too(read_ratings)),
    "ratings for analysis": ("ratings.jsonl", b"", _journal_too(read_session)),
    "trial": (
        "trial.json",
        b'{"label": "TP", "trial": {"id": "x", "seed": 3}}',
        _journal_too(read_session),
    ),
    "verdict in a list": (
        "verdict.json",
        json.dumps(EVENTS[-1]).encode(),
        _journal_too(lambda folder: summarize(folder, "s")),
    ),
}


@pytest.mark.long(but=2)
@pytest.mark.parametrize("kind", INPUTS)
def test_a_damaged_file_is_read_or_named_in_one_line(kind: str, tmp_path: Path) -> None:
    name, sound, read = INPUTS[kind]
    sound = sound or _rated(tmp_path)
    read_at = tmp_path / "sound" / name
    read_at.parent.mkdir(parents=True)
    read_at.write_bytes(sound)
    wrong = []
    for seed in range(ROUNDS):
        damage, content = damaged(sound, seed)
        path = tmp_path / str(seed) / name
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        try:
            read(path)
        except UsageError as error:
            if "\n" in str(error) or (
                Path(name).name not in str(error) and path.parent.name not in str(error)
            ):
                wrong.append(
                    f"{seed} {damage}: does not name the file in one line: {str(error)[:300]!r}"
                )
        except BaseException as error:
            wrong.append(f"{seed} {damage}: {type(error).__name__}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)
