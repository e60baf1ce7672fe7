"""Builds a seed's first state: database, pictures with thumbnails, search index.

`python -m shop.build SEED [empty] [history]`.
"""

import sys

import django
from django.core.management import call_command
from django.test import Client


def build(seed: int, *, empty: bool, history: bool) -> None:
    """Make, fill and index the tables, and walk the shop once so that thumbnails exist.

    Raises:
        RuntimeError: The catalogue doesn't list what was put in.
    """
    from shop.history import add_history
    from shop.stock import fill

    call_command("migrate", run_syncdb=True, verbosity=0)
    fill(seed, empty=empty)
    if history:
        add_history()
    call_command("rebuild_index", interactive=False, verbosity=0)
    _walk(expected=0 if empty else None)


def _walk(expected: int | None) -> None:
    from oscar.core.loading import get_model
    from shop.goods import GOODS

    client = Client(SERVER_NAME="127.0.0.1")
    listed = client.get("/catalogue/").content.decode().count('class="product_pod"')
    wanted = len(GOODS) if expected is None else expected
    if listed != wanted:
        raise RuntimeError(
            f"the catalogue lists {listed} products and should list {wanted}; is the search index "
            "readable?"
        )
    for product in get_model("catalogue", "Product").objects.browsable():
        client.get(product.get_absolute_url())
    get_model("sessions", "Session").objects.all().delete()


if __name__ == "__main__":
    django.setup()
    build(int(sys.argv[1]), empty="empty" in sys.argv[2:], history="history" in sys.argv[2:])
