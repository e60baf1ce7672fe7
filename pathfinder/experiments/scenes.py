"""The saved scenes that come with PathFinder, by site, and those that a user saved."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from pathfinder.core.errors import UsageError
from pathfinder.experiments.perceive import SavedScene
from webprocessor.saved import read_page
from webprocessor.scene import make_scene
from webprocessor.snapshots import read_snapshots

_SAVED = Path(__file__).parent / "saved"
_ENDING = ".json.gz"
_APART = 5


def shipped_sites() -> list[str]:
    """The sites that scenes are shipped of."""
    return sorted(path.name.removesuffix(_ENDING) for path in _SAVED.glob(f"*{_ENDING}"))


def mixed(sites: Sequence[Sequence[SavedScene]]) -> list[SavedScene]:
    """The sites' scenes in turn, those that lie far apart in a site first: the first few are as different as can be."""
    in_turn = [scene for scenes in zip_longest(*sites) for scene in scenes if scene is not None]
    return [scene for start in range(_APART) for scene in in_turn[start::_APART]]


def scenes_of(site: str, folder: Path | None = None) -> list[SavedScene]:
    """A site's saved scenes, in the order in which they were saved.

    Args:
        site: The site's name.
        folder: Where a user's own scenes lie: `SITE.json.gz`, or saved pages as `SITE/NAME.html`; without it, those that are shipped.

    Raises:
        UsageError: There are none.
    """
    if folder and (folder / site).is_dir():
        pages = sorted((folder / site).glob("*.html"))
        return [SavedScene(site, path.stem, make_scene(read_page(path.read_text(encoding="utf-8"), path.name))) for path in pages]
    file = (folder or _SAVED) / f"{site}{_ENDING}"
    if not file.is_file():
        raise UsageError(
            f"there are no saved scenes of site '{site}' (shipped: {', '.join(shipped_sites())}); "
            f"save its pages as FOLDER/{site}/NAME.html and name the folder with --scenes"
        )
    return [SavedScene(site, name, make_scene(snapshot)) for name, snapshot in read_snapshots(file).items()]
