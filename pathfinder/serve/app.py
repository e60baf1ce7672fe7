"""The rating page as an ASGI application."""

import hashlib
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import python_multipart  # noqa: F401  # forms need it, which FastAPI says only in a traceback
from fastapi import FastAPI, Form, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from pathfinder.report.html import environment
from pathfinder.serve import agreement, listing, live, session
from pathfinder.serve.index import Index
from pathfinder.serve.pages import Service, page, redirect
from pathfinder.serve.safety import Gate
from pathfinder.serve.visit import Visit, same

_STATIC = Path(__file__).parent / "static"
_REPORT = {"report.css": "text/css", "report.js": "text/javascript"}


def create_app(root: Path, *, token: str = "", blind: bool = False) -> FastAPI:
    """The pages on the sessions of a folder.

    Args:
        token: What a browser has to give; empty: only this machine's own names are answered.
        blind: The models are hidden, and nobody can ask for them.
    """
    # cookies know no port
    name = f"pathfinder-{hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:8]}"
    service = Service(Index(root), token, blind, name)
    gate = Middleware(Gate, seal=service.seal, token=token, cookie=name)
    app = FastAPI(
        title="PathFinder", docs_url=None, redoc_url=None, openapi_url=None, middleware=[gate]
    )
    app.state.service = service
    for part in (listing, session, live, agreement):
        app.include_router(part.router)
    app.add_api_route("/enter", show_entrance, methods=["GET"])
    app.add_api_route("/enter", enter, methods=["POST"])
    app.add_api_route("/static/report/{name}", report_file, methods=["GET"])
    app.mount("/static", StaticFiles(directory=_STATIC))
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    return app


def show_entrance(request: Request) -> Response:
    """Ask for the token."""
    return page(request, "enter.html.j2", wrong=False)


def enter(request: Request, token: Annotated[str, Form()] = "") -> Response:
    """Let in whoever knows the token."""
    expected = request.app.state.service.token
    if expected and not same(token.strip(), expected):
        return page(request, "enter.html.j2", status=401, wrong=True)
    return redirect(request, "/", Visit(entered=True, id=secrets.token_hex(16)))


def report_file(name: str) -> Response:
    """The report's own style and script."""
    if name not in _REPORT:
        raise HTTPException(404, "There is no such file.")
    return Response(
        environment().get_template(name).render(),
        media_type=_REPORT[name],
        headers={"Cache-Control": "private, max-age=3600"},
    )


def _refused(request: Request, error: Exception) -> Response:
    status, words, headers = 500, "Something went wrong.", None
    if isinstance(error, HTTPException):
        status, words, headers = error.status_code, str(error.detail), error.headers
    return _error(
        request, status, "This page does not exist." if words == "Not Found" else words, headers
    )


def _misread(request: Request, error: Exception) -> Response:
    return _error(
        request, 422, "That address or form has something in it that this page can't read.", None
    )


def _error(
    request: Request, status: int, words: str, headers: Mapping[str, str] | None
) -> Response:
    answer = page(request, "error.html.j2", status=status, words=words)
    answer.headers.update(headers or {})
    return answer
