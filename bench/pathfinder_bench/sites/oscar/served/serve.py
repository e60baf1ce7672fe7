"""Serves a django-oscar shop on loopback: `python serve.py --port P --seed N [--empty]`.

`--data FOLDER` keeps its database there; `--language de` shows the shop in German; with `--history`
it has had customers and orders.

The first start of a seed builds its database, pictures and search index in the user's cache folder;
every start copies the
database into a folder of its own, so that several shops run side by side.
"""

import argparse
import contextlib
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

HERE = Path(__file__).parent
HOST = "127.0.0.1"


def main() -> int:
    """Read the command line, build if need be, serve until told to stop."""
    options = _options()
    _stop_on_signals()
    variant = tuple(word for word in ("empty", "history") if getattr(options, word))
    os.environ["OSCAR_SITE_LANGUAGE"] = options.language
    built = prepare(options.seed, variant)
    with (
        _data(options.data) as data,
        _listen(options.port) as listener,
    ):
        if not (data / "db.sqlite3").exists():
            shutil.copy(built / "db.sqlite3", data)
        serve(listener, built, data, options.seed)
    return 0


@contextlib.contextmanager
def _data(kept: Path | None) -> Iterator[Path]:
    """The folder that is asked for, else one that lasts as long as the shop."""
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix=f"pathfinder-oscar-{os.getpid()}-") as folder:
        yield Path(folder)


def prepare(seed: int, variant: Sequence[str]) -> Path:
    """The folder with a seed's first state.

    Built when it isn't there yet, once however many ask.
    """
    cache = _cache() / _version()
    cache.mkdir(parents=True, exist_ok=True)
    language = os.environ["OSCAR_SITE_LANGUAGE"]
    built = cache / "-".join(
        (f"seed-{seed}", *variant, *([language] if language != "en-gb" else []))
    )
    with (cache / f"{built.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            _build(seed, variant, built)
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
    parser.add_argument("--history", action="store_true", help="customers and orders of before")
    parser.add_argument("--language", choices=("en-gb", "de"), default="en-gb")
    parser.add_argument("--data", type=Path, help="keep the database in this folder")
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


def _build(seed: int, variant: Sequence[str], built: Path) -> None:
    with tempfile.TemporaryDirectory(dir=built.parent) as draft:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "shop.settings",
            "OSCAR_SITE_DATA": draft,
            "OSCAR_SITE_BUILD": draft,
        }
        command = [sys.executable, "-m", "shop.build", str(seed), *variant]
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"building the shop failed:\n{done.stderr}")
        Path(draft).rename(built)
        Path(draft).mkdir()


if __name__ == "__main__":
    raise SystemExit(main())
