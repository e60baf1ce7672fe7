"""A notebook of recipes that is one page in the browser, served by Node from files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import bring_back, install_npm, run_tool, serving

_NOTES = {
    "Potato soup": (
        "soup winter",
        "Floury potatoes, leek and a bay leaf. Simmer for 35 minutes.",
    ),
    "Rye bread": ("bread", "Sour dough of the day before. Bakes at 240 degrees."),
    "Apple crumble": ("sweet", "Six apples, butter, oats. Serves 4."),
    "Lentil stew": ("soup", "Brown lentils, carrots, a splash of vinegar. Serves 6."),
    "To buy": ("", "Oats, bay leaves."),
}


def install(home: Path) -> None:
    """Install the package and write the first notes."""
    install_npm(home, ["tiddlywiki@5.4.1"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "draft", ignore_errors=True)
    run_tool(["node", str(_program(home)), str(home / "draft"), "--init", "server"])
    notes = home / "draft/tiddlers"
    notes.mkdir()
    for title, (tags, text) in _NOTES.items():
        _write(notes, title, tags, text)
    _write(notes, "$:/SiteTitle", "", "Kitchen notebook")
    _write(notes, "$:/SiteSubtitle", "", "what we cook, and how")
    _write(notes, "$:/DefaultTiddlers", "", "[[Potato soup]]")
    (home / "draft").rename(home / "first")


def reset(home: Path) -> None:
    """Bring the first notes back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = ["node", str(_program(home)), str(home / "data"), "--listen", f"port={port}"]
    with serving(command, port) as url:
        yield url


def note(home: Path, url: str, title: str, words: str = "", tag: str = "") -> bool:
    """Whether there is a note of that title, with these words and that tag."""
    fields, text = notes(home).get(title.lower(), ({}, ""))
    tags = fields.get("tags", "").lower()
    return bool(fields) and words.lower() in text.lower() and tag.lower() in tags


def no_note(home: Path, url: str, title: str) -> bool:
    """Whether just the note of that title is gone."""
    kept = {name for name in notes(home) if not name.startswith("$:/")}
    return kept == {name.lower() for name in _NOTES} - {title.lower()}


def renamed(home: Path, url: str, old: str, new: str) -> bool:
    """Whether a note has another title, and its text."""
    found = notes(home)
    return old.lower() not in found and _NOTES[old][1] in found.get(new.lower(), ({}, ""))[1]


def note_and_bought(home: Path, url: str, title: str, words: str, buy: str) -> bool:
    """Whether there is a new note, and something more to buy."""
    return note(home, url, title, words) and note(home, url, "To buy", buy)


def notes(home: Path) -> dict[str, tuple[dict[str, str], str]]:
    """Each note's fields and text, by its title in small letters, as the server has saved them.

    Drafts are left out.
    """
    found = {}
    for file in (home / "data/tiddlers").rglob("*.tid"):
        head, _, text = file.read_text(encoding="utf-8").partition("\n\n")
        fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
        if "draft.of" not in fields:
            found[fields.get("title", "").lower()] = (fields, text)
    return found


def _write(folder: Path, title: str, tags: str, text: str) -> None:
    name = "".join(letter if letter.isalnum() else "_" for letter in title)
    fields = (
        f"created: 20240302090000000\nmodified: 20240302090000000\ntags: {tags}\ntitle: {title}"
    )
    (folder / f"{name}.tid").write_text(f"{fields}\n\n{text}", encoding="utf-8")


def _program(home: Path) -> Path:
    return home.absolute() / "node_modules/tiddlywiki/tiddlywiki.js"
