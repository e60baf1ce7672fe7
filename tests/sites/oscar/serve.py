"""Serves a django-oscar shop on loopback: `python serve.py --port P --seed N [--empty]`.

The first start of a seed builds its database, pictures and search index in the user's cache folder;
every start copies the
database into a folder of its own, so that several shops run side by side.
"""

import argparse
import fcntl
import hashlib
import importlib.metadata
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import FrameType

HERE = Path(__file__).parent
HOST = "127.0.0.1"


def main() -> int:
    """Read the command line, build if need be, serve until told to stop."""
    options = _options()
    _stop_on_signals()
    built = prepare(options.seed, empty=options.empty)
    with (
        tempfile.TemporaryDirectory(prefix=f"pathfinder-oscar-{os.getpid()}-") as data,
        _listen(options.port) as listener,
    ):
        shutil.copy(built / "db.sqlite3", data)
        serve(listener, built, Path(data), options.seed)
    return 0


def prepare(seed: int, *, empty: bool) -> Path:
    """The folder with a seed's first state.

    Built when it isn't there yet, once however many ask.
    """
    cache = _cache() / _version()
    cache.mkdir(parents=True, exist_ok=True)
    built = cache / (f"seed-{seed}-empty" if empty else f"seed-{seed}")
    with (cache / f"{built.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            _build(seed, empty, built)
    return built


def serve(listener: socket.socket, built: Path, data: Path, seed: int) -> None:
    """Answer requests on a listening socket, a thread each."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "shop.settings",
        "OSCAR_SITE_DATA": str(data),
        "OSCAR_SITE_BUILD": str(built),
    }
    sys.path.insert(0, str(HERE))
    warnings.filterwarnings("ignore", "Whoosh does not handle query faceting")
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    class QuietHandler(WSGIRequestHandler):
        def log_message(self, *args: object) -> None:
            """A line for each request would bury the one that says where the shop is."""

    application = StaticFilesHandler(get_wsgi_application())
    application.load_middleware()
    address = listener.getsockname()
    server = ThreadedWSGIServer(address, QuietHandler, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    server.server_name, server.server_port = HOST, address[1]
    server.setup_environ()
    server.daemon_threads = True
    server.set_app(application)
    print(f"Oscar is ready at http://{HOST}:{address[1]}/ (seed {seed})", flush=True)
    server.serve_forever()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes any free port")
    parser.add_argument(
        "--seed", type=int, default=1, help="decides prices, stock and the order of products"
    )
    parser.add_argument("--empty", action="store_true", help="no products")
    return parser.parse_args()


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port), backlog=64)
    except OSError as error:
        raise SystemExit(
            f"port {port} on {HOST}: {error.strerror}; choose another --port"
        ) from None


def _stop_on_signals() -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one must not interrupt the tidying up
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "pathfinder" / "oscar"


def _version() -> str:
    """Names what the first state depends on.

    The shop's sources and the packages that make its tables and index.
    """
    digest = hashlib.sha256()
    for package in ("django", "django-oscar", "sorl-thumbnail", "whoosh"):
        digest.update(importlib.metadata.version(package).encode())
    for source in sorted((HERE / "shop").glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def _build(seed: int, empty: bool, built: Path) -> None:
    with tempfile.TemporaryDirectory(dir=built.parent) as draft:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "shop.settings",
            "OSCAR_SITE_DATA": draft,
            "OSCAR_SITE_BUILD": draft,
        }
        command = [sys.executable, "-m", "shop.build", str(seed), *(["empty"] if empty else [])]
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"building the shop failed:\n{done.stderr}")
        Path(draft).rename(built)
        Path(draft).mkdir()


if __name__ == "__main__":
    raise SystemExit(main())
