"""`pathfinder init`: five questions, and the first files of a tester."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pathfinder.core.beginning import Answers

_VARIABLE = "SITE_PASSWORD"


def init(
    url: Annotated[str, typer.Option(help="Where your site starts.", metavar="URL")] = "",
    name: Annotated[str, typer.Option(help="What to call it.", metavar="NAME")] = "",
    goal: Annotated[
        str, typer.Option(help="What its users come for, in your words.", metavar="WORDS")
    ] = "",
    language: Annotated[
        str, typer.Option(help="The language of its pages.", metavar="LANGUAGE")
    ] = "",
    user: Annotated[str, typer.Option(help="An account to test with.", metavar="USER")] = "",
    password_in: Annotated[
        str,
        typer.Option(help="The environment variable with its password.", metavar="VARIABLE"),
    ] = "",
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing; what is not said is left as it is.")
    ] = False,
    folder: Annotated[Path, typer.Option(help="Where to write.", metavar="FOLDER")] = Path(),
) -> None:
    """Write sites.yaml, a persona and a first suite for a site of yours.

    Asks five questions; nothing that is there is written over.
    """
    from pathfinder.core.beginning import Answers, first_files, suggested_name, write_files
    from pathfinder.core.errors import UsageError

    if yes and not url:
        raise UsageError("--yes: say where your site starts: --url URL")
    url = url or typer.prompt("Where does your site start (its address)?")
    given = Answers(
        url,
        name or suggested_name(url),
        goal or "find the contact page",
        language or "English",
        user,
        password_in or (_VARIABLE if user else ""),
    )
    answers = given if yes else _asked(given, name=name, goal=goal, language=language)
    beginning = first_files(answers, folder)
    write_files(beginning, folder)
    for path in beginning.files:
        typer.echo(f"wrote {path}")
    if beginning.added:
        typer.echo(f"added {answers.name} to {folder / 'sites.yaml'}")
    typer.echo(_next(answers))


def _asked(given: "Answers", *, name: str, goal: str, language: str) -> "Answers":
    """The answers that options did not give."""
    from dataclasses import replace

    called = name or typer.prompt("What shall it be called here?", default=given.name)
    wanted = goal or typer.prompt("What do its users come for?", default=given.goal)
    spoken = language or typer.prompt("Which language are its pages in?", default=given.language)
    user = given.user or typer.prompt(
        "An account to test with (empty: none)?", default="", show_default=False
    )
    variable = given.variable
    if user and not variable:
        variable = typer.prompt("Which variable holds its password?", default=_VARIABLE)
    return replace(given, name=called, goal=wanted, language=spoken, user=user, variable=variable)


def _next(answers: "Answers") -> str:
    """What to do next, to be pasted."""
    lines = [f"  export {answers.variable}=…"] if answers.variable else []
    lines += [
        f"  pathfinder test {answers.name} --model none",
        f'  pathfinder explore --goal "{answers.goal}" --site {answers.name}',
    ]
    return "\n".join(["", "Next:", *lines])
