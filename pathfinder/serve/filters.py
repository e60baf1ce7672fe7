"""Which sessions a page shows.

The filters of the list, its pages, and the neighbours of a session in it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from urllib.parse import urlencode

from pathfinder.core.ratings import LABELS
from pathfinder.serve.summary import NO_VERDICT, RUNNING, Session

PAGE = 50
VERDICTS = (
    "success",
    "passed",
    "healed",
    "likely",
    "failed",
    "stuck",
    "expired",
    "crawled",
    "inconclusive",
    NO_VERDICT,
    RUNNING,
)
RATED = {
    "unrated": "not rated by me",
    "rated": "rated by me",
    "nobody": "rated by nobody",
    "disagreed": "raters disagree",
    **{label: f"rated {label} by me" for label in LABELS},
}


@dataclass(frozen=True)
class Filter:
    """What the list is narrowed to; an empty field lets everything through.

    text: looked for in goal and folder name.
    """

    constellation: str = ""
    site: str = ""
    system: str = ""
    verdict: str = ""
    rated: str = ""
    text: str = ""

    @property
    def query(self) -> str:
        """The filter as it stands in an address, without its question mark."""
        return urlencode({name: value for name, value in asdict(self).items() if value})

    def with_page(self, page: int) -> str:
        """The address of a page of the list."""
        return "/?" + "&".join(
            part for part in (self.query, f"page={page}" if page > 1 else "") if part
        )

    @property
    def whoever_rated(self) -> "Filter":
        """The same without a word on ratings.

        The order in which a rater goes through the sessions.
        """
        return replace(self, rated="")

    def passes(self, session: Session, rater: str) -> bool:
        """Whether a session is in."""
        return (
            self.constellation in ("", session.constellation)
            and self.site in ("", session.site)
            and self.system in ("", session.system)
            and self.verdict in ("", session.status)
            and (
                not self.text
                or self.text.casefold()
                in f"{session.goal}\n{session.name}\n{session.key}".casefold()
            )
            and self._passes_rating(session, rater)
        )

    def _passes_rating(self, session: Session, rater: str) -> bool:
        own, by_rater = session.ratings.label_of(rater), session.ratings.by_rater
        if not self.rated or self.rated in LABELS:
            return self.rated in ("", own)
        return {
            "unrated": not own and not session.running,
            "rated": bool(own),
            "nobody": not by_rater,
            "disagreed": bool(by_rater) and not session.ratings.agreed,
        }.get(self.rated, True)


def read_filter(values: Iterable[tuple[str, str]], *, blind: bool) -> Filter:
    """The filter that an address or a form names.

    In blind mode models and folder names can't be asked for.
    """
    known = {field.name for field in fields(Filter)}
    found = Filter(**{name: value.strip()[:500] for name, value in values if name in known})
    return replace(found, constellation="") if blind else found


def choose(
    sessions: Iterable[Session], wanted: Filter, rater: str, *, blind: bool
) -> list[Session]:
    """The sessions that pass, in the order of the list: newest first.

    In blind mode an order that tells nothing.
    """
    chosen = [session for session in sessions if wanted.passes(session, rater)]
    return sorted(chosen, key=lambda session: shuffled(session.key)) if blind else chosen


def shuffled(key: str) -> str:
    """A place in an order that has nothing to do with when or with what a session was run."""
    return hashlib.sha256(b"blind order" + key.encode()).hexdigest()


@dataclass(frozen=True)
class Neighbours:
    """Where a session stands in a list, from 1; 0 when it is not in it.

    before, after: Keys, or nothing.
    """

    place: int
    amount: int
    before: str = ""
    after: str = ""


def neighbours(chosen: Sequence[Session], key: str) -> Neighbours:
    """The sessions before and after one."""
    keys = [session.key for session in chosen]
    if key not in keys:
        return Neighbours(0, len(keys), after=keys[0] if keys else "")
    place = keys.index(key)
    return Neighbours(
        place + 1,
        len(keys),
        keys[place - 1] if place else "",
        keys[place + 1] if place + 1 < len(keys) else "",
    )


def next_unrated(chosen: Sequence[Session], key: str, rater: str) -> str:
    """The key of the next session that the rater has not rated, round from the one given.

    Empty where all are rated.
    """
    keys = [session.key for session in chosen]
    start = keys.index(key) + 1 if key in keys else 0
    around = [*chosen[start:], *chosen[:start]]
    return next(
        (s.key for s in around if s.key != key and not s.running and not s.ratings.label_of(rater)),
        "",
    )
