"""What all pages share.

The service behind them, how they are rendered, and the checks of their forms.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from fastapi import HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from pathfinder.core.ratings import LABELS
from pathfinder.report.html import environment
from pathfinder.report.story import CLOSING_WORDS
from pathfinder.serve.filters import Filter, read_filter
from pathfinder.serve.index import Index
from pathfinder.serve.summary import Session
from pathfinder.serve.visit import Seal, Visit

Answer = TypeVar("Answer", HTMLResponse, RedirectResponse)
_YEAR = 365 * 24 * 3600


@dataclass
class Service:
    """What is served, and to whom.

    token: What a browser has to give before it sees anything; empty for this machine alone.
    blind: Nobody is told the models.
    closing: Whether the server is being ended: live views stop then.
    """

    index: Index
    token: str = ""
    blind: bool = False
    cookie: str = "pathfinder"
    closing: Callable[[], bool] = field(default=lambda: False)

    def __post_init__(self) -> None:
        self.seal = Seal(self.token)

    @property
    def root(self) -> Path:
        """The folder whose sessions are served."""
        return self.index.root


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    found: Service = request.app.state.service
    return found


def visit_of(request: Request) -> Visit:
    """Who asks."""
    found: Visit = request.state.visit
    return found


def is_blind(request: Request) -> bool:
    """Whether the models are hidden: for everybody, or because the visitor wants it."""
    return service_of(request).blind or visit_of(request).blind


def filter_of(request: Request) -> Filter:
    """The filter in a request's address."""
    return read_filter(request.query_params.items(), blind=is_blind(request))


def find(request: Request, key: str) -> Session:
    """The session of a key, as its files are now; without one, the answer is 404."""
    session = service_of(request).index.session(key)
    if session is None:
        raise HTTPException(404, "There is no such session; it may have been removed.")
    return session


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    more: Mapping[str, object] = MappingProxyType({}),
    **values: object,
) -> HTMLResponse:
    """A template, rendered with the values given and with what every page needs to know."""
    text = (
        environment("pathfinder.serve")
        .get_template(template)
        .render({**_shared(request), **more, **values})
    )
    return _keep(request, visit_of(request), HTMLResponse(text, status))


def _shared(request: Request) -> dict[str, object]:
    service, visit = service_of(request), visit_of(request)
    return {
        "visit": visit,
        "blind": is_blind(request),
        "always_blind": service.blind,
        "form_token": service.seal.form_token(visit),
        "here": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "labels": LABELS,
        "closing_words": CLOSING_WORDS,
        "root": service.root.name or service.root.resolve().name,
    }


def redirect(request: Request, to: str, visit: Visit | None = None) -> RedirectResponse:
    """Go to another of our pages, as the visitor is from now on."""
    return _keep(request, visit or visit_of(request), RedirectResponse(own_path(to), 303))


def own_path(text: str) -> str:
    """A path on this server; the list, where the text is anything else."""
    return (
        text
        if text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
        else "/"
    )


def check_form(request: Request, form_token: str) -> None:
    """Refuse, with 403, a form that is not one of this visit's."""
    if not service_of(request).seal.knows_form(visit_of(request), form_token):
        raise HTTPException(403, "This form is out of date: load the page again, then send it.")


def _keep(request: Request, visit: Visit, response: Answer) -> Answer:
    service = service_of(request)
    response.set_cookie(
        service.cookie,
        service.seal.close(visit),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response
