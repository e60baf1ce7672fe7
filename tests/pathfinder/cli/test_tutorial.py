"""The tutorial's commands that need no model, run as they stand, on a shop and on a broken one."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|sh fails|yaml|console)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "bench")]),
}


def of(kind: str) -> list[str]:
    return [text for what, text in BLOCKS if what == kind]


@contextmanager
def shop(port: int, *words: str) -> Iterator[None]:
    command = [sys.executable, "-m", "pathfinder_demoshop", "--port", str(port), *words]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        served.stdout.readline()
        try:
            yield
        finally:
            served.terminate()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def pasted(block: str, folder: Path, port: int) -> list[subprocess.CompletedProcess]:
    """The lines of a block, run one after the other."""
    return [
        subprocess.run(
            ["bash", "-c", line.replace(":8600/", f":{port}/")],
            cwd=folder,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        for line in block.splitlines()
    ]


@pytest.mark.long
def test_the_tutorials_commands_run_as_they_stand(tmp_path: Path) -> None:
    port = free_port()
    suite, workflow = of("yaml")
    begin, *others = of("sh")
    with shop(port):
        for done in pasted(begin, tmp_path, port):
            assert done.returncode == 0, done.stdout + done.stderr
        (tmp_path / "userdata/suites/search.suite.yaml").write_text(suite)
        for block in others:
            for done in pasted(block, tmp_path, port):
                assert done.returncode == 0, done.args[-1] + done.stdout + done.stderr
    assert (tmp_path / "test_search.py").is_file()
    with shop(port, "--fault", "search-by-first-word"):
        failed, summed_up = pasted(of("sh fails")[0], tmp_path, port)
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "blame: site" in failed.stdout
    assert "right verdicts" not in failed.stdout
    assert "| **failed** | A search finds the lamp |" in summed_up.stdout
    asked = yaml.safe_load(workflow)["jobs"]["site"]["steps"][1]["with"]
    assert set(asked) <= set(yaml.safe_load((ROOT / "action.yml").read_text())["inputs"])
