"""Every error PathFinder raises, and whom it blames.

PathFinderError                     blame     exit
├── UsageError                      user      2     bad command line, settings, host, missing
program or weights
│   ├── SettingsError               user      2     a YAML file that is wrong; names file and line
│   ├── HostNotAllowed              user      2
│   ├── BrowserMissing              user      2     no Chromium or driver; says how to install them
│   └── ModelMissing                user      2     no such model, no server, or wrong checksum;
says how to get it
├── ModelError                      model     3
│   ├── ModelUnreachable            model     3     the connection was refused or lost
│   ├── ModelTimeout                model     3
│   ├── ModelHTTPError              model     3     the server answered 4xx or 5xx
│   ├── ReplyTruncated              model     3     the reply ended at the token limit
│   ├── ReplyEmpty                  model     3
│   └── ReplyInvalid                model     3     four bad replies in a row
├── BrowserError                    browser   3
│   ├── BrowserDied                 browser   3
│   ├── TabCrashed                  browser   3
│   └── BrowserSilent               browser   3     it did not answer in time, but lives
├── PageError                       site      3     no verdict on the site, though the page is why
│   ├── PageNotReady                site      3     never stops changing
│   │   └── PageFrozen              site      3     its scripts let nothing else run
│   └── SiteUnreachable             site      3
│       └── CertificateRefused      site      3     says what would take it
├── SafeModeStop                    nobody    3     safe mode stopped before what can't be undone
├── OffOrigin                       nobody    3     the page led off the allowed origins
├── BrowserNotStarted               harness   3     it is installed, but did not start; says what to
look at
├── JournalLost                     harness   3     the disk is full: the session can't be written
down
└── Interrupted                     user      130   Ctrl-C, SIGTERM, SIGHUP; the journal is kept

Only the site can fail a test: none of these is ever reported as *failed*, all are *inconclusive*.
"""

from enum import StrEnum
from typing import Any, Literal

Early = Literal["error", "safe mode", "origins"]
"""What decides that a session ends before its verdict."""


class Blame(StrEnum):
    """Who is at fault when there is no success."""

    SITE = "site"
    MODEL = "model"
    BROWSER = "browser"
    HARNESS = "harness"
    USER = "user"
    NOBODY = "nobody"


class PathFinderError(Exception):
    """Anything PathFinder knows how to explain in one line.

    blame: Whose fault it is. by: What decided that the session ends.
    """

    blame = Blame.HARNESS
    exit_code = 3
    by: Early = "error"


class UsageError(PathFinderError):
    """What the user asked for can't be done as asked; the message says what to change."""

    blame = Blame.USER
    exit_code = 2


class SettingsError(UsageError):
    """A settings file is wrong; the message names the file, the line and the remedy."""


class HostNotAllowed(UsageError):
    """A URL lies outside the hosts that the site allows."""


class BrowserMissing(UsageError):
    """No browser or no driver; the message says how to install them."""


class ModelMissing(UsageError):
    """The model or its server is not there; the message says how to get it."""


class ModelError(PathFinderError):
    """The model, or the way to it, failed."""

    blame = Blame.MODEL


class ModelUnreachable(ModelError):
    """The connection to the model's server was refused or lost."""


class ModelTimeout(ModelError):
    """The model did not answer in time."""


class ModelHTTPError(ModelError):
    """The model's server answered with an error status."""


class ReplyTruncated(ModelError):
    """The reply ended at the token limit, before it was complete."""


class ReplyEmpty(ModelError):
    """The model replied with nothing."""


class ReplyInvalid(ModelError):
    """The model gave four replies in a row that can't be used."""


class BrowserError(PathFinderError):
    """The browser or its driver failed."""

    blame = Blame.BROWSER


class BrowserDied(BrowserError):
    """The browser or driver process is gone."""


class TabCrashed(BrowserError):
    """The page's process crashed."""


class BrowserSilent(BrowserError):
    """The browser did not answer a command in time; nobody knows whether it was carried out."""


class PageError(PathFinderError):
    """The page can't be worked with; this is no verdict on what it does."""

    blame = Blame.SITE


class PageNotReady(PageError):
    """The page never stopped changing; the message names the last change."""


class PageFrozen(PageNotReady):
    """The page stopped answering, as in a loop without end; its browser had to be ended."""


class SiteUnreachable(PageError):
    """The site does not answer."""


class CertificateRefused(SiteUnreachable):
    """The site's certificate is not valid; the message names the host, and what would take it."""


class BrowserNotStarted(PathFinderError):
    """The browser is installed but did not start; the message says what to look at."""


class JournalLost(PathFinderError):
    """The session can't be written down any more: the disk is full, or its folder is gone."""


class SafeModeStop(PathFinderError):
    """Safe mode stopped before an action that can't be undone.

    The message says what would let it through.

    facts: What was stopped, for the journal: its method, url and fields, or what the control,
        dialog or address says.
    """

    blame = Blame.NOBODY
    by: Early = "safe mode"

    def __init__(self, message: str, facts: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.facts = facts or {}


class OffOrigin(PathFinderError):
    """The page led off the allowed origins; the message says where to, and what would allow it."""

    blame = Blame.NOBODY
    by: Early = "origins"


class Interrupted(PathFinderError):
    """The user, or a signal, stopped the session; the message says where its journal is."""

    blame = Blame.USER
    exit_code = 130
