"""The page of one session: the report's own three columns, and the panel to rate it."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from pathfinder.core.errors import UsageError
from pathfinder.core.events import Rated
from pathfinder.core.journal import read_journal
from pathfinder.core.ratings import LABELS, WITHDRAWN, add_rating
from pathfinder.core.verdict import CLAIMS
from pathfinder.report.html import page_values, render, screenshots, script_hash
from pathfinder.report.images import Picture
from pathfinder.report.story import Story, read_story
from pathfinder.serve.blind import blinded
from pathfinder.serve.filters import choose, neighbours, next_unrated
from pathfinder.serve.listing import after_the_last, progress_of
from pathfinder.serve.pages import (
    check_form,
    filter_of,
    find,
    is_blind,
    page,
    redirect,
    service_of,
    visit_of,
)
from pathfinder.serve.summary import Session

router = APIRouter()
_PICTURES = {
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
}
_LONGEST_COMMENT = 4000


def fitting_labels(session: Session) -> tuple[str, ...]:
    """The labels that a session can get.

    TP and FP are for those that said success, or that it is likely, TN and FN for all others.
    """
    return ("TP", "FP") if session.verdict in CLAIMS else ("TN", "FN")


@router.get("/session/{key}")
def show_session(request: Request, key: str, after: str = "") -> Response:
    """A session with its rating panel; a running one has none yet."""
    session, wanted, rater, blind = (
        find(request, key),
        filter_of(request),
        visit_of(request).rater,
        is_blind(request),
    )
    story = _story(session, blind=blind)
    chosen = choose(service_of(request).index.sessions().values(), wanted, rater, blind=blind)
    before = service_of(request).index.sessions().get(after)
    pictures = {
        name: Picture(f"shot{n}", f"/session/{key}/{name}")
        for n, name in enumerate(screenshots(story), 1)
        if _picture(session, name)
    }
    own = session.ratings.by_rater.get(rater)
    return page(
        request,
        "session.html.j2",
        more=page_values(story, key if blind else session.name, pictures),
        session=session,
        wanted=wanted,
        place=neighbours(chosen, key),
        progress=progress_of(chosen, rater),
        own=own,
        others=[
            rating for rating in session.ratings.by_rater.values() if own and rating.rater != rater
        ],
        fitting=fitting_labels(session),
        before=before if before and before.key != key else None,
    )


@router.post("/session/{key}/rating")
def rate(
    request: Request,
    key: str,
    label: Annotated[str, Form()],
    form_token: Annotated[str, Form()] = "",
    comment: Annotated[str, Form()] = "",
) -> Response:
    """Write the rating down, then go to the next session of the filter that is not rated."""
    check_form(request, form_token)
    session, wanted, rater = find(request, key), filter_of(request), visit_of(request).rater
    label = WITHDRAWN if label == "withdraw" else label
    _check_rating(session, rater, label)
    add_rating(
        session.folder,
        Rated(
            rater=rater,
            label=label,
            comment=comment.strip()[:_LONGEST_COMMENT],
            blind=is_blind(request),
        ),
    )
    find(request, key)  # so that every listing knows of it
    if label == WITHDRAWN:
        return redirect(request, f"/session/{key}?{wanted.query}")
    around = choose(
        service_of(request).index.sessions().values(),
        wanted.whoever_rated,
        rater,
        blind=is_blind(request),
    )
    following = next_unrated(
        [s for s in around if s.key == key or wanted.passes(s, rater)], key, rater
    )
    query = "&".join(part for part in (wanted.query, f"after={key}") if part)
    return redirect(
        request, f"/session/{following}?{query}" if following else after_the_last(wanted)
    )


@router.get("/session/{key}/report.html")
def show_report(request: Request, key: str) -> Response:
    """The report as one file, to keep; in blind mode without the models."""
    session = find(request, key)
    text = render(_story(session, blind=is_blind(request)), session.folder)
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; script-src "
        f"'sha256-{script_hash()}'; img-src data:; frame-ancestors 'none'"
    )
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


@router.get("/session/{key}/screenshots/{name}")
def show_screenshot(request: Request, key: str, name: str) -> Response:
    """A screenshot as it lies in the session's folder."""
    found = _picture(find(request, key), f"screenshots/{name}")
    if found is None:
        raise HTTPException(404, "There is no such screenshot.")
    return FileResponse(
        found,
        media_type=_PICTURES[found.suffix.lower()],
        headers={"Cache-Control": "private, max-age=86400"},
    )


def _check_rating(session: Session, rater: str, label: str) -> None:
    if not rater:
        raise HTTPException(
            400, "Say who rates: type your name on the list of sessions, then rate."
        )
    if session.running:
        raise HTTPException(409, "This session is still running; rate it when it has ended.")
    if label != WITHDRAWN and label not in LABELS:
        raise HTTPException(400, f"There is no label {label!r}; choose from {', '.join(LABELS)}.")
    if label != WITHDRAWN and label not in fitting_labels(session):
        claim = "said" if session.verdict in CLAIMS else "did not say"
        raise HTTPException(
            400,
            f"This session {claim} success: it can only be {' or '.join(fitting_labels(session))}.",
        )


def _story(session: Session, *, blind: bool) -> Story:
    try:
        events = read_journal(session.folder)
    except UsageError as error:
        raise HTTPException(
            500,
            f"The journal can't be read: {str(error).replace(str(session.folder), session.key)}",
        ) from None
    return read_story(blinded(events, session.key) if blind else events)


def _picture(session: Session, name: str) -> Path | None:
    """The file of a screenshot.

    None when it is missing, no picture, or outside the session's screenshots.
    """
    path = session.folder / name
    inside = path.resolve().is_relative_to((session.folder / "screenshots").resolve())
    return path if inside and path.suffix.lower() in _PICTURES and path.is_file() else None
