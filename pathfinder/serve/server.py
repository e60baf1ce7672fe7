"""Open the rating page on a port."""

import threading
from pathlib import Path

import uvicorn

from pathfinder.core.errors import UsageError
from pathfinder.core.listening import address_of, listen, serve_until_signalled
from pathfinder.serve.app import create_app
from pathfinder.serve.index import check_folder
from pathfinder.serve.safety import is_loopback

_SHORTEST_TOKEN = 16


def serve(root: Path, *, host: str, port: int, token: str = "", blind: bool = False) -> None:
    """Serve the sessions of a folder until Ctrl-C; say where when it is ready.

    Raises:
        UsageError: No session there, the port is in use, or other machines could come in without a
            token.
    """
    check_folder(root)
    check_token(host, token)
    listener = listen(host, port)
    app = create_app(root, token=token, blind=blind)
    server = uvicorn.Server(
        uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    )
    app.state.service.closing = lambda: server.should_exit
    threading.Thread(
        target=app.state.service.index.sessions, daemon=True
    ).start()  # thousands take seconds: begin at once
    asked = "; a browser has to give the token" if token else ""
    serve_until_signalled(
        server,
        listener,
        f"The sessions of {root} are at {address_of(listener)} (Ctrl-C ends{asked})",
    )


def check_token(host: str, token: str) -> None:
    """Keep other machines out that need not give a token.

    Raises:
        UsageError: The host is reachable from elsewhere and there is no token, or one that can be
            guessed.
    """
    if token and len(token) < _SHORTEST_TOKEN:
        raise UsageError(f"the token is too short; use at least {_SHORTEST_TOKEN} characters")
    if not token and not is_loopback(host):
        raise UsageError(
            f"--host {host} accepts connections from other machines; add a --token of at "
            f"least {_SHORTEST_TOKEN} characters for them to give"
        )
