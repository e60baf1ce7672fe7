"""What app.py files are made of: environments, servers, data that is brought back."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from pathfinder.core.errors import PathFinderError, SiteUnreachable
from pathfinder.core.yamlfile import read_yaml
from pathfinder.session.siteserver import stop
from pathfinder.webprocessor.keeper import kept

HOST = "127.0.0.1"
_START_SECONDS = 90.0


class NotInstalled(PathFinderError):
    """An application could not be installed; the message has the installer's last words."""


def venv_python(home: Path) -> Path:
    """The Python of an application's own environment."""
    return home.absolute() / "venv/bin/python"


def packages_of(folder: Path, manager: str) -> list[str]:
    """What an application's sheet, site.yaml in its folder, wants of a package manager.

    Args:
        folder: Of the application.
        manager: "pip" or "apt"; "npm".
    """
    told = [str(each) for each in read_yaml(folder / "site.yaml").content["packages"]]
    return [each.partition(":")[2] for each in told if each.startswith(f"{manager}:")]


def install_venv(home: Path, packages: Sequence[str]) -> None:
    """Make the application's own environment with these packages, once.

    Raises:
        NotInstalled: pip refused.
    """
    wanted, note = "\n".join(packages), home / "venv/installed.txt"
    if note.is_file() and note.read_text(encoding="utf-8") == wanted:
        return
    home.mkdir(parents=True, exist_ok=True)
    run_tool([sys.executable, "-m", "venv", "--clear", str(home / "venv")])
    pip = [str(venv_python(home)), "-m", "pip", "install", "--quiet"]
    run_tool([*pip, "--disable-pip-version-check", *packages])
    note.write_text(wanted, encoding="utf-8")


def install_npm(home: Path, packages: Sequence[str]) -> None:
    """Install npm packages into the application's home, once.

    Raises:
        NotInstalled: npm is not there, or refused.
    """
    wanted, note = "\n".join(packages), home / "node_modules/installed.txt"
    if note.is_file() and note.read_text(encoding="utf-8") == wanted:
        return
    home.mkdir(parents=True, exist_ok=True)
    if not shutil.which("npm"):
        raise NotInstalled("npm is not there; install Node.js with npm")
    run_tool(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home), *packages])
    note.write_text(wanted, encoding="utf-8")


def install_apt(home: Path, packages: Sequence[str]) -> Path:
    """Unpack Debian packages below the application's home, once; return the folder.

    Nothing is installed on the machine, and no package's own script runs.

    Args:
        packages: `NAME` or `NAME=VERSION`, each that is needed: what they depend on is not fetched.

    Raises:
        NotInstalled: There is no apt-get, or it refused.
    """
    root = home.absolute() / "apt"
    wanted, note = "\n".join(packages), root / "installed.txt"
    if note.is_file() and note.read_text(encoding="utf-8") == wanted:
        return root
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise NotInstalled("apt-get or dpkg-deb is not there; a Debian or Ubuntu is needed")
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as fetched:
        run_tool(["apt-get", "download", "--quiet", *packages], cwd=Path(fetched))
        for package in sorted(Path(fetched).glob("*.deb")):
            run_tool(["dpkg-deb", "--extract", str(package), str(root)])
    note.write_text(wanted, encoding="utf-8")
    return root


def dangling(folder: str, names: Sequence[str]) -> set[str]:
    """Those of a folder's names that are links to nothing, for `copytree(ignore=...)` to leave out.

    Its own `ignore_dangling_symlinks` takes a relative link to begin where the process stands.
    """
    return {name for name in names if not Path(folder, name).exists()}


def run_tool(
    command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> str:
    """Run a command to its end; return what it printed.

    Raises:
        NotInstalled: It failed; says how.
    """
    done = subprocess.run(
        list(command),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(env or {})},
        cwd=cwd,
    )
    if done.returncode:
        said = " ".join((done.stderr or done.stdout).split())[-600:]
        raise NotInstalled(f"{Path(command[0]).name} failed: {said}")
    return done.stdout


def php(
    root: Path, extensions: Sequence[str], settings: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """Debian's PHP below `root`, with these of its parts and none of the machine's settings.

    Args:
        root: Where `install_apt` has unpacked it.
        extensions: Names of parts.
        settings: More of php.ini.
    """
    [parts] = root.glob("usr/lib/php/2*")
    usual = {"date.timezone": "UTC", "display_errors": "0", "error_reporting": "5"}
    told = {"extension_dir": str(parts), **usual, **settings}
    given = [f"{name}={value}" for name, value in told.items()]
    given += [f"extension={name}" for name in extensions]
    [program] = root.glob("usr/bin/php[0-9]*.[0-9]")
    return [str(program), "-n", *(word for each in given for word in ("-d", each))]


def bring_back(first: Path, used: Path) -> None:
    """Put the data of the first day in the place of those in use."""
    shutil.rmtree(used, ignore_errors=True)
    shutil.copytree(first, used)


def make_first(home: Path, script: Path, name: str) -> None:
    """Have a script of the application's write its first data to a file of that name, for use."""
    made = home.absolute() / "making"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    run_tool([str(venv_python(home)), str(script), str(made / name)])
    shutil.rmtree(home / "first", ignore_errors=True)
    made.rename(home / "first")
    bring_back(home / "first", home / "data")


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    *,
    path: str = "/",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[str]:
    """An application's server: its address, without a slash at the end, once it answers.

    It ends with the caller's process, however that ends.

    Raises:
        SiteUnreachable: It ended at once, or does not answer; says what it said last.
    """
    url = f"http://{HOST}:{port}"
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        process = subprocess.Popen(
            kept(*command),
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=said,
            env={**os.environ, **(env or {})},
            cwd=cwd,
        )
        try:
            if not _answers(url + path, process):
                said.seek(0)
                last = " ".join(said.read().split())[-400:]
                raise SiteUnreachable(f"{url}{path}: {command[0]} does not serve it: {last}")
            yield url
        finally:
            stop(process)


def _answers(url: str, process: "subprocess.Popen[bytes]") -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=10).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False
