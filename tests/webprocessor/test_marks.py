"""Numbers drawn on a screenshot.

On the picture alone, apart from each other, small elements included.
"""

import io

from PIL import Image, ImageChops

from pathfinder.webprocessor.element import Box, Element, Scene
from pathfinder.webprocessor.marks import draw_marks


def page(*boxes, viewport=(400, 300), layer=""):
    elements = tuple(
        Element(
            "button",
            "button",
            f"b{number}",
            uid=f"b{number}",
            box=Box(*box),
            actionable=True,
            layer=layer,
        )
        for number, box in enumerate(boxes, 1)
    )
    return Scene("http://x/", "x", "x", elements, (), viewport=viewport)


def blank(size=(400, 300)):
    out = io.BytesIO()
    Image.new("RGB", size, "white").save(out, "PNG")
    return out.getvalue()


def labels(png, size=(400, 300)):
    """The areas that are filled with a colour, as boxes."""
    drawn = ImageChops.difference(
        Image.open(io.BytesIO(png)).convert("RGB"), Image.new("RGB", size, "white")
    )
    return drawn.getbbox()


def test_each_number_stands_for_an_element_that_can_be_seen():
    marked = draw_marks(blank(), page((10, 40, 80, 20), (10, 90, 80, 20), (10, 900, 80, 20)))
    assert marked.uids == {1: "b1", 2: "b2"}
    assert labels(marked.png)


def test_labels_of_crowded_tiny_elements_do_not_cover_each_other():
    marked = draw_marks(blank(), page(*[(100 + 5 * n, 100, 4, 4) for n in range(8)]))
    assert len(marked.uids) == 8
    assert len(marked.labels) == 8
    boxes = list(marked.labels.values())
    apart = [
        one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        for n, one in enumerate(boxes)
        for two in boxes[:n]
    ]
    assert all(apart)


def test_a_picture_of_a_phone_is_marked_at_its_own_scale():
    marked = draw_marks(blank((800, 600)), page((300, 200, 50, 40)))
    assert labels(marked.png, (800, 600))[2] > 600


def test_what_a_dialog_covers_has_no_number():
    assert draw_marks(blank(), page((10, 40, 80, 20), layer="covered")).uids == {}
