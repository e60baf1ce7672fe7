"""What a site keeps in a browser: kept in a file, and there again in the next session."""

import json
import stat
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.session.fixture import opener
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.state import StoredState, read_state, write_state
from tests.fakes.served_pages import served_pages

PAGE = """<h1>Shop</h1><p id="who"></p><script>
document.getElementById("who").textContent = document.cookie + " " + localStorage.getItem("cart");
</script>"""
SET = """<h1>Set</h1><script>
document.cookie = "member=ann; path=/; max-age=3600"; localStorage.setItem("cart", "two lamps");
</script>"""


def test_a_session_begins_with_what_another_left(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    with served_pages({"/": PAGE, "/set": SET}) as url:
        host = url.split("//")[1].rstrip("/")
        first = open_browser([host], save_state=file)
        first.open(f"{url}/set")
        first.close()
        second = open_browser([host], state=read_state(file))
        try:
            second.open(f"{url}/")
            assert "member=ann two lamps" in {e.text for e in second.look().elements}
            second.forget()
            second.open(f"{url}/")
            assert "member=ann two lamps" in {e.text for e in second.look().elements}
        finally:
            second.close()
    kept = json.loads(file.read_text())
    assert [one["name"] for one in kept["cookies"]] == ["member"]
    assert kept["origins"][0]["localStorage"] == [{"name": "cart", "value": "two lamps"}]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_is_there_is_made_private(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text("")
    file.chmod(0o644)
    write_state(StoredState(), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_state(file) == StoredState()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no json", "no JSON"),
        ("[]", "write {"),
        ('{"cookies": [{"name": "a"}]}', "write {"),
        ('{"origins": [{"origin": 1}]}', "write {"),
    ],
)
def test_a_file_that_is_no_state_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "state.json"
    file.write_text(text)
    with pytest.raises(SettingsError, match=r"state\.json") as error:
        read_state(file)
    assert said in str(error.value)


def test_a_state_that_is_not_there_is_one_line(tmp_path: Path, capsys) -> None:
    words = ["explore", "--goal", "", "--site", "demo", "--out", str(tmp_path)]
    assert run([*words, "--state", str(tmp_path / "none.json")]) == 2
    assert "make one with --save-state" in capsys.readouterr().err


def test_firefox_takes_no_state(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="need chromium"):
        opener("firefox", save_state=tmp_path / "state.json")
