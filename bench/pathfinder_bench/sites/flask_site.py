"""The small applications that were written for the bench, as far as they are alike."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pathfinder_bench.sites.differences import Rows, differences, rows_of
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_DAYS = ("first", "data")
"""Where an application keeps its first data, and those of now."""


@dataclass(frozen=True)
class FlaskSite:
    """One that Flask serves from an SQLite file, whose first data `served/first.py` makes.

    folder: Of the application. program: In its `served`, without `.py`. data: What the file is
    called, without `.sqlite`; the program finds it by the variable of that name, `NAME_DATA`.
    questions: Sort of row -> the SQL that asks for all of it, as for `rows_of`. path: Of a page that
    answers once it is there.
    """

    folder: Path
    program: str
    data: str
    questions: Mapping[str, str]
    path: str = "/"

    def install(self, home: Path) -> None:
        """Install Flask and make the first data."""
        install_venv(home, packages_of(self.folder, "pip"))
        make_first(home, self.folder / "served/first.py", self._file)

    def reset(self, home: Path) -> None:
        """Bring the first data back."""
        bring_back(home / "first", home / "data")

    @contextmanager
    def start(self, home: Path, port: int) -> Iterator[str]:
        """Serve it."""
        program = self.folder / f"served/{self.program}.py"
        command = [str(venv_python(home)), str(program), str(port)]
        env = {f"{self.data.upper()}_DATA": str(home.absolute() / "data" / self._file)}
        with serving(command, port, path=self.path, env=env) as url:
            yield url

    def compared(self, home: Path) -> tuple[Rows, Rows]:
        """What the file held on its first day, and what is not as it was."""
        before, now = (rows_of(home / when / self._file, self.questions) for when in _DAYS)
        return before, differences(before, now)

    @property
    def _file(self) -> str:
        return f"{self.data}.sqlite"
