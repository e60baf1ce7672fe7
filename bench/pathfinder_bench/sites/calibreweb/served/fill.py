"""The library's first data: books in a Calibre library, and a reader. `python fill.py DATA`."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import calibreweb

data, sys.argv = Path(sys.argv[1]), sys.argv[:1]
sys.path.insert(0, str(Path(calibreweb.__file__).parent))

from cps import db  # noqa: E402
from sqlalchemy import Float, create_engine  # noqa: E402
from werkzeug.security import generate_password_hash  # noqa: E402

BOOKS = (
    ("The Second Tide", "Mara Ellison", "Coast", 2.0, "Sea", "Saltmarsh Press"),
    ("The Frist Tide", "Mara Ellison", "Coast", 1.0, "Sea", "Saltmarsh Press"),
    ("A Winter of Bees", "Tomas Okoro", None, 1.0, "Nature", "Field House"),
    ("Letters to a Lighthouse", "Ida Brandt", None, 1.0, "Sea", "Harbour Books"),
    ("Bread by Night", "Samir Haddad", None, 1.0, "Cooking", "Field House"),
    ("The Long Orchard", "Ida Brandt", None, 1.0, "Nature", "Harbour Books"),
)
ADMIN, DOWNLOAD, EDIT, PASSWORD, SHELVES, VIEWER = 1, 2, 8, 16, 64, 256
ROLE = ADMIN | DOWNLOAD | EDIT | PASSWORD | SHELVES | VIEWER


def number(library, table, name, column="name", **more):
    """The id of an author, series, … of that name, made where it is not there."""
    found = library.execute(f"select id from {table} where {column} = ?", (name,)).fetchone()
    if found:
        return found[0]
    values = {column: name, **more}
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    line = f"insert into {table} ({names}) values ({marks})"
    return library.execute(line, tuple(values.values())).lastrowid


def add(library, root, title, author, series, place, tag, publisher):
    """A book with its file."""
    last_first = ", ".join(reversed(author.rsplit(" ", 1)))
    book = library.execute(
        "insert into books (title, sort, author_sort, timestamp, pubdate, series_index, "
        "last_modified, path, has_cover, uuid) values (?, ?, ?, ?, ?, ?, ?, '', 0, ?)",
        (
            title,
            title.removeprefix("The ").removeprefix("A "),
            last_first,
            "2024-03-01 10:00:00+00:00",
            "2019-05-01 00:00:00+00:00",
            place,
            "2024-03-01 10:00:00+00:00",
            str(uuid4()),
        ),
    ).lastrowid
    path = f"{author}/{title} ({book})"
    library.execute("update books set path = ? where id = ?", (path, book))
    links = {
        "author": number(library, "authors", author, sort=last_first, link=""),
        "tag": number(library, "tags", tag),
        "publisher": number(library, "publishers", publisher, sort=publisher),
        "lang_code": number(library, "languages", "eng", "lang_code"),
    }
    if series:
        links["series"] = number(library, "series", series, sort=series)
    tables = {"lang_code": "languages", "series": "series"}
    for column, value in links.items():
        table = f"books_{tables.get(column, column + 's')}_link"
        library.execute(f"insert into {table} (book, {column}) values (?, ?)", (book, value))
    name = f"{title} - {author}"
    (root / path).mkdir(parents=True)
    words = f"{title}\n\n{author}\n\nOnce there was a book that somebody read.\n"
    (root / path / f"{name}.txt").write_text(words, encoding="utf-8")
    library.execute(
        "insert into data (book, format, uncompressed_size, name) values (?, 'TXT', ?, ?)",
        (book, len(words), name),
    )


def main() -> None:
    """Make the library, and tell the application of it and of its reader."""
    root = data / "library"
    root.mkdir()
    db.Books.__table__.c.series_index.type = Float()  # as Calibre itself makes it
    place = create_engine(f"sqlite:///{root / 'metadata.db'}")
    with place.connect().execution_options(schema_translate_map={"calibre": None}) as tables:
        db.Base.metadata.create_all(tables)
        tables.commit()
    with closing(sqlite3.connect(root / "metadata.db")) as library:
        key = str(uuid4())
        library.execute("insert into library_id (uuid) values (?)", (key,))
        for about in BOOKS:
            add(library, root, *about)
        library.commit()
    with closing(sqlite3.connect(data / "app.db")) as app:
        app.execute("update settings set config_calibre_dir = ?", (str(root),))
        app.execute("update settings set config_calibre_uuid = ?", (key,))
        columns = [row[1] for row in app.execute("pragma table_info(user)") if row[1] != "id"]
        names = ", ".join(columns)
        row = dict(
            zip(
                columns,
                app.execute(f"select {names} from user where name = 'admin'").fetchone(),
                strict=True,
            )
        )
        row |= {
            "name": "nina",
            "email": "nina.holm@example.com",
            "role": ROLE,
            "password": generate_password_hash("Bookworm-and-tea-8"),
        }
        marks = ", ".join("?" * len(columns))
        app.execute(f"insert into user ({names}) values ({marks})", tuple(row.values()))
        app.commit()


main()
