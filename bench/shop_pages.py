"""Generated shop pages of a wanted number of DOM nodes, served on loopback."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_STYLE = """
body { font: 15px sans-serif; margin: 0 } header, footer { background: #eee; padding: 12px }
nav a { margin-right: 12px } .grid { display: flex; flex-wrap: wrap; gap: 12px; list-style: none; padding: 12px }
.card { width: 220px; border: 1px solid #ccc; padding: 10px } .price { font-weight: bold } .gone { display: none }
"""
_CARD = """
<li class="card"><article>
<a class="picture" href="/product/{n}"><img alt="" width="200" height="90"></a>
<h3><a href="/product/{n}">{name}</a></h3>
<p class="stars"><span aria-label="{stars} of 5 stars">{stars}</span> <small>({n})</small></p>
<p>Only <b class="price">£{price}.00</b> with <em>free returns</em></p>
<form action="/basket" method="post"><input type="hidden" name="product" value="{n}">
<label>Quantity <select name="quantity"><option>1<option>2<option>3</select></label>
<button type="submit" class="button primary">Add to basket</button></form>
<p class="gone">Out of stock</p>
</article></li>
"""
_NODES_A_CARD = 20
_NODES_AROUND = 36
_WOODS = ("Oak", "Pine", "Birch", "Walnut", "Ash", "Cherry", "Maple", "Elm")
_THINGS = (
    "lamp",
    "stool",
    "shelf",
    "bowl",
    "clock",
    "bench",
    "tray",
    "frame",
    "box",
    "desk",
    "chair",
)


def shop_page(nodes: int) -> str:
    """A catalogue page of about so many DOM nodes."""
    cards = [
        _card(number)
        for number in range(1, max(1, round((nodes - _NODES_AROUND) / _NODES_A_CARD)) + 1)
    ]
    links = "".join(
        f'<li><a href="/category/{thing}">{thing.title()}s</a></li>' for thing in _THINGS[:6]
    )
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Things of wood</title><style>{_STYLE}</style></head><body>
<header><a href="/">Woodshop</a><nav><ul>{links}</ul></nav>
<form role="search"><input type="search" name="q" aria-label="Search products"><button>Search</button></form>
<a class="basket_link" href="/basket"><span class="badge">2</span></a></header>
<main><h1>Things of wood</h1><p>{len(cards)} products</p><ul class="grid">{"".join(cards)}</ul></main>
<footer><p>Woodshop, 2 Mill Lane</p><a href="/help">Help</a></footer></body></html>"""


def _card(number: int) -> str:
    name = f"{_WOODS[number % len(_WOODS)]} {_THINGS[number % len(_THINGS)]} {number}"
    return _CARD.format(n=number, name=name, stars=1 + number % 5, price=10 + number * 7 % 90)


@contextmanager
def served(pages: dict[str, str]) -> Iterator[str]:
    """A loopback server of these pages by path; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
