"""A proxy that answers for the web pages that are watched. `python pages.py PORT PAGES.json`.

It asks no other host; a page that it does not know is not there.
"""

import json
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Pages(BaseHTTPRequestHandler):
    """Says what a page says."""

    def do_GET(self) -> None:
        """Answer with the page of that whole address."""
        known = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
        lines = known.get(self.path)
        said = lines or ["Not found"]
        text = "".join(f"<p>{escape(each)}</p>\n" for each in said)
        page = f"<!doctype html><title>{escape(said[0])}</title>\n{text}".encode()
        self.send_response(200 if lines else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Pages).serve_forever()
