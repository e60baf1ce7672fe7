"""Screenshots show no secret."""

import io
from itertools import pairwise

from PIL import Image
from user_at_browser import Site, User

FIELDS = """<style>body{margin:0} input{position:absolute;left:0;width:300px;height:40px;font-size:30px;border:0;padding:0}</style>
<input style="top:0" value="WWWWWWWWWW" aria-label=Name><input style="top:50px" type=password value="WWWWWWWWWW" aria-label=Password>
<input style="top:100px" autocomplete=cc-number value="4111111111111" aria-label=Number>
<label>Card security code <input style="top:150px" value="99999"></label><input style="top:200px" type=password aria-label=Empty>"""


def sharpest(image: Image.Image, top: int) -> int:
    """The largest step in brightness between neighbours in a field: glyphs have sharp edges."""
    row = image.crop((2, top + 4, 200, top + 36)).convert("L")
    return max(abs(left - right) for left, right in pairwise(row.tobytes()))


def test_password_and_card_fields_are_blurred_and_others_are_not(user: User) -> None:
    user.visit(FIELDS)
    html = user.browser.driver.execute_script("return document.documentElement.outerHTML")
    image = Image.open(io.BytesIO(user.browser.screenshot()))
    assert image.size == (1280, 900)
    assert sharpest(image, 0) > 150
    assert [sharpest(image, top) < 60 for top in (50, 100, 150)] == [True, True, True]
    assert user.browser.driver.execute_script("return document.documentElement.outerHTML") == html


SHOWN = """<style>body{margin:0} body>*{position:absolute;left:0;width:300px;height:40px;font:30px monospace;border:0;margin:0;padding:0}
</style>
<input style="top:0" value="correct-horse-9" aria-label=Shown><p style="top:50px">correct-horse-9</p><p style="top:100px">wrong-horses-8</p>
<p style="top:150px"><b>correct</b><b>horse</b><b>9</b></p><input style="top:200px" value="737" aria-label=Code>
<textarea style="top:250px">CORRECT-HORSE-9</textarea><p style="top:300px">Room 12 of 73</p>"""


def test_a_secret_is_blurred_wherever_it_is_shown(user: User) -> None:
    user.visit(SHOWN)
    image = Image.open(io.BytesIO(user.browser.screenshot()))
    blurred = [sharpest(image, top) < 60 for top in (0, 50, 100, 150, 200, 250, 300)]
    assert blurred == [True, True, False, True, True, True, False]


DRAWN = """<style>body{margin:0} body>*{position:absolute;left:0;width:300px;height:40px;font:30px monospace;border:0;margin:0;padding:0}
p::before{content:attr(data-x)} ::placeholder{color:black;opacity:1}</style>
<input style="top:0" placeholder="correct-horse-9" aria-label=Hint><p style="top:50px" data-x="correct-horse-9"></p>
<select style="top:100px" size=2 aria-label=List><option>correct-horse-9<option>b</select>
<img style="top:150px" alt="correct-horse-9" src="/nowhere.png"><iframe style="top:200px" sandbox srcdoc="<style>*{margin:0;font:30px monospace}
</style><p>correct-horse-9"></iframe><iframe style="top:250px" src="FOREIGN"></iframe>
<p style="top:300px" data-x="wrong-horses-8"></p>"""
CARD = """<style>*{margin:0;padding:0;border:0;font:30px monospace}</style><input autocomplete=cc-number value=4111111111111>"""


def test_what_is_no_text_of_the_page_itself_shows_no_secret(user: User, other_site: Site) -> None:
    user.visit(DRAWN.replace("FOREIGN", other_site.page(CARD)))
    image = Image.open(io.BytesIO(user.browser.screenshot()))
    blurred = [sharpest(image, top) < 60 for top in (0, 50, 100, 150, 200, 250, 300)]
    assert blurred == [*[True] * 6, False]
