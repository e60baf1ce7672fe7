"""A list of notes: `python server.py PORT FILE`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs

FILE = Path(sys.argv[2])
PAGE = """<!doctype html><html lang="en"><title>Notes</title><main><h1>Notes</h1>{said}
<form method="post"><label>Note <input name="note"></label>
<label>Place <select name="place"><option>Kitchen</option><option>Garden</option></select></label>
<label><input type="checkbox" name="urgent"> Urgent</label><button>Add</button></form>
<ul>{notes}</ul><p>The garden gate's code is 4711.</p></main></html>"""
ROWS = """<!doctype html><title>Rows</title><form><table>
<tr><td>Monday</td><td>Soap</td><td><button id="first">Delete</button></td></tr>
<tr><td>Monday</td><td>Plants</td><td><button id="second">Delete</button></td></tr>
</table></form>"""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/rows":
            self.send(ROWS)
        else:
            self.show("")

    def do_POST(self):
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        note = sent.get("note", [""])[0].strip(".")
        if note:
            line = f"{note}, {sent['place'][0]}{', urgent' if 'urgent' in sent else ''}"
            FILE.write_text(json.dumps([*json.loads(FILE.read_text()), line]))
        self.show(f"<p>Added {note}.</p>" if note else "<p role=alert>A note needs words.</p>")

    def show(self, said):
        notes = "".join(f"<li>{note}</li>" for note in json.loads(FILE.read_text()))
        self.send(PAGE.format(said=said, notes=notes))

    def send(self, page):
        body = page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
