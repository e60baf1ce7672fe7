"""A town hall's pages, to apply for a permit on; each start page is changed in one respect.

As HTML, for a server, and as the Snapshots that Chromium took of it. After a change:
`python -m tests.fakes.town_hall` takes them anew.
"""

from pathlib import Path

from pathfinder.core.task import Site
from pathfinder.testing import FakePage
from pathfinder.webprocessor.element import Snapshot
from pathfinder.webprocessor.saved import PageReader
from pathfinder.webprocessor.snapshots import read_snapshots, write_snapshots

HALL = Site("hall", "http://hall.test/", ("hall.test",), safe=False)
SAVED = Path(__file__).with_name("saved") / "town_hall.json.gz"
PAGES = {
    "/": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/form'>Apply for a permit</a>",
    "/renamed": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/form'>Apply for "
    "permits</a><a href='/help'>Help</a>",
    "/reworded": "<h1>Start</h1><p>Welcome.</p><a href='/help'>Help</a><a href='/form'>Get "
    "permission</a><a href='/fees'>Fees</a>",
    "/gone": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/help'>Help</a><a "
    "href='/fees'>Fees</a>",
    "/dead": "<h1>Start</h1><p>Welcome to the town hall.</p><button type=button>Apply for a "
    "permit</button>",
    "/between": "<h1>Start</h1><a href='/notice'>Apply for a permit</a>",
    "/choice": "<h1>Start</h1><label><input type=radio name=r checked> In person</label><a "
    "href='/notice'>Apply for a permit</a>",
    "/new-step": "<h1>Start</h1><p>Welcome to the town hall.</p><a href='/kept'>Apply for "
    "permits</a>",
    "/kept": "<h1>Language</h1><main><p>English is set.</p><form action='/form'><button>Apply for "
    "a permit</button></form></main>",
    "/notice": "<h1>A notice</h1><main><p>Permits take a week.</p><form action='/form'><button>Go "
    "on</button></form></main>",
    "/form": "<h1>Your details</h1><main><form action='/thanks'><label>Town <input "
    "name=a></label><button>Send</button></form></main>",
    "/thanks": "<h1>Thank you</h1>",
    "/card": "<h1>Card</h1><form action='/thanks'><label>A note <textarea "
    "name=n></textarea></label><button>Send</button></form>",
    "/safe": "<h1>Card</h1><form action='/thanks'><label>CVV <input "
    "name=n></label><button>Send</button></form>",
    "/cut": "<h1>Start</h1><a href='http://127.0.0.1:9/'>Apply for a permit</a>",
    "/letter": "<h1>Log in</h1><form action='/in'><label>E-mail <input "
    "name=mail></label><button>Go</button></form>"
    "<form action='/letters'><label>Email address for letters <input "
    "name=to></label><button>Write to me</button></form>",
    "/later": "<h1>Start</h1><form action='/form'><button type=button onclick='setTimeout(() => "
    "form.submit(), 100)'>Go on</button></form>",
    "/refused": "<h1>Start</h1><p>Welcome to the town hall.</p><p role=alert>Choose one</p><a "
    "href='/form'>Apply for permits</a>",
    "/in": "<h1>Thank you</h1>",
    "/place": "<h1>Your details</h1><form action='/thanks'><label>Place <input "
    "name=town></label><button>Send</button></form>",
    "/help": "<h1>Help</h1>",
    "/fees": "<h1>Fees</h1>",
    "/broken": "<h1>Server error</h1>",
}
STATUS = {"/refused": 422, "/broken": 500}


def document(path: str) -> str:
    """A page's whole HTML."""
    return f"<!doctype html><title>Town hall</title>{PAGES[path]}"


def snapshots() -> dict[str, Snapshot]:
    """What Chromium shows of each page, by its path."""
    with PageReader() as reader:
        return {path: reader.read(document(path), f"{HALL.url}{path[1:]}") for path in PAGES}


def fake_pages(**changed: FakePage) -> dict[str, FakePage]:
    """The saved pages by their paths, without the slash; "start" is the root."""
    saved = read_snapshots(SAVED)
    pages = {path[1:] or "start": FakePage(_answered(path, saved[path])) for path in saved}
    return {**pages, **changed}


def _answered(path: str, snapshot: Snapshot) -> Snapshot:
    notes = (f"HTTP {STATUS[path]}",) if path in STATUS else ()
    return Snapshot(**{**vars(snapshot), "notes": notes})


if __name__ == "__main__":
    write_snapshots(SAVED, snapshots())
