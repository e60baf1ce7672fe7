"""Exported scenarios: what they say, and that they run on the demo shop without PathFinder."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.scenario import Locator, Remembered, Scenario, Step, Target
from pathfinder.core.settings import DEFAULTS, load_persona
from pathfinder.export import FORMS, exported
from pathfinder_demoshop.serve import running_shop
from tests.fakes.served_pages import served_pages

FOLDER = DEFAULTS / "userdata/scenarios"
SCENARIOS = sorted(FOLDER.glob("*.dsl"))
EVERYTHING = """
scenario "Everything"
site "demo"
# Blocks, dialogs, variables.
set word to "lamp"
set total to text of element with css selector ".total"
evaluate "return 1 + 1" as two
repeat 2 times
  press "Tab"
end
if "Close" button is visible
  click "Close" button
else
  go back
  reload
end
if text "{{word}}" is absent
  scroll "bottom"
end
click element with text "Delete"
accept dialog
answer dialog with "Alex"
double click element with test id "row"
hover over "Menu" button
focus "Town" textbox
select text of "Town" textbox
select text "AB12" of element with id "code"
drag "Card" button onto "Done" button
check "Terms"
uncheck element with id "news"
upload "a.png" to "Picture"
press "Control+A" in "Search"
select "Blue" in element with name "colour"
fill textbox with placeholder "Say \\"hi\\"" as "{{word}} {{total}} {{persona.account.password}}!"
click element with aria-label "Close"
click element with xpath "//a[1]"
scroll to "Total" heading
wait 0.5 seconds
wait until "Spinner" img is hidden
assert "Total" heading contains "£5"
assert field "City" is "Leeds"
assert URL is "http://x/"
assert title contains "Shop"
assert title matches "^Shop"
assert element "Basket" is present
assert element "Basket" is absent
click "Go" link
  expect URL contains "/go"
"""


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    path = tmp_path / "everything.dsl"
    path.write_text(EVERYTHING.strip() + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_python_code_parses(path, form):
    assert ast.parse(exported(path, form))


@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
def test_every_statement_has_its_code(everything, form):
    code = exported(everything, form)
    ast.parse(code)
    assert "not exported" not in code
    assert 'the_word + " " + the_total + " " + os.environ["PERSONA_ACCOUNT_PASSWORD"] + "!"' in code
    assert "for _ in range(2):" in code


END = '\'"""\\" + evil() + "\r\n\u2028evil()\n"""; evil(); //'


@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python", "playwright-ts"])
def test_no_text_of_a_scenario_becomes_code(form, tmp_path):
    """Whatever a file says that somebody else has made, its words stay words."""
    there = Target(locators=(Locator(by="role", value=END, name=END),))
    steps = (
        Step(kind="set", name=f"x = evil()\n{END}", value=END),
        Step(kind="evaluate", name="y = evil()", value=END),
        Step(kind="press", value=f"evil()+{END}"),
        Step(kind="answer dialog", value="accept(evil())"),
        Step(kind="assert", target=there, value="visible(evil())"),
        Step(kind="fill", target=there, value=END, expect=(f"text present {END}", END)),
    )
    scenario = Scenario(name=END, goal=END, url=f'http://x/"); evil(); ("{END}', steps=steps)
    (path := tmp_path / "scenario.json").write_text(scenario.to_json(), encoding="utf-8")
    code = exported(path, form)
    if form != "playwright-ts":
        assert not [node for node in ast.walk(ast.parse(code)) if getattr(node, "id", "") == "evil"]
    text = r'"(?:[^"\\\r\n]|\\.)*"'
    remark = r"//[^\r\n\u2028\u2029]*" if form == "playwright-ts" else r'#.*|"""[\s\S]*?(?<!\\)"""'
    assert not re.search(r"\bevil\(|\.evil\b", re.sub(f"{remark}|{text}", "", code))


def test_a_comment_stays_one_whatever_ends_its_lines(tmp_path):
    path = tmp_path / "it.dsl"
    text = 'scenario "It"\nnavigate to "/"\n# a\u2028evil()\n'
    path.write_text(text, encoding="utf-8")
    lines = exported(path, "playwright-ts").splitlines()
    assert [line.strip() for line in lines if "evil" in line] == ["// evil()"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", SCENARIOS[:3], ids=lambda path: path.stem)
def test_no_secret_is_written_down(path, form):
    persona = load_persona(DEFAULTS / "userdata", "newcomer" if "guest" in path.stem else "alex")
    text = exported(path, form)
    assert [
        key
        for key in persona.secret
        if len(persona.values[key]) > 3 and persona.values[key] in text
    ] == []


def test_a_dialog_is_answered_by_what_is_set_up_before_it_opens(everything):
    code = exported(everything, "playwright-python").splitlines()
    answers = next(index for index, line in enumerate(code) if "dialog.accept()" in line)
    assert 'get_by_text("Delete")' in code[answers + 1]


def test_gherkin_tells_doing_from_checking():
    lines = [
        line.strip() for line in exported(FOLDER / "ts04-edit-basket.dsl", "gherkin").splitlines()
    ]
    assert lines[0] == "Feature: change what is in the basket"
    assert 'Given I open "/product/snake-plant"' in lines
    assert 'When I click "Only necessary" button' in lines
    assert 'Then the text "1 × £26.00" is present' in lines


def test_the_command_writes_a_file(tmp_path, capsys):
    out = tmp_path / "test_it.py"
    assert run(["export", str(SCENARIOS[5]), "--to", "pytest-selenium", "-o", str(out)]) == 0
    assert "def test_ts6_search_by_category_image(driver):" in out.read_text(encoding="utf-8")
    assert run(["export", str(SCENARIOS[5]), "--to", "cobol"]) == 2
    assert run(["export", "ts06", "--to", "gherkin"]) == 0
    assert "Feature: find a product by the picture" in capsys.readouterr().out


def test_a_persona_that_is_not_known_is_named(tmp_path):
    (tmp_path / "x.dsl").write_text('use persona "alx"\n\ngo back\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="did you mean 'alex'"):
        exported(tmp_path / "x.dsl", "pytest-selenium")


@pytest.mark.long(but=1)
@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
def test_exported_tests_pass_on_the_demo_shop(form, tmp_path):
    """In a process of their own, as a user would run them.

    The guest's purchase types secrets, the other finds by CSS.
    """
    for name in ("ts02-guest-checkout", "ts06-search-by-category-image"):
        code = exported(FOLDER / f"{name}.dsl", form)
        (tmp_path / f"test_{name.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    with running_shop(seed=0) as url:
        done = _pytest(tmp_path, url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


@pytest.mark.long(but=1)
@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
def test_an_exported_test_fails_where_the_shop_is_wrong(form, tmp_path):
    code = exported(FOLDER / "ts06-search-by-category-image.dsl", form)
    (tmp_path / "test_ts06.py").write_text(code, encoding="utf-8")
    with running_shop(seed=0, empty=True) as url:
        done = _pytest(tmp_path, url, timeout=3)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout
    assert "/category/furniture" in done.stdout


@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
def test_what_is_pressed_may_lie_below_the_fold_of_a_page_that_scrolls_slowly(form, tmp_path):
    (tmp_path / "press.dsl").write_text(
        'navigate to "/"\nclick "Send" button\nassert text "Sent" is present\n', encoding="utf-8"
    )
    code = exported(tmp_path / "press.dsl", form)
    (tmp_path / "test_press.py").write_text(code, encoding="utf-8")
    page = (
        "<style>html {scroll-behavior: smooth}</style><div style='height: 9000px'></div>"
        "<button onclick='this.after(\"Sent\")'>Send</button><div style='height: 900px'></div>"
    )
    with served_pages({"/": page}) as url:
        done = _pytest(tmp_path, url, timeout=10)
    assert done.returncode == 0, done.stdout + done.stderr


def _pytest(folder: Path, url: str, timeout: int = 60) -> "subprocess.CompletedProcess[str]":
    newcomer = load_persona(DEFAULTS / "userdata", "newcomer").values
    environment = {
        **os.environ,
        "BASE_URL": url,
        "CHROME_BINARY": shutil.which("chromium") or shutil.which("google-chrome") or "",
        "CHROME_ARGS": "--no-sandbox",
        "TIMEOUT": str(timeout),
        "SE_OFFLINE": "true",
        "PERSONA_PAYMENT_CARD_NUMBER": newcomer["payment.card_number"],
        "PERSONA_PAYMENT_CVC": newcomer["payment.cvc"],
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        str(folder),
        str(folder),
    ]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )


@pytest.mark.parametrize(
    "path", [*SCENARIOS[:2], None], ids=lambda path: path.stem if path else "everything"
)
def test_typescript_without_its_types_is_javascript(path, everything, tmp_path):
    """Older versions of node can't read types.

    The few that are written are taken out before the syntax is checked.
    """
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    code = re.sub(
        r"(?<=[)\w]): (string|Page|Locator|Promise<boolean>)|\btype (?=Page|Locator)",
        "",
        exported(path or everything, "playwright-ts"),
    )
    spec = tmp_path / "it.spec.mjs"
    spec.write_text(code, encoding="utf-8")
    done = subprocess.run([node, "--check", str(spec)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_said_in_words_is_code_only_where_a_locator_stands_beside_it(tmp_path):
    file = tmp_path / "words.dsl"
    file.write_text('click the second "Edit" link or test id "edit"\n')
    assert "edit" in exported(file, "playwright-python")
    file.write_text('click the second "Edit" link\nassert page "Done"\n')
    with pytest.raises(UsageError, match='`click the second "Edit" link` says in words'):
        exported(file, "pytest-selenium")
    assert 'When I click the second "Edit" link' in exported(file, "gherkin").replace(
        "Given", "When"
    )


COLOURS = """
<form onsubmit="document.title = new FormData(this).get('colour'); return false">
  <fieldset><legend>Colour</legend>
    <label><input type="radio" name="colour" value="ink" style="opacity: 0; position: absolute"> Ink blue</label>
    <label><input type="radio" name="colour" value="moss" style="opacity: 0; position: absolute"> Moss</label>
  </fieldset>
  <button aria-label="Keep"></button><button>Choose</button>
</form>
"""


def recorded(*steps: Step) -> Scenario:
    return Scenario(name="colours", steps=(Step(kind="navigate", value="/"), *steps))


def target(*locators: tuple[str, str, str], **remembered: str) -> Target:
    known = tuple(Locator(by=by, value=value, name=name) for by, value, name in locators)
    return Target(locators=known, element=Remembered(**remembered))


INK = target(
    ("role", "radio", "Colour: Ink blue"),
    ("label", "Ink blue", ""),
    ("xpath", "/html/body/form/fieldset/label[1]/input", ""),
    tag="input",
    role="radio",
    name="Colour: Ink blue",
    label="Ink blue",
)
CHOOSE = target(
    ("css", "button:nth-of-type(2)", ""),
    ("role", "button", "Choose"),
    tag="button",
    role="button",
    name="Choose",
    text="Choose",
    context="Colours",
)
LISTENER = target(
    ("role", "button", "Menu"),
    ("text", "Menu", ""),
    tag="div",
    role="button",
    name="Menu",
    text="Menu",
)


def _folder(scenario: Scenario, tmp_path: Path) -> Path:
    (tmp_path / "scenario.json").write_text(scenario.to_json(), encoding="utf-8")
    return tmp_path


@pytest.mark.long(but=1)
@pytest.mark.parametrize("form", ["pytest-selenium", "playwright-python"])
def test_a_name_that_only_a_replay_computes_is_left_for_the_label(form, tmp_path):
    steps = (
        Step(kind="click", target=INK),
        Step(kind="click", target=CHOOSE, expect=("title contains ink",)),
    )
    code = exported(_folder(recorded(*steps), tmp_path), form)
    (tmp_path / "test_it.py").write_text(code, encoding="utf-8")
    with served_pages({"/": COLOURS}) as url:
        done = _pytest(tmp_path, url, timeout=5)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_no_markup_calls_a_button_is_found_by_its_words(tmp_path):
    step = Step(kind="click", target=LISTENER)
    assert 'saying("Menu")' in exported(_folder(recorded(step), tmp_path), "pytest-selenium")
    assert 'get_by_text("Menu", exact=True)' in exported(tmp_path, "playwright-python")


def test_gherkin_says_names_and_what_tells_their_like_apart(tmp_path):
    city = target(
        ("role", "textbox", "City"), ("xpath", "//input", ""), role="textbox", name="City"
    )
    steps = (
        Step(kind="click", target=INK),
        Step(kind="fill", target=city, value="Leeds"),
        Step(kind="click", target=CHOOSE),
    )
    said = exported(_folder(recorded(*steps), tmp_path), "gherkin").splitlines()[3:]
    assert [line.strip() for line in said] == [
        'Given I open "/"',
        'When I click "Colour: Ink blue" radio',
        'And I fill in "City" with "Leeds"',
        'And I click "Choose" button at "Colours"',
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('assert text "Thank you"', "Thank you"),
        ('assert not text "Sold out"', "Sold out"),
        ('if text "Hello" is present\n  assert text "Ann"\nend', "Ann"),
    ],
)
def test_a_check_for_words_anywhere_is_code(tmp_path, line, said):
    file = tmp_path / "check.dsl"
    file.write_text(f'scenario "Check"\nsite "demo"\nnavigate to "/"\n{line}\n')
    for form in FORMS:
        assert said in exported(file, form)


def test_a_check_of_a_place_stays_a_persons_words(tmp_path):
    file = tmp_path / "check.dsl"
    file.write_text('scenario "Check"\nsite "demo"\nassert text "3" in "the basket"\n')
    with pytest.raises(UsageError, match="says in words what it means"):
        exported(file, "pytest-selenium")
