"""Keep the mailboxes and what is sent, beside a server of pages: `serve.py DATA PROGRAM WORD...`."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

_HOST = "127.0.0.1"
_START_SECONDS = 30.0


class Outbox:
    """Keeps what is sent as files, and delivers nothing."""

    def __init__(self, folder: Path) -> None:
        """Of the folder for the files."""
        self.folder = folder

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep a mail, under the addresses that it is for."""
        number = len(list(self.folder.iterdir()))
        receivers = "".join(f"X-For: {each}\r\n" for each in envelope.rcpt_tos).encode()
        (self.folder / f"{number:04}.eml").write_bytes(receivers + (envelope.content or b""))
        return "250 Kept"


def main(data: Path, program: list[str]) -> int:
    """Serve both until the pages' server ends."""
    imap, smtp = _free_port(), _free_port()
    outgoing = Controller(Outbox(data / "outbox"), hostname=_HOST, port=smtp)
    outgoing.start()
    command = [sys.executable, "-c", "from pymap.main import main; main()", "--no-tls"]
    command += ["--host", _HOST, "--port", str(imap), "maildir", str(data / "post")]
    incoming = subprocess.Popen(command)
    _await(imap)
    try:
        ports = {"IMAP_PORT": str(imap), "SMTP_PORT": str(smtp)}
        return subprocess.call(program, env={**os.environ, **ports})
    finally:
        incoming.terminate()
        outgoing.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])


def _await(port: int) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            socket.create_connection((_HOST, port)).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
