"""Pages of plain text, and the pictures."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from .pictures import picture
from .visit import Shop, Visit, found

PAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "about": (
        "About us",
        (
            "Fernhill began in 2011 as a market stall with three lamps and a stack of stoneware. "
            "Today we are eleven people in Bristol.",
            "We work with small workshops, visit each of them every year, and repair what we sell.",
        ),
    ),
    "delivery": (
        "Delivery & returns",
        (
            "Standard delivery takes 3 to 5 working days and costs £3.95. It is free for orders "
            "of £75 or more.",
            "Express delivery costs £7.95 and arrives the next working day. Click & collect is "
            "free.",
            "You can send anything back within 30 days, unused and in its packaging, for a full "
            "refund.",
        ),
    ),
    "terms": (
        "Terms & conditions",
        (
            "By placing an order you offer to buy the goods in your basket at the prices shown. "
            "We accept by sending a confirmation.",
            "Prices include VAT. We take payment when we dispatch the goods.",
        ),
    ),
    "privacy": (
        "Privacy & cookies",
        (
            "We keep what we need to deliver your order and nothing else. We do not sell data.",
            "One cookie keeps your basket, and another remembers whether you have seen our notice "
            "about it.",
        ),
    ),
}


def page(visit: Visit) -> Response:
    """A page of plain text."""
    if visit.path("page") not in PAGES:
        raise HTTPException(404)
    title, paragraphs = PAGES[visit.path("page")]
    return visit.page("info.html", title=title, paragraphs=paragraphs)


async def media(request: Request) -> Response:
    """The picture of a product."""
    shop: Shop = request.app.state.shop
    row = found(
        shop.store.row(
            "SELECT shape, palette FROM products WHERE slug = ?", request.path_params["slug"]
        )
    )
    return Response(
        picture(row["shape"], row["palette"]),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600"},
    )
