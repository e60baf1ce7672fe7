"""What a journal keeps, and what it never does."""

from pathlib import Path

from pathfinder.core import events
from pathfinder.core.journal import FileJournal, MemoryJournal
from pathfinder.core.secrets import Vault
from tests.fakes.journals import lines

VAULT = Vault({"account.password": "correct-horse-9"}, frozenset({"account.password"}))
TOLD = {"text": "it is correct-horse-9", "deep": [{"url": "/x?p=CORRECT%2Dhorse%2D9"}]}


def test_a_secret_that_got_this_far_is_not_written_down(tmp_path: Path) -> None:
    kept, memory = FileJournal(tmp_path, VAULT), MemoryJournal(VAULT)
    for journal in (kept, memory):
        journal.write(events.Truth(**TOLD))
    kept.close()
    for event in (*lines(tmp_path), *lines(memory)):
        assert event["text"] == "it is {{persona.account.password}}"
        assert "horse" not in str(event).lower()
    assert "horse" not in (tmp_path / "journal.jsonl").read_text().lower()


def test_each_event_is_on_disk_when_it_is_written(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.write(events.Look(step=1))
    assert [event["step"] for event in lines(tmp_path)] == [1]
    journal.close()


def test_an_image_is_kept_once(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    assert journal.keep_screenshot(b"png") == journal.keep_screenshot(b"png")
    assert len(list((tmp_path / "screenshots").iterdir())) == 1
    journal.close()
