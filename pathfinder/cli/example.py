"""`pathfinder example`.

Sessions that were run for you, to try the tables, the rating page and the linguistics without a
model.
"""

from pathlib import Path
from typing import Annotated

import typer


def example(
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="A new folder.")] = Path(
        "example-runs"
    ),
) -> None:
    """Unpack real sessions of small models, and say what to try with them."""
    from pathfinder.analysis.example import about_example, unpacked_example
    from pathfinder.analysis.sessions import session_folders

    sessions = session_folders([unpacked_example(folder)])
    ended = next(session for session in sessions if (session / "verdict.json").is_file())
    tries = (
        f"table {folder} --labels --published",
        f"analyze linguistics {folder}",
        f"report {ended}",
        f"serve {folder}",
    )
    typer.echo(
        "\n".join(
            [
                f"{folder}: {len(sessions)} journals",
                "",
                about_example(),
                "",
                "Try:",
                *(f"  pathfinder {words}" for words in tries),
            ]
        )
    )
