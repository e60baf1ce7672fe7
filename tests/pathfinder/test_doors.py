"""A package of somebody else adds a model, a system, a profile, an exporter and an executor, and nothing of ours is touched."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.fakes.served_pages import served_pages

ENTRIES = """
[pathfinder.models]
shouting = third_party:Shouting
[pathfinder.systems]
careful = third_party:Careful
[pathfinder.players]
idle = third_party:idle
[pathfinder.exporters]
robot = third_party:to_robot
broken = third_party:missing
[pathfinder.executors]
here = third_party:Here
"""
CODE = '''
from pathfinder.agents.models.base import Reply
from pathfinder.core.case import CaseResult
from pathfinder.core.verdict import Status, Verdict
from pathfinder.experiments.executor import Finished


class Shouting:
    def __init__(self, name, options):
        self.name = f"shouting/{name}"

    def reply(self, prompt):
        return Reply(prompt.messages[-1].content.upper(), 1, 0, 1, 0.0)


class Careful:
    roles = ()
    options = {"courage": float}

    def turns(self, case, context):
        return Dares(case, context)


class Dares:
    def __init__(self, case, context):
        self.case, self.context = case, context
        self.result = CaseResult(case, Verdict(Status.INCONCLUSIVE, f"I do not dare with {context.options}"))

    def begin(self):
        self.context.browser.open(self.context.site.url)

    def turn(self, number):
        return self.result.verdict


class Idle:
    def decide(self, view):
        return Verdict(Status.STUCK, f"nothing to do on {view.scene.heading}")

    def learn(self, outcome):
        return None


def idle(task, models, journal, graph, profile, off, *, can_reset):
    return Idle()


def to_robot(source):
    return f"*** Test Cases ***\\n{source.script.name}\\n"


class Here:
    """Plays one trial after the other in this process."""

    loaded = frozenset()

    def __init__(self, play, means):
        self.play, self.done = play, []

    def free(self):
        return [self]

    def begin(self, worker, job):
        self.play(job)
        self.done.append(Finished(job))

    def wait(self, seconds):
        done, self.done = self.done, []
        return done

    def stop(self):
        pass
'''
PLAN = """
constellations: [shouting/loud]
sites: [shop]
goals: [look around]
profile: idle
"""


@pytest.fixture
def package(tmp_path):
    """The folder of an installed package."""
    folder = tmp_path / "site-packages"
    info = folder / "third_party-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(textwrap.dedent(ENTRIES))
    (folder / "third_party.py").write_text(CODE)
    return folder


@pytest.fixture
def site():
    with served_pages({"/": "<h1>Lamps</h1><a href='/'>Home</a>"}) as address:
        yield address


@pytest.fixture
def pathfinder(package, tmp_path, site):
    """Runs a command in a folder with a sites.yaml, where the package is installed."""
    (tmp_path / "sites.yaml").write_text(f"shop:\n  url: {site}\n")
    root = Path(__file__).resolve().parents[2]
    path = ":".join(map(str, (package, root, root / "bench")))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pathfinder", *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": path, "HOME": str(tmp_path)},
        )

    return run


def test_a_model_and_a_profile(pathfinder, tmp_path):
    words = ("--site", "shop", "--model", "shouting/loud", "--profile", "idle")
    done = pathfinder("explore", "--goal", "look around", *words)
    assert done.returncode == 1, done.stderr
    assert "nothing to do on Lamps" in done.stdout
    session = json.loads(
        next((tmp_path / "runs").glob("*/journal.jsonl")).read_text().splitlines()[0]
    )
    assert session["models"]["oracle"] == "shouting/loud"
    assert session["profile"] == "idle"


def test_a_system(pathfinder, tmp_path):
    (tmp_path / "our.suite.yaml").write_text(
        "site: shop\ncases:\n  - name: One\n    steps: [Click 'Home']\n    assertions: [The page "
        "has the text 'Lamps']\n"
    )
    done = pathfinder(
        "test",
        "our.suite.yaml",
        "--runner",
        "careful",
        "--model",
        "none",
        "--option",
        "courage=0.5",
    )
    assert done.returncode == 3, done.stderr
    assert "I do not dare with {'courage': 0.5}" in done.stdout


def test_an_exporter(pathfinder, tmp_path):
    (tmp_path / "look.dsl").write_text('scenario "Look around"\nsite "shop"\nnavigate to "/"\n')
    done = pathfinder("export", "look.dsl", "--to", "robot")
    assert done.stdout == "*** Test Cases ***\nLook around\n", done.stderr


def test_an_executor(pathfinder, tmp_path):
    (tmp_path / "plan.yaml").write_text(PLAN)
    done = pathfinder("constellations", "run", "plan.yaml", "--executor", "here")
    assert done.returncode == 0, done.stderr
    ended = list((tmp_path / "runs/plan").rglob("verdict.json"))
    assert [json.loads(one.read_text())["status"] for one in ended] == ["stuck"]


@pytest.mark.long(but=2)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("export", "look.dsl", "--to", "broken"),
            "'broken' of pathfinder.exporters (third_party:missing) can't be loaded",
        ),
        (("export", "look.dsl", "--to", "robots"), "did you mean 'robot'?"),
        (
            ("test", "demo-plain", "--runner", "carefree"),
            "there is no such runner; choose from steps",
        ),
        (("explore", "--goal", "x", "--site", "shop", "--profile", "idel"), "did you mean 'idle'?"),
        (
            ("explore", "--goal", "x", "--site", "shop", "--model", "shoutin/x"),
            "did you mean 'shouting'?",
        ),
        (
            ("constellations", "run", "plan.yaml", "--executor", "there"),
            "no installed package offers it",
        ),
    ],
)
def test_what_is_not_there_is_said_in_a_line(pathfinder, tmp_path, words, message):
    (tmp_path / "look.dsl").write_text('scenario "Look around"\nsite "shop"\nnavigate to "/"\n')
    (tmp_path / "plan.yaml").write_text(PLAN)
    done = pathfinder(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
