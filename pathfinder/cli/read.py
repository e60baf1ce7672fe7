"""`pathfinder read`: what a suite's sentences say, as statements in a file beside it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.options import MODEL_TIMEOUT, ModelTimeout, UserData

if TYPE_CHECKING:
    from pathfinder.agents.models.base import Model
    from pathfinder.suites.readings import Readings

NO_MODEL = "none"


def read(
    suite: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, or names in userdata/suites.",
            metavar="SUITE…",
            show_default=False,
        ),
    ],
    model: Annotated[
        str,
        typer.Option(help="Who reads; none: nobody.", metavar="NAME", show_default="as explore"),
    ] = "",
    model_timeout: ModelTimeout = MODEL_TIMEOUT,
    again: Annotated[
        bool, typer.Option("--again", help="Read anew what a model has read.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(help="Also write a page, sentences beside statements.", metavar="FILE"),
    ] = None,
    userdata: UserData = None,
) -> int:
    """Write what each sentence of a suite says to SUITE.read.yaml, to be looked over and committed.

    What stands there is not read again. Exit code 1 when a sentence stays unread.
    """
    from pathfinder.core.errors import UsageError
    from pathfinder.core.settings import userdata_folder
    from pathfinder.suites.read import find_suites

    paths = find_suites(suite, userdata_folder(userdata))
    if html and len(paths) > 1:
        raise UsageError("--html: a page is for one suite; name one")
    reader = None if model == NO_MODEL else _reader(model, model_timeout)
    unread = 0
    for path in paths:
        readings = _read(path, reader, again=again, html=html)
        unread += len(readings.group("unread"))
    return 1 if unread else 0


def _reader(name: str, timeout: float) -> "Model":
    from pathfinder.agents.models import default_model_name, open_model
    from pathfinder.agents.models.base import ModelOptions

    return open_model(name or default_model_name(), options=ModelOptions(timeout=timeout))


def _read(path: Path, model: "Model | None", *, again: bool, html: Path | None) -> "Readings":
    from pathfinder.cli.terminal import Console
    from pathfinder.core.shorten import counted
    from pathfinder.suites.read import read_suite
    from pathfinder.suites.readings import (
        GROUPS,
        load_readings,
        read_sentences,
        readings_file,
        sentences_of,
        write_page,
        write_readings,
    )

    console = Console(soft_wrap=True)
    file = readings_file(path)
    found = read_sentences(
        list(sentences_of(read_suite(path))),
        load_readings(file),
        model,
        again=again,
        told=lambda one: console.print(
            "\n".join((one.sentence, *(f"    {line}" for line in one.lines or (one.unread,)))),
            markup=False,
            highlight=False,
        ),
    )
    write_readings(found, file, suite=path.name)
    if html:
        write_page(found, html, title=path.name)
    told = ", ".join(f"{len(found.group(name))} {name}" for name in reversed(GROUPS))
    console.print(
        f"{file}: {counted(len(found.readings), 'sentence')}, {told}", markup=False, highlight=False
    )
    return found
