"""Actions beyond pressing and typing, done again from the scenario language in real Chromium."""

from user_at_browser import User

from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import site_from_url
from pathfinder.engine.playback.turn import Pace
from pathfinder.language.dsl import compile_script, read_text
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.quick import QuickBrowser

BOARD = """<label>From <input value="Oak lamp"></label><label>To <input></label>
<button draggable=true>Card</button><button id=z style="margin:99px">Done</button><h1 id=h>None</h1>
<p id=c>Your code is AB12</p>
<script>z.ondragover = e => e.preventDefault(); z.ondrop = () => h.textContent = 'Dropped'</script>"""
SCRIPT = """
navigate to "PAGE"
select text of "From" textbox
press "Control+C"
focus "To" textbox
press "Control+V"
expect field "To" is "Oak lamp"
select text "AB12" of element with id "c"
drag "Card" button onto "Done" button
expect text "Dropped" is present
"""


def test_text_is_copied_and_a_card_dragged_again(user: User) -> None:
    url = user.site.page(BOARD)
    scenario = compile_script(read_text(SCRIPT.replace("PAGE", url)))
    journal = MemoryJournal()
    pace = Pace(timeout=2.0, screenshots=False)
    quick = QuickBrowser(user.browser)
    site = site_from_url(f"http://{user.site.host}/")
    verdict = Replayer(scenario, site, quick, journal, pace).run()
    assert verdict.status == "passed", verdict
    assert user.browser.driver.execute_script("return String(getSelection())") in ("", "AB12")
