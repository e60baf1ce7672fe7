"""The saved scenes that come with PathFinder, by site, and those that a user saved."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

from pathfinder.core.errors import BrowserMissing, UsageError
from pathfinder.experiments.perceive import SavedScene
from pathfinder.webprocessor.element import Snapshot
from pathfinder.webprocessor.saved import PageReader
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.snapshots import read_snapshots, write_snapshots

_SAVED = Path(__file__).parent / "saved"
_ENDING = ".json.gz"
_APART = 5


def shipped_sites() -> list[str]:
    """The sites that scenes are shipped of."""
    return sorted(path.name.removesuffix(_ENDING) for path in _SAVED.glob(f"*{_ENDING}"))


def mixed(sites: Sequence[Sequence[SavedScene]]) -> list[SavedScene]:
    """The sites' scenes in turn, those that lie far apart in a site first.

    The first few are as different as can be.
    """
    in_turn = [scene for scenes in zip_longest(*sites) for scene in scenes if scene is not None]
    return [scene for start in range(_APART) for scene in in_turn[start::_APART]]


def scenes_of(site: str, folder: Path | None = None) -> list[SavedScene]:
    """A site's saved scenes, in the order in which they were saved.

    Args:
        site: The site's name.
        folder: Where a user's own scenes lie: `SITE.json.gz`, or saved pages as `SITE/NAME.html`;
            without it, those that are shipped.

    Raises:
        UsageError: There are none, or a saved page is still to be read and there is no browser.
    """
    if folder and (pages := sorted((folder / site).glob("*.html"))):
        return [
            SavedScene(site, name, make_scene(snapshot))
            for name, snapshot in _snapshots_of(pages).items()
        ]
    file = (folder or _SAVED) / f"{site}{_ENDING}"
    if not file.is_file():
        raise UsageError(
            f"there are no saved scenes of site '{site}' (shipped: {', '.join(shipped_sites())}); "
            f"save its pages as FOLDER/{site}/NAME.html and name the folder with --scenes"
        )
    return [
        SavedScene(site, name, make_scene(snapshot))
        for name, snapshot in read_snapshots(file).items()
    ]


def _snapshots_of(pages: Sequence[Path]) -> dict[str, Snapshot]:
    """Snapshots of the pages of one folder by the pages' names.

    Each page is read in Chromium once, and again when it has changed.
    """
    file = pages[0].parent / f"snapshots{_ENDING}"
    kept = read_snapshots(file) if file.is_file() else {}
    keys = {page: f"{page.name} {sha256(page.read_bytes()).hexdigest()}" for page in pages}
    if missing := [page for page in pages if keys[page] not in kept]:
        kept |= _taken(missing, keys)
        write_snapshots(file, {key: kept[key] for key in keys.values()})
    return {page.stem: kept[keys[page]] for page in pages}


def _taken(pages: Sequence[Path], keys: Mapping[Path, str]) -> dict[str, Snapshot]:
    try:
        with PageReader(pages[0].parent) as reader:
            return {
                keys[page]: reader.read(page.read_text(encoding="utf-8"), page.name)
                for page in pages
            }
    except BrowserMissing as error:
        raise BrowserMissing(
            f"{pages[0]}: a saved page is read in Chromium once; {error}"
        ) from None
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{pages[0].parent}: a saved page is not UTF-8 ({error.reason}); save it again as UTF-8"
        ) from None
