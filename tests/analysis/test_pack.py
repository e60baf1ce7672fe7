"""Sessions packed small, and the example that comes with the program."""

import io
import json
import tarfile

import pytest
from PIL import Image

from pathfinder.analysis.effectiveness import effectiveness, trials_of
from pathfinder.analysis.pack import pack, unpack
from pathfinder.analysis.sessions import read_sessions
from pathfinder.cli.app import run
from pathfinder.core.errors import UsageError
from tests.analysis.made import rate, session
from tests.fakes.journals import lines


@pytest.fixture
def runs(tmp_path):
    folder = session(tmp_path / "runs/plan/trials/one", trial={"id": "one", "label": "TP"})
    rate(folder, ("ann", "TP"))
    session(tmp_path / "runs/plan/trials/two", orders=0)
    (tmp_path / "runs/plan/plan.yaml").write_text("sessions: 1\n")
    (folder / "report.html").write_text("can be rebuilt")
    (folder / "screenshots").mkdir()
    Image.new("RGB", (1280, 900), "white").save(folder / "screenshots/ab12.png")
    journal = folder / "journal.jsonl"
    look = {
        "event": "look",
        "step": 9,
        "screenshot": "screenshots/ab12.png",
        "elements": [{"actionable": False, "box": [1, 2, 3, 4]}],
    }
    journal.write_text(journal.read_text() + json.dumps(look) + "\n" + '{"event": "cut o')
    return tmp_path / "runs"


def test_what_is_unpacked_tells_the_same(runs, tmp_path):
    assert pack([runs], tmp_path / "small.tar.xz") == 2
    sessions = unpack(tmp_path / "small.tar.xz", tmp_path / "out")
    assert sorted(folder.relative_to(tmp_path / "out").as_posix() for folder in sessions) == [
        "runs/plan/trials/one",
        "runs/plan/trials/two",
    ]
    before, after = (
        effectiveness(trials_of(read_sessions([folder]))) for folder in (runs, tmp_path / "out")
    )
    assert after == before
    one = tmp_path / "out/runs/plan/trials/one"
    assert not (one / "report.html").exists()
    assert (tmp_path / "out/runs/plan/plan.yaml").is_file()
    look = lines(one)[-1]
    assert look["screenshot"] == "screenshots/ab12.jpg"
    assert "box" not in look["elements"][0]
    with Image.open(one / look["screenshot"]) as image:
        assert image.size == (480, 338)


def test_the_same_sessions_make_the_same_file(runs, tmp_path):
    for name in ("a", "b"):
        pack([runs], tmp_path / f"{name}.tar.xz", width=0)
    assert (tmp_path / "a.tar.xz").read_bytes() == (tmp_path / "b.tar.xz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO((tmp_path / "a.tar.xz").read_bytes())) as packed:
        assert not [name for name in packed.getnames() if name.endswith((".jpg", ".png"))]


def test_a_damaged_file_is_one_line(runs, tmp_path):
    pack([runs], tmp_path / "a.tar.xz", width=0)
    (tmp_path / "b.tar.xz").write_bytes((tmp_path / "a.tar.xz").read_bytes()[:-200])
    with pytest.raises(UsageError, match="no whole file of packed sessions"):
        unpack(tmp_path / "b.tar.xz", tmp_path / "out")


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    folder = tmp_path_factory.mktemp("example") / "runs"
    assert run(["example", str(folder)]) == 0
    return folder


def test_the_example_is_small_and_says_what_to_try(tmp_path, capsys):
    assert run(["example", str(tmp_path / "mine")]) == 0
    printed = capsys.readouterr().out
    assert f"pathfinder table {tmp_path / 'mine'}" in printed
    assert "pathfinder analyze linguistics" in printed
    assert run(["example", str(tmp_path / "mine")]) == 2
    assert "this is there already; name a new folder" in capsys.readouterr().err


def test_the_example_makes_a_table(example, capsys):
    assert run(["table", str(example), "--format", "csv"]) == 0
    assert "F1 across" in capsys.readouterr().out.splitlines()[0]


def test_the_example_holds_no_secret_of_a_persona(example):
    secrets = ("Correct-Horse-7", "4242424242424242", "secret_sauce")
    assert not [
        file.name
        for file in example.rglob("*.jsonl")
        for secret in secrets
        if secret in file.read_text(encoding="utf-8")
    ]
