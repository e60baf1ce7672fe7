"""What the paper's testers could not do, done by PinATA in real Chromium.

Passed where the page does it, failed where not.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pathfinder.core.case import CaseResult, CaseStep, TestCase
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import load_persona, site_from_url, userdata_folder
from pathfinder.engine.runner import RunContext
from pathfinder.systems.ata.pinata import PinataRunner
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.journals import lines
from tests.fakes.running import run_case
from tests.fakes.served_pages import served_pages

ALEX = load_persona(userdata_folder(), "alex")
_SAID = "<p id=out></p>"
_TOWNS = """<label>Town <input role=combobox aria-autocomplete=list aria-controls=towns></label><ul id=towns role=listbox hidden></ul>
<script>
const field = document.querySelector('input');
let letters = 0;
field.oninput = () => {
  letters++;
  towns.innerHTML = ['Bath', 'Bristol'].filter(t => t.startsWith(field.value)).map(t => `<li role=option>${t}</li>`).join('');
  towns.hidden = false;
};
towns.onclick = event => { field.value = event.target.textContent; towns.hidden = true;
  out.textContent = `Delivering to ${field.value} after ${letters} letters` };
</script>"""
_LAZY = """<ul id=list></ul><div id=end style='height:20px'></div><script>
const more = () => { for (let i = 0; i < 20; i++) {
  const item = list.appendChild(document.createElement('li'));
  item.style.height = '90px';
  item.textContent = `Item ${list.children.length}`;
} };
new IntersectionObserver(seen => { if (seen[0].isIntersecting && list.children.length < 40) more() }).observe(end);
</script>"""
PAGES = {
    "/tab": "<h1>Shop</h1><a href=/terms target=_blank>Read the terms</a>",
    "/same-tab": "<h1>Shop</h1><a href=/terms>Read the terms</a>",
    "/terms": "<h1>Terms</h1>",
    "/print": "<h1>Receipt</h1><button onclick='print()'>Print receipt</button>",
    "/no-print": "<h1>Receipt</h1><button onclick=\"out.textContent = 'Ready'\">Print "
    "receipt</button>" + _SAID,
    "/alert": "<h1>Price</h1><button onclick=\"alert('The price has changed'); out.textContent = "
    "'You saw it'\">Show price</button>" + _SAID,
    "/confirm": "<h1>List</h1><button onclick=\"out.textContent = confirm('Delete it?') ? "
    "'Deleted' : 'Kept'\">Delete</button>" + _SAID,
    "/prompt": "<h1>Name</h1><button onclick=\"out.textContent = 'Hello, ' + prompt('Your "
    "name?')\">Introduce</button>" + _SAID,
    "/towns": f"<h1>Delivery</h1>{_TOWNS}{_SAID}",
    "/popups": "<h1>Delivery</h1><label>Speed "
    "<select><option>Standard<option>Express</select></label>"
    "<label>Day of delivery <input type=date oninput='out.textContent = `On "
    "${this.value}`'></label>" + _SAID,
    "/small": "<h1>Basket</h1><p>Oak lamp <button aria-label='Remove Oak lamp' "
    "onclick=\"out.textContent = 'Removed'\" "
    "style='width:8px;height:8px;padding:0;border:0'></button></p>" + _SAID,
    "/lazy": f"<h1>Everything</h1>{_LAZY}",
    "/boxes": "<h1>Terms</h1><label><input type=checkbox checked onclick='out.textContent = "
    "`Touched`'> I agree</label>"
    '<button onclick="out.textContent = \'Saved\'">Save</button><button onclick="out.textContent '
    "= 'Lost'\">Reset</button>" + _SAID,
}
PRINT = ('Click the button "Print receipt".', 'The text "browser: print dialog" is shown.')
TERMS = (
    'Click the link "Read the terms".',
    'The text "browser: new tab" is shown. The heading "Terms" is shown.',
)
CASES = {
    "a second tab": ("/tab", TERMS),
    "print": ("/print", PRINT),
    "an alert": (
        "/alert",
        ('Click the button "Show price".', 'A dialog "The price has changed" is shown.'),
        ("Accept the dialog.", 'The text "You saw it" is shown.'),
    ),
    "a question": (
        "/confirm",
        ('Click the button "Delete".', 'A confirmation dialog "Delete it?" is shown.'),
        ("Dismiss the dialog.", 'The text "Kept" is shown.'),
    ),
    "a prompt": (
        "/prompt",
        ('Click the button "Introduce".', 'The prompt "Your name?" is shown.'),
        ('Enter "Kim" in the prompt and confirm.', 'The text "Hello, Kim" is shown.'),
    ),
    "letter by letter": (
        "/towns",
        ('Enter "Bri" in the field "Town".', 'The option "Bristol" is shown.'),
        (
            'Choose the option "Bristol".',
            'The text "Delivering to Bristol after 3 letters" is shown.',
        ),
    ),
    "native popups": (
        "/popups",
        ('Select "Express" in the list "Speed".', 'The list "Speed" shows "Express".'),
        (
            'Enter "2030-05-04" in the field "Day of delivery".',
            'The text "On 2030-05-04" is shown.',
        ),
    ),
    "a small element": (
        "/small",
        ('Click the button "Remove Oak lamp".', 'The text "Removed" is shown.'),
    ),
    "the bottom": ("/lazy", ("Scroll to the bottom of the page.", 'The text "Item 40" is shown.')),
    "what loads below": ("/lazy", ("Look at the list.", 'The text "Item 40" is shown.')),
}
FAILURES = {
    "a second tab": ("/same-tab", TERMS),
    "print": ("/no-print", PRINT),
    "an alert": ("/no-print", (PRINT[0], 'A dialog "Ready to print" is shown.')),
    "the bottom": ("/lazy", ("Scroll to the bottom of the page.", 'The text "Item 41" is shown.')),
}


@pytest.fixture(scope="module")
def root() -> Iterator[str]:
    with served_pages(PAGES) as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"], vault=ALEX.vault)
    yield chromium
    chromium.close()


def run(
    browser: WebDriverBrowser,
    url: str,
    *steps: tuple[str, str],
    journal: MemoryJournal | None = None,
) -> CaseResult:
    browser.forget()
    case = TestCase("a case", tuple(CaseStep(text, expected) for text, expected in steps))
    context = RunContext(
        browser, journal or MemoryJournal(), {}, replace(site_from_url(url), safe=False), ALEX
    )
    return run_case(PinataRunner(), case, context)


@pytest.mark.parametrize("limit", CASES)
def test_a_limit_of_the_papers_testers_is_none(
    browser: WebDriverBrowser, root: str, limit: str
) -> None:
    path, *steps = CASES[limit]
    result = run(browser, f"{root}{path[1:]}", *steps)
    assert result.verdict.status == "passed", result.verdict.reason
    assert {step.by for step in result.results} == {"rule"}


@pytest.mark.parametrize("limit", FAILURES)
def test_what_the_page_does_not_do_fails(browser: WebDriverBrowser, root: str, limit: str) -> None:
    path, *steps = FAILURES[limit]
    result = run(browser, f"{root}{path[1:]}", *steps)
    last = result.results[-1]
    assert (result.verdict.status, last.number, last.part) == ("failed", 1, "assertion"), (
        result.verdict.reason
    )


def test_no_action_is_done_that_nobody_asked_for(browser: WebDriverBrowser, root: str) -> None:
    journal = MemoryJournal()
    steps = (
        ("Look at the page.", 'The button "Save" is shown. The box "I agree" is checked.'),
        (
            "Look at the page.",
            'The box "I agree" is checked. The text "Touched" is not shown.',
        ),
        ('Click the button "Save".', 'The text "Saved" is shown.'),
    )
    result = run(browser, f"{root}boxes", *steps, journal=journal)
    assert result.verdict.status == "passed", result.verdict.reason
    acts = [
        (event["step"], event["action"]["kind"], event["element"]["name"])
        for event in lines(journal)
        if event["event"] == "act"
    ]
    assert acts == [(3, "click", "Save")]
