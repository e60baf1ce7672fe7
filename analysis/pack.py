"""Packs sessions into one small file that can be checked in.

`python -m pathfinder.analysis.pack RUNS… OUT.tar.xz`.

What journals hold is kept, but for the places of elements that cannot be acted on; screenshots are
shrunk to small JPEGs, whose paths in
the journal change with them, or left out. Reports are left out: they can be rebuilt.
"""

import argparse
import io
import json
import lzma
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from pathfinder.analysis.sessions import session_folders
from pathfinder.core.errors import PathFinderError, UsageError

KEPT = ("trial.json", "verdict.json", "ratings.jsonl")
PLANS = ("plan.yaml",)
_WIDTH = 480
_QUALITY = 55


def pack(runs: list[Path], out: Path, *, width: int = _WIDTH) -> int:
    """Pack every session of these folders; return how many.

    Args:
        runs: Folders of sessions. Inside the file, a session lies where it lies seen from its
            folder's parent.
        out: The file, written whole or not at all.
        width: Of the screenshots, in pixels; 0 leaves them out.

    Raises:
        UsageError: No session there.
    """
    draft = out.with_name(out.name + ".part")
    out.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with tarfile.open(draft, "w:xz", preset=9) as packed:
        for run in runs:
            base = run.resolve().parent
            for folder in session_folders([run]):
                for name, content in _files(folder.resolve(), width):
                    _add(packed, f"{folder.resolve().relative_to(base)}/{name}", content)
                count += 1
            for plan in sorted(file for name in PLANS for file in run.rglob(name)):
                _add(packed, str(plan.resolve().relative_to(base)), plan.read_bytes())
    draft.replace(out)
    return count


def _files(folder: Path, width: int) -> Iterator[tuple[str, bytes]]:
    journal = (folder / "journal.jsonl").read_text(encoding="utf-8")
    for picture in sorted((folder / "screenshots").glob("*.png")) if width else []:
        small = f"screenshots/{picture.stem}.jpg"
        journal = journal.replace(f"screenshots/{picture.name}", small)
        yield small, _shrunk(picture, width)
    yield (
        "journal.jsonl",
        "".join(f"{_slim(line)}\n" for line in journal.splitlines() if line.strip()).encode(),
    )
    for name in KEPT:
        if (folder / name).is_file():
            yield name, (folder / name).read_bytes()


def _slim(line: str) -> str:
    try:
        event = json.loads(line)
    except ValueError:
        return ""
    for element in event.get("elements", ()) if event.get("event") == "look" else ():
        if not element.get("actionable", True):
            element.pop("box", None)
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def _shrunk(picture: Path, width: int) -> bytes:
    from PIL import Image

    with Image.open(picture) as image:
        small = image.convert("RGB").resize(
            (width, max(1, round(image.height * width / image.width)))
        )
    out = io.BytesIO()
    small.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return out.getvalue()


def _add(packed: tarfile.TarFile, name: str, content: bytes) -> None:
    """A member without owner and time: the same sessions make the same file."""
    member = tarfile.TarInfo(name)
    member.size = len(content)
    member.mode = 0o644
    packed.addfile(member, io.BytesIO(content))


def unpack(packed: Path, folder: Path) -> list[Path]:
    """Unpack into a folder; return the session folders.

    Raises:
        UsageError: The folder holds other things, or can't be written; or the packed file is
            damaged.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: this is there already; name a new folder")
    try:
        with tarfile.open(packed, "r:xz") as archive:
            archive.extractall(folder, filter="data")
    except (EOFError, lzma.LZMAError, tarfile.TarError) as error:
        raise UsageError(f"{packed}: this is no whole file of packed sessions ({error})") from None
    except OSError as error:
        raise UsageError(
            f"{folder}: can't write here ({error.strerror}); name another folder"
        ) from None
    return session_folders([folder])


def main() -> int:
    """Pack what the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m pathfinder.analysis.pack", description="Pack sessions into one small file."
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUNS")
    parser.add_argument("out", type=Path, metavar="OUT.tar.xz")
    parser.add_argument(
        "--width",
        type=int,
        default=_WIDTH,
        metavar="PIXELS",
        help="of the screenshots; 0 leaves them out",
    )
    asked = parser.parse_args()
    try:
        count = pack(asked.runs, asked.out, width=asked.width)
    except PathFinderError as error:
        print(f"pathfinder.analysis.pack: {error}", file=sys.stderr)
        return error.exit_code
    print(f"{asked.out}: {count} sessions, {asked.out.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
