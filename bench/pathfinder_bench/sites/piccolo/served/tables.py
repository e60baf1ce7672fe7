"""What the library keeps."""

import os
from enum import StrEnum
from pathlib import Path

from piccolo.columns import ForeignKey, Integer, Text, Varchar
from piccolo.columns.readable import Readable
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table

DB = SQLiteEngine(path=str(Path(os.environ["LIBRARY_HOME"]) / "data/library.sqlite3"))


class Sort(StrEnum):
    """What a toy is for."""

    board_game = "Board game"
    building = "Building"
    dressing_up = "Dressing up"
    outdoors = "Outdoors"
    puzzle = "Puzzle"


class State(StrEnum):
    """Where a toy is."""

    on_the_shelf = "On the shelf"
    lent = "Lent"
    in_repair = "In repair"


class Toy(Table, db=DB):
    """One that can be borrowed."""

    name = Varchar(required=True)
    sort = Varchar(choices=Sort, default=Sort.building)
    shelf = Varchar()
    pieces = Integer(default=1)
    state = Varchar(choices=State, default=State.on_the_shelf)
    note = Text()

    @classmethod
    def get_readable(cls):
        """What it is called elsewhere."""
        return Readable(template="%s", columns=[cls.name])


class Family(Table, db=DB):
    """Those who borrow."""

    name = Varchar(required=True)
    phone = Varchar()
    email = Varchar()

    @classmethod
    def get_readable(cls):
        """What it is called elsewhere."""
        return Readable(template="%s", columns=[cls.name])


class Loan(Table, db=DB):
    """What somebody has."""

    toy = ForeignKey(references=Toy, null=False)
    family = ForeignKey(references=Family, null=False)
    weeks = Integer(default=2)
