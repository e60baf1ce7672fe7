"""`pathfinder compile`, `pathfinder decompile` and `pathfinder export`.

Scenarios from one form into another.
"""

from pathlib import Path
from typing import Annotated

import typer

FORMS = ("pytest-selenium", "playwright-python", "playwright-ts", "gherkin")
_Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="Write to this file instead of the terminal."),
]


def compile_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="a .dsl file; from a .json file its .dsl text is made"),
    ],
    out: _Out = None,
    inline: Annotated[
        bool,
        typer.Option(
            "--inline", help="Put the statements of included files in place of each include."
        ),
    ] = False,
) -> None:
    """Compile a scenario in words to JSON; from JSON, make the words again.

    Its mistakes are named with file, line, column and what was expected.
    """
    from pathfinder.language.dsl import compile_script, load_script, paper_text
    from pathfinder.language.dsl import inline as inlined

    if file.suffix == ".json":
        decompile(file, out)
        return
    script = load_script(file)
    compile_script(script, folder=file.parent)
    _put(paper_text(inlined(script, file.parent) if inline else script), out)


def decompile(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="JSON made by compile, a scenario.json, or the folder of a session"
        ),
    ],
    out: _Out = None,
) -> None:
    """Write a scenario that is JSON in words again."""
    from pathfinder.language.dsl import load_script, write_text

    _put(write_text(load_script(file)), out)


def export(
    scenario: Annotated[
        Path,
        typer.Argument(
            metavar="SCENARIO",
            help="a scenario.json, the folder of a session, a .dsl file, or its name",
        ),
    ],
    to: Annotated[str, typer.Option("--to", metavar="|".join(FORMS), help="What to make of it.")],
    out: _Out = None,
) -> None:
    """Make code of a scenario that runs without PathFinder.

    Secrets come from environment variables.
    """
    from pathfinder.core.settings import named_file
    from pathfinder.export import exported

    _put(exported(named_file(scenario, "scenarios", (".json", ".dsl")), to), out)


def _put(text: str, out: Path | None) -> None:
    from pathfinder.core.errors import UsageError

    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{out}: can't be written ({error.strerror}); choose another file with --out"
        ) from None
