"""The house's first rooms, guests, bookings and expenses, in HotelDruid's tables."""

import hashlib
import sqlite3
from datetime import date
from typing import Any

YEAR, TODAY = 2027, "2027-02-15 09:00:00"
COLUMNS = {
    "appartamenti": "idappartamenti, maxoccupanti, numpiano, numcasa, commento",
    "clienti": "idclienti, cognome, nome, email, email2, email3, telefono, telefono2, telefono3,"
    " citta, via, commento",
    f"prenota{YEAR}": "idprenota, idclienti, idappartamenti, iddatainizio, iddatafine,"
    " num_persone, tariffa, commento",
    f"costi{YEAR}": "idcosti, nome_costo, val_costo, tipo_costo",
}
_WHO, _PASSWORD, _SALT = "philippa", "Windfall-and-must-37", "nosecretsonloopback1"


def night(day: str) -> int:
    """The number of the night that begins on a day."""
    return (date.fromisoformat(day) - date(YEAR, 1, 1)).days + 1


def fill(database: sqlite3.Connection, house: dict[str, Any]) -> None:
    """Enter the house's own account, rates, rooms, guests, bookings and expenses."""
    password = _PASSWORD
    for turn in range(15):
        password = hashlib.md5(f"{password}{_SALT[: 20 - turn]}".encode()).hexdigest()
    account = (_WHO, password, _SALT)
    database.execute("update utenti set nome_utente=?, password=?, salt=?, tipo_pass='5'", account)
    rates, rooms = house["rates"], house["rooms"]
    names = f"update ntariffe{YEAR} set nomecostoagg='{len(rates)}'"
    database.execute(f"{names} where idntariffe=1")
    for number, (rate, price) in enumerate(rates.items(), 1):
        database.execute(f"update ntariffe{YEAR} set tariffa{number}=? where idntariffe=1", (rate,))
        database.execute(f"update periodi{YEAR} set tariffa{number}=?", (int(price),))
    database.execute("delete from appartamenti")
    for room, (floor, people, about) in rooms.items():
        _add(database, "appartamenti", room, int(people), floor, "", about)
    numbers: dict[tuple[str, str], int] = {}
    for number, (family, given, phone, email, place, street) in enumerate(house["guests"], 1):
        numbers[family, given] = number
        _add(
            database,
            "clienti",
            number,
            family,
            given,
            email,
            "",
            "",
            phone,
            "",
            "",
            place,
            street,
            "",
        )
    database.execute(f"update clienti set datainserimento='{TODAY}', utente_inserimento=1")
    database.execute("update clienti set max_num_ordine=1, idclienti_compagni=','")
    for number, booking in enumerate(house["bookings"], 1):
        family, given, room, first, last, people, rate = booking
        begin, end, price = night(first), night(last) - 1, int(rates[rate])
        whole = price * (end - begin + 1)
        known = (numbers[family, given], room, begin, end, int(people), f"{rate}#@&{whole}", "")
        _add(database, f"prenota{YEAR}", number, *known)
        nightly = ",".join([str(price)] * (end - begin + 1))
        database.execute(
            f"update prenota{YEAR} set tariffesettimanali=?, tariffa_tot=? where idprenota=?",
            (nightly, whole, number),
        )
    database.execute(
        f"update prenota{YEAR} set assegnazioneapp='k', conferma='S', codice='f1x' || idprenota,"
        f" datainserimento='{TODAY}', utente_inserimento=1"
    )
    counted = (len(house["bookings"]) + 1,)
    database.execute(f"update costiprenota{YEAR} set numlimite=? where idcostiprenota=1", counted)
    for number, (purpose, amount, when) in enumerate(house["expenses"], 1):
        _add(database, f"costi{YEAR}", number, purpose, float(amount), "s")
        database.execute(
            f"update costi{YEAR} set datainserimento=?, utente_inserimento=1 where idcosti=?",
            (when, number),
        )


def _add(database: sqlite3.Connection, table: str, *values: object) -> None:
    marks = ", ".join("?" * len(values))
    database.execute(f"insert into {table} ({COLUMNS[table]}) values ({marks})", values)
