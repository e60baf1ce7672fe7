"""The first toys, families and loans. `python fill.py LIBRARY.json`."""

import json
import sys
from pathlib import Path

from piccolo.apps.user.tables import BaseUser
from piccolo.table import create_db_tables_sync
from piccolo_api.session_auth.tables import SessionsBase
from tables import Family, Loan, Toy


def fill(library):
    """Enter them all."""
    create_db_tables_sync(BaseUser, SessionsBase, Toy, Family, Loan)
    numbers = {}
    for name, sort, shelf, pieces, state in library["toys"]:
        toy = Toy(name=name, sort=sort, shelf=shelf, pieces=int(pieces), state=state)
        toy.save().run_sync()
        numbers[name] = toy.id
    for name, phone, email in library["families"]:
        family = Family(name=name, phone=phone, email=email)
        family.save().run_sync()
        numbers[name] = family.id
    for toy, family, weeks in library["loans"]:
        Loan(toy=numbers[toy], family=numbers[family], weeks=int(weeks)).save().run_sync()
    for name, first, last, password in library["helpers"]:
        BaseUser.create_user_sync(
            name,
            password,
            email=f"{first}.{last}@example.com".lower(),
            first_name=first,
            last_name=last,
            active=True,
            admin=True,
        )


fill(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
