"""Keep the database beside another program: `serve.py SERVER DATA PROGRAM WORD...`."""

import getpass
import socket
import subprocess
import sys
import time
from pathlib import Path

_START_SECONDS = 60.0


def main(server: Path, data: Path, program: list[str]) -> int:
    """Run the program to its end, with the database at DATA/socket."""
    gate = data / "socket"
    gate.unlink(missing_ok=True)
    settings = {
        "user": getpass.getuser(),
        "datadir": data / "tables",
        "socket": gate,
        "lc-messages-dir": server.parents[1] / "share/mysql",
        "character-set-server": "utf8mb4",
        "innodb-buffer-pool-size": "24M",
        "innodb-log-file-size": "4M",
        "innodb-flush-log-at-trx-commit": "0",
        "innodb-use-native-aio": "0",
    }
    told = [f"--{name}={value}" for name, value in settings.items()]
    database = subprocess.Popen(
        [str(server), "--no-defaults", "--skip-networking", "--skip-grant-tables", *told]
    )
    try:
        _await(gate, database)
        return subprocess.call(program)
    finally:
        database.terminate()
        database.wait()


def _await(gate: Path, database: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect(str(gate))
        except OSError:
            if database.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
