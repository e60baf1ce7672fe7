"""The rules that conftest.py adds to every test hold."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BEYOND = """
import contextlib, socket, pytest

def test_goes_out():
    with contextlib.suppress(OSError), socket.socket() as out:
        out.settimeout(0.1)
        out.connect(("192.0.2.1", 80))

def test_stays_here():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass

@pytest.mark.ollama
def test_needs_ollama():
    raise AssertionError

@pytest.mark.network
def test_needs_the_internet():
    raise AssertionError
"""


def test_the_files_that_are_begun_first_are_there(request):
    conftest = request.config.pluginmanager.get_plugin(str(HERE / "conftest.py"))
    assert [file for file in conftest.LONGEST if not (HERE / file).is_file()] == []


def test_a_connection_beyond_this_machine_fails_even_when_its_error_is_swallowed(tmp_path):
    shutil.copy(HERE / "conftest.py", tmp_path)
    shutil.copy(HERE.parent / "pyproject.toml", tmp_path)
    (tmp_path / "test_it.py").write_text(BEYOND)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rsE", "test_it.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "ERROR test_it.py::test_goes_out" in done.stdout
    assert "connections beyond this machine: 192.0.2.1:80" in done.stdout
    assert "2 passed, 2 skipped, 1 error" in done.stdout
    assert "off by default; run with --ollama" in done.stdout
