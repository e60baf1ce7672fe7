"""What every request passes.

The right host, the right origin, a token where one is asked for; and the headers of every answer.
"""

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pathfinder.serve.visit import Seal, Visit

OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_OPEN_PATHS = ("/enter", "/static/")
_SAFE_METHODS = ("GET", "HEAD")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host name or address."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


class Gate:
    """ASGI middleware; `request.state.visit` is the visit behind it.

    Without a token only this machine's own names are answered, so that no other name that is made
    to lead here reads anything.
    """

    def __init__(self, app: ASGIApp, *, seal: Seal, token: str, cookie: str) -> None:
        self._app = app
        self._seal = seal
        self._token = token
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        visit = self._visit(request.headers)
        scope.setdefault("state", {})["visit"] = visit or Visit(entered=not self._token)
        refusal = self._refusal(request, visit)
        await (refusal or self._app)(scope, receive, _with_headers(send))

    def _visit(self, headers: Headers) -> Visit | None:
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return None
        return self._seal.open(kept.value) if kept else None

    def _refusal(self, request: Request, visit: Visit | None) -> Response | None:
        if not request.scope["path"].isprintable():
            return PlainTextResponse("There is no such page.\n", 404)
        if not self._token and not is_loopback(_name(request.headers.get("host", ""))):
            return PlainTextResponse("This page is for the machine that it runs on.\n", 421)
        if request.method not in _SAFE_METHODS and not _same_origin(request.headers):
            return PlainTextResponse("This form was sent from another site: it is refused.\n", 403)
        if (
            self._token
            and not (visit and visit.entered)
            and not _is_open(request.url.path, _OPEN_PATHS)
        ):
            return (
                RedirectResponse("/enter", 303)
                if request.method in _SAFE_METHODS
                else PlainTextResponse("Log in first.\n", 401)
            )
        return None


def _name(host: str) -> str:
    """The name in a Host header, without its port; empty where there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_open(path: str, prefixes: Iterable[str]) -> bool:
    return any(
        path == prefix or (prefix.endswith("/") and path.startswith(prefix)) for prefix in prefixes
    )


def _same_origin(headers: Headers) -> bool:
    """Whether a form comes from a page of ours, as the browser says it."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    source = headers.get("origin") or headers.get("referer") or ""
    try:
        return bool(source) and urlsplit(source).netloc == headers.get("host", "")
    except ValueError:
        return False


def _with_headers(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in {
                **_HEADERS,
                "Content-Security-Policy": OWN_POLICY,
                "Cache-Control": "no-store",
            }.items():
                headers.setdefault(name, value)
        await send(message)

    return answer
