"""The Python API.

The documented examples run, a driver that is lent is left as it was, and mistakes are one line.
"""

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from pathfinder import Agent
from pathfinder.agents.models.scripted import ScriptedModel, read_script
from pathfinder.core.errors import UsageError
from pathfinder.systems.explore import lookahead, surveying
from pathfinder_demoshop.serve import running_shop
from tests.fakes.served_pages import served_pages

ROOT = Path(__file__).resolve().parents[2]
BUYER = ROOT / "userdata/plans/scripts/buyer.yaml"
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)


@pytest.fixture(scope="module")
def shop():
    with running_shop() as address:
        yield address


@pytest.fixture
def few_pages(monkeypatch):
    """Few pages are looked at beside the session: what comes of that is tested elsewhere."""
    monkeypatch.setattr(surveying, "_MOST", 3)
    monkeypatch.setattr(lookahead, "_MOST", 3)


@pytest.mark.long
@pytest.mark.usefixtures("few_pages")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_a_documented_example(example, shop, driver, tmp_path, monkeypatch):
    urllib.request.urlopen(
        urllib.request.Request(f"{shop.rstrip('/')}/truth/reset", method="POST")
    ).close()
    (tmp_path / "userdata").symlink_to(ROOT / "userdata")
    monkeypatch.chdir(tmp_path)

    def orders():
        with urllib.request.urlopen(f"{shop.rstrip('/')}/truth/orders") as answer:
            return json.load(answer)

    exec(example, {"URL": shop, "MODEL": f"scripted/{BUYER}", "driver": driver, "orders": orders})


def test_a_driver_that_is_lent_is_neither_reloaded_nor_closed(driver, tmp_path):
    page = (
        "<h1>Notes</h1><button onclick=\"this.after('Saved for "
        "good')\">Save</button><button>Cancel</button>"
    )
    model = ScriptedModel(scores=lambda prompt, choices: [0.0] + [-5.0] * (len(choices) - 1))
    with served_pages({"/": page}) as address:
        driver.get(address)
        driver.execute_script("window.mine = 'still here'")
        with Agent(model=model, out=tmp_path) as agent:
            result = agent.run(
                "save",
                driver=driver,
                judge=False,
                success=["text present Saved for good"],
                report=False,
            )
        assert result.status == "success", result.reason
        assert driver.execute_script("return window.mine") == "still here"
    assert not result.report.exists()
    assert json.loads(result.journal.read_text().partition("\n")[0])["event"] == "session"


def test_values_of_the_goal_come_before_the_personas(driver, tmp_path):
    form = (
        "<h1>Contact</h1><form><label>Email <input name=email></label><button>Send</button></form>"
    )
    model = ScriptedModel(scores=lambda prompt, choices: [0.0] + [-5.0] * (len(choices) - 1))
    with served_pages({"/": form}) as address:
        driver.get(address)
        with Agent(model=model, persona={"email": "ann@example.com"}, out=tmp_path) as agent:
            values = {"email": "bob@example.com"}
            next(
                iter(agent.steps("write", driver=driver, values=values, judge=False, report=False))
            )
        assert "bob%40example.com" in driver.current_url


def test_stopping_in_the_middle_leaves_a_whole_session(tmp_path, shop):
    with Agent(model=read_script(BUYER), out=tmp_path) as agent:
        for step in agent.steps("make a purchase", url=shop, report=False):
            assert step.number == 1
            break
        assert agent.result is not None
        assert agent.result.reason == "whoever started the session stopped it after step 1"
        assert len(agent.result.steps) == 1
    assert (
        json.loads(agent.result.journal.with_name("verdict.json").read_text())["status"]
        == "inconclusive"
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Agent(model="scripted/nothing.yaml"), "nothing.yaml"),
        (lambda: Agent(model={"oracel": "embedded/x"}), "no role 'oracel'"),
        (lambda: Agent(model=ScriptedModel([]), profile="fats"), "did you mean 'fast'?"),
        (lambda: Agent(model=ScriptedModel([]), without=["twin"]), "there is no such guard"),
        (lambda: Agent(model=ScriptedModel([])).run("x"), "name the site with either"),
        (lambda: Agent(model=ScriptedModel([]), persona="kim").run("x", url="127.0.0.1:1"), "kim"),
    ],
)
def test_a_mistake_is_one_line(make, message):
    with pytest.raises(UsageError, match=re.escape(message)) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_importing_is_quick():
    code = "import sys, pathfinder; print('selenium' in sys.modules, 'pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["False", "False"]
