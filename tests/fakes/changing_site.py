"""A site on loopback whose every page has one way to change something for good.

It counts the changes that arrive.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SAVE = "fetch('/do', {method: '%s'})"
FORM = "<form method=post action=/do><input type=hidden name=id value=3>%s</form>"
TRASH = '<i class="fa fa-trash" style="display:inline-block;width:20px;height:20px"></i>'
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


def sent_by(name: str) -> str:
    return FORM % f"<button>{name}</button>"


def scripted(name: str, code: str, **attributes: str) -> str:
    more = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<button type=button {more} onclick="{code}">{name}</button>'


# What the page is -> what is pressed there (its name as a tester says it; empty where nobody can),
# and the page.
ACTIONS: dict[str, tuple[str, str]] = {
    **{
        name: (name, sent_by(name))
        for name in (
            "Buy",
            "Order now",
            "Submit order",
            "Make payment",
            "Cancel subscription",
            "Publish",
            "Delete",
        )
    },
    **{
        name: (name, f"<html lang={language}>{sent_by(name)}")
        for language, name in (
            ("de", "Jetzt kaufen"),
            ("fr", "Supprimer"),
            ("es", "Pagar"),
            ("it", "Elimina"),
            ("nl", "Verwijderen"),
            ("sv", "Köp"),
            ("pl", "Usuń"),
            ("pt", "Excluir"),
            ("el", "Διαγραφή"),
        )
    },
    "an icon by its class": ("", scripted(TRASH, SAVE % "DELETE")),
    "a picture by its file": (
        "",
        scripted('<img src="/trash.png" width=20 height=20 alt="">', SAVE % "DELETE"),
    ),
    "a name that hides the text": (
        "Continue",
        scripted("Delete account", SAVE % "POST", aria_label="Continue"),
    ),
    "a text that hides the name": (
        "Delete account",
        scripted("Continue", SAVE % "POST", aria_label="Delete account"),
    ),
    "soft hyphens": ("Delete", sent_by("De&shy;le&shy;te")),
    "zero-width letters": ("Delete", sent_by("Del&#8203;ete")),
    "a dialog": (
        "Tidy up",
        scripted("Tidy up", f"if (confirm('Really delete everything?')) {SAVE % 'POST'}"),
    ),
    "a link that deletes": ("Yes", "<a href='/delete?id=3'>Yes</a>"),
    "a link to leave": ("Yes", "<a href='/unsubscribe/7'>Yes</a>"),
    "fetch DELETE": ("Continue", scripted("Continue", SAVE % "DELETE")),
    "fetch PUT": ("Continue", scripted("Continue", SAVE % "PUT")),
    "fetch PATCH": ("Continue", scripted("Continue", SAVE % "PATCH")),
    "a method of its own": ("Continue", scripted("Continue", SAVE % "PURGE")),
    "XMLHttpRequest": (
        "Continue",
        scripted("Continue", "x = new XMLHttpRequest(); x.open('POST', '/do'); x.send('a=1')"),
    ),
    "a form": ("Continue", sent_by("Continue")),
    "a method in disguise": (
        "Continue",
        FORM % "<input type=hidden name=_method value=delete><button>Continue</button>",
    ),
    "a beacon": ("Continue", scripted("Continue", "navigator.sendBeacon('/do', 'a=1')")),
    "an image that is fetched": (
        "Continue",
        scripted("Continue", "new Image().src = '/delete?id=3'"),
    ),
    "formaction": (
        "Continue",
        "<form method=get action=/><button formaction=/do formmethod=post>Continue</button></form>",
    ),
    "an image that sends": (
        "Continue",
        f"<form method=post action=/do><input type=image src='{PIXEL}' width=30 height=30 "
        "alt=Continue></form>",
    ),
    "a form in a frame": (
        "Continue",
        "<iframe name=f hidden></iframe><form method=post action=/do "
        "target=f><button>Continue</button></form>",
    ),
    "a form in a new tab": (
        "Continue",
        "<form method=post action=/do target=_blank><button>Continue</button></form>",
    ),
    "a form that a script sends": (
        "Continue",
        (FORM % "") + scripted("Continue", "document.forms[0].submit()"),
    ),
    "after a moment": ("Continue", scripted("Continue", f"setTimeout(() => {SAVE % 'POST'}, 60)")),
}


@dataclass
class ChangingSite:
    """Where it is, and what arrived that changes something: method and path."""

    url: str
    changes: list[tuple[str, str]] = field(default_factory=list)

    def page(self, name: str) -> str:
        return f"{self.url}page/{list(ACTIONS).index(name)}"


@contextmanager
def changing_site(extra: dict[str, str] | None = None) -> Iterator[ChangingSite]:
    """Serve it; `extra` are more pages by their path."""
    made = ChangingSite("")

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = self.path.partition("?")[0]
            if self.command != "GET" or path.startswith(("/delete", "/unsubscribe")):
                made.changes.append((self.command, self.path))
            number = path.removeprefix("/page/")
            inside = (
                ACTIONS[list(ACTIONS)[int(number)]][1]
                if number.isdigit()
                else (extra or {}).get(path, "<h1>Done</h1>")
            )
            language = "" if "<html" in inside else "<html lang=en>"
            body = (
                f"<!doctype html>{language}<meta charset=utf-8><link rel=icon "
                f"href=data:,><title>Page</title><h1>Page</h1>{inside}"
            ).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_PURGE = _answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield made
        server.shutdown()
