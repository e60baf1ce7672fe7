"""The board's JSON API and its one page, on Flask. `BOARD_DATA=FILE python board.py PORT`."""

import json
import os
import sys
from datetime import date
from pathlib import Path
from threading import Lock

from flask import Flask, jsonify, request, send_file

app = Flask(__name__)
DATA = Path(os.environ["BOARD_DATA"])
lock = Lock()


class Refused(Exception):
    """What the board does not take."""


@app.errorhandler(Refused)
def refused(error):
    return jsonify(error=str(error)), 422


def read():
    return json.loads(DATA.read_text(encoding="utf-8"))


def write(board):
    beside = DATA.with_suffix(".new")
    beside.write_text(json.dumps(board, indent=1), encoding="utf-8")
    beside.replace(DATA)


def card_of(board, key):
    for card in board["cards"]:
        if card["id"] == key:
            return card
    raise Refused("This card is not there any more.")


def put(board, card, given):
    for name in ("title", "column", "assignee", "due", "description", "labels", "archived"):
        if name in given:
            card[name] = given[name]
    card["title"] = (card["title"] or "").strip()
    if not card["title"]:
        raise Refused("A card needs a title.")
    if card["column"] not in board["columns"]:
        raise Refused("There is no such column.")
    if card["assignee"] and card["assignee"] not in [one["name"] for one in board["team"]]:
        raise Refused("Nobody in the team has this name.")
    card["due"] = card["due"] or None
    if card["due"]:
        try:
            date.fromisoformat(card["due"])
        except ValueError:
            raise Refused("That is not a date.") from None


@app.get("/api/board")
def board():
    return jsonify(read())


@app.post("/api/cards")
def add():
    with lock:
        told = read()
        card = {
            "id": max((one["id"] for one in told["cards"]), default=0) + 1,
            "title": "",
            "column": "To do",
            "assignee": None,
            "due": None,
            "labels": [],
            "description": "",
            "archived": False,
            "steps": [],
            "notes": [],
        }
        put(told, card, request.get_json())
        told["cards"].append(card)
        write(told)
    return jsonify(card), 201


@app.patch("/api/cards/<int:key>")
def change(key):
    with lock:
        told = read()
        card = card_of(told, key)
        put(told, card, request.get_json())
        write(told)
    return jsonify(card)


@app.delete("/api/cards/<int:key>")
def remove(key):
    with lock:
        told = read()
        told["cards"].remove(card_of(told, key))
        write(told)
    return "", 204


@app.post("/api/cards/<int:key>/steps")
def add_step(key):
    with lock:
        told = read()
        card = card_of(told, key)
        text = request.get_json()["text"].strip()
        if not text:
            raise Refused("Write what is to be done.")
        card["steps"].append({"text": text, "done": False})
        write(told)
    return jsonify(card)


@app.put("/api/cards/<int:key>/steps/<int:number>")
def tick(key, number):
    with lock:
        told = read()
        card = card_of(told, key)
        card["steps"][number]["done"] = bool(request.get_json()["done"])
        write(told)
    return jsonify(card)


@app.post("/api/cards/<int:key>/notes")
def note(key):
    with lock:
        told = read()
        card = card_of(told, key)
        text = request.get_json()["text"].strip()
        if not text:
            raise Refused("An empty note says nothing.")
        card["notes"].append({"by": "Bea", "text": text})
        write(told)
    return jsonify(card)


@app.get("/")
def page():
    return send_file(Path(__file__).parent / "static/index.html")


@app.get("/vue.js")
def vue():
    return send_file(os.environ["VUE_FILE"], mimetype="text/javascript")


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
