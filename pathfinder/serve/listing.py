"""The list of sessions, with its filters, its pages and how far the rating has come."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response

from pathfinder.serve.filters import PAGE, RATED, VERDICTS, Filter, choose, next_unrated
from pathfinder.serve.pages import (
    check_form,
    filter_of,
    is_blind,
    own_path,
    page,
    redirect,
    service_of,
    visit_of,
)
from pathfinder.serve.summary import Session
from pathfinder.serve.visit import rater_name

router = APIRouter()


@dataclass(frozen=True)
class Progress:
    """How many of the sessions that have ended a rater has rated."""

    rated: int
    amount: int

    @property
    def open(self) -> int:
        """What is left to rate."""
        return self.amount - self.rated


def progress_of(sessions: Iterable[Session], rater: str) -> Progress:
    """How far a rater has come."""
    ended = [session for session in sessions if not session.running]
    return Progress(sum(bool(session.ratings.label_of(rater)) for session in ended), len(ended))


@router.get("/")
def show_list(
    request: Request,
    number: Annotated[int, Query(alias="page", ge=1, le=1_000_000)] = 1,
    done: str = "",
) -> Response:
    """A page of the list."""
    wanted, rater, blind = filter_of(request), visit_of(request).rater, is_blind(request)
    sessions = list(service_of(request).index.sessions().values())
    chosen = choose(sessions, wanted, rater, blind=blind)
    last = max((len(chosen) + PAGE - 1) // PAGE, 1)
    number = min(number, last)
    return page(
        request,
        "list.html.j2",
        shown=chosen[(number - 1) * PAGE : number * PAGE],
        amount=len(chosen),
        everything=len(sessions),
        number=number,
        last=last,
        wanted=wanted,
        offered=_offered(sessions, wanted, blind=blind),
        progress=progress_of(sessions, rater),
        narrowed=progress_of(chosen, rater) if wanted.query else None,
        done=bool(done),
    )


@router.get("/next")
def show_next(request: Request) -> Response:
    """Go to the first session of the filter that the rater has not rated.

    To the list when all are.
    """
    wanted, rater = filter_of(request), visit_of(request).rater
    chosen = choose(
        service_of(request).index.sessions().values(), wanted, rater, blind=is_blind(request)
    )
    key = next_unrated(chosen, "", rater)
    return redirect(request, f"/session/{key}?{wanted.query}" if key else after_the_last(wanted))


def after_the_last(wanted: Filter) -> str:
    """The list, which says that all is rated."""
    return "/?" + "&".join(part for part in (wanted.query, "done=1") if part)


@router.post("/visitor")
def change_visitor(
    request: Request,
    form_token: Annotated[str, Form()] = "",
    rater: Annotated[str | None, Form()] = None,
    blind: Annotated[str | None, Form()] = None,
    back: Annotated[str, Form()] = "/",
) -> Response:
    """Take the rater's name, or the wish to be blind."""
    check_form(request, form_token)
    visit = visit_of(request)
    if rater is not None:
        visit = replace(visit, rater=rater_name(rater))
    if blind is not None:
        visit = replace(visit, blind=blind == "on")
    return redirect(request, own_path(back), visit)


def _offered(
    sessions: Sequence[Session], wanted: Filter, *, blind: bool
) -> dict[str, list[tuple[str, str]]]:
    """What each filter can be set to: (value, words), with how many sessions it stands for."""
    counts = {
        name: Counter(str(getattr(session, name)) for session in sessions)
        for name in ("constellation", "site", "system")
    }
    statuses = Counter(session.status for session in sessions)
    offered = {
        name: [(value, f"{value} ({n})") for value, n in sorted(count.items()) if value]
        for name, count in counts.items()
    }
    if blind:
        offered["constellation"] = []
    offered["verdict"] = [
        (status, f"{status} ({statuses[status]})")
        for status in VERDICTS
        if statuses[status] or status == wanted.verdict
    ]
    offered["rated"] = list(RATED.items())
    return offered
