"""Applications for measuring: what their files may say, their routes, and what a session is worth."""

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.settings import load_persona
from pathfinder_bench.sites.checking import at_start, check, home_of, installing
from pathfinder_bench.sites.contract import APPS, Step, find_apps, load_app
from pathfinder_bench.sites.route import Hook, RouteBroken, controls, look
from pathfinder_bench.sites.scoring import Outcome, answers, reached, rows
from pathfinder_bench.sites.serving import NotInstalled, dangling, install_apt

FOLDER = Path(__file__).parent / "apps"
SESSION = Outcome("notes", "tuning", "buy-soap", "create", 1, "m", "success", "success", True)


@pytest.fixture
def home(tmp_path):
    return tmp_path / "notes"


@pytest.fixture
def notes(home):
    app = load_app(FOLDER / "notes")
    app.code.install(home)
    return app


def with_goals(tmp_path, old, new):
    folder = tmp_path / "notes"
    shutil.copytree(FOLDER / "notes", folder)
    file = folder / "goals.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return folder


def test_routes_and_refusals_are_as_the_application_is(notes, home):
    done = list(check(notes, home, notes.goals))
    assert [(one.goal, one.what, one.wrong) for one in done] == [
        ("buy-soap", "route", ""),
        ("buy-soap", "refusal 1", ""),
        ("gate", "route", ""),
        ("lost", "start", ""),
    ]


@pytest.mark.long(but=1)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Soap, Garden, urgent", "Soap, Cellar", "the truth does not hold after the route"),
        ("Soap, Garden, urgent", "Water the plants, Garden", "before anything is done"),
        (
            "{fill: Note, with: Soap,",
            "{fill: Remark, with: Soap,",
            'step 1, fill "Remark" with "Soap": 0 such on',
        ),
        ("option: Garden", "option: Attic", "no such option"),
        ("A note needs words", "A note needs letters", "does not say 'A note needs letters.'"),
        ('answer: "4711"', 'answer: "0815"', "does not say '0815'"),
    ],
)
def test_what_is_not_so_is_said(tmp_path, home, old, new, said):
    app = load_app(with_goals(tmp_path / "apps", old, new))
    app.code.install(home)
    goals = [goal for goal in app.goals if goal.kind != "impossible"]
    wrong = [one.wrong for one in check(app, home, goals) if one.wrong]
    assert wrong
    assert [one for one in wrong if said not in one] == []


def test_a_refusal_may_stand_in_a_dialog_of_the_browser(tmp_path, home):
    folder = with_goals(tmp_path / "apps", "Soap, Garden, urgent", "Soap, Garden, urgent")
    server = folder / "server.py"
    spoken = "<script>alert('A note needs words.')</script>"
    said = "<p role=alert>A note needs words.</p>"
    assert said in server.read_text()
    server.write_text(server.read_text().replace(said, spoken))
    app = load_app(folder)
    app.code.install(home)
    done = {one.what: one.wrong for one in check(app, home, [app.goal("buy-soap")])}
    assert done == {"route": "", "refusal 1": ""}


def test_a_hook_sees_the_page_before_and_after_each_step(notes, home):
    seen = []

    class Watching(Hook):
        def before(self, moment):
            seen.append((moment.number, moment.control.name, len(moment.seen.scene.text)))

        def after(self, moment, page, result):
            seen.append((moment.number, result.ok, "Added Soap." in page.scene.text))

    with at_start(notes, home) as stand:
        stand.play(notes.goal("buy-soap").route, Watching())
    names = [name for _, name, _ in seen[::2]]
    assert names == ["Note", "Place", "Urgent", "Add"]
    assert [said for _, _, said in seen[1::2]] == [False, False, False, True]


def test_of_two_controls_of_a_name_the_numbered_one_is_meant(notes, home):
    with at_start(notes, home) as stand:
        step = notes.goal("buy-soap").route[3].model_copy(update={"nth": 2})
        with pytest.raises(
            RouteBroken, match=r"number 2: 1 such on .*there are \"Urgent\", \"Add\""
        ):
            stand.play([step])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{press: Add}]", "{press: Add, check: Urgent}]", "not press and check"),
        ("with: Soap, ", "", "`fill` needs `with`"),
        ("truth: noted", "truth: written", "app.py has no written()"),
        ("expected: stuck", "expected: success", "`kind: impossible` goes with `expected: stuck`"),
        ("id: gate", "id: lost", "id 'lost' is given twice"),
        ("kind: find", "kind: search", "goals.yaml:1"),
    ],
)
def test_a_mistake_in_goals_names_file_and_line(tmp_path, old, new, said):
    with pytest.raises(SettingsError, match=r"goals\.yaml:\d+") as wrong:
        load_app(with_goals(tmp_path, old, new))
    assert said in str(wrong.value)


def test_an_unknown_application_is_named():
    with pytest.raises(UsageError, match="no application 'note'; did you mean 'notes'"):
        find_apps(["note"], folder=FOLDER)


@pytest.mark.parametrize("app", find_apps(), ids=lambda app: app.name)
def test_every_application_that_comes_along_has_goals_of_most_kinds(app):
    assert app.folder.parent == APPS
    assert len(app.goals) >= 5
    assert len({goal.kind for goal in app.goals}) >= 4
    few = len(app.goals) < 8  # of those few, all may be within reach
    assert few or "impossible" in {goal.kind for goal in app.goals}
    assert all(name.partition(":")[0] in ("pip", "npm", "apt") for name in app.sheet.packages)


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A Debian mirror of one package, `bell`, behind an apt-get that notes what it is asked for."""
    made = tmp_path / "made"
    (made / "DEBIAN").mkdir(parents=True)
    about = "Package: bell\nVersion: 1-2\nArchitecture: all\nMaintainer: A <a@example.com>\n"
    (made / "DEBIAN/control").write_text(about + "Description: rings\n")
    (made / "usr/bin").mkdir(parents=True)
    (made / "usr/bin/bell").write_text("ding")
    deb = tmp_path / "bell_1-2_all.deb"
    subprocess.run(["dpkg-deb", "--build", made, deb], check=True, capture_output=True)
    tool = tmp_path / "bin/apt-get"
    tool.parent.mkdir()
    tool.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n'
        f'case "$3" in bell*) cp {deb} . ;; *) echo "E: Unable to locate $3" >&2; exit 100 ;; esac\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="Debian's dpkg-deb is not there")
def test_a_debian_package_is_unpacked_into_the_home_once(mirror, home):
    for _ in range(2):
        root = install_apt(home, ["bell=1-2"])
        assert (root / "usr/bin/bell").read_text() == "ding"
    assert (mirror / "asked").read_text() == "download --quiet bell=1-2\n"
    assert root.is_relative_to(home)
    with pytest.raises(NotInstalled, match="apt-get failed: E: Unable to locate gong"):
        install_apt(home, ["gong"])


def test_only_links_to_nothing_are_left_out_of_a_copy(tmp_path, monkeypatch):
    monkeypatch.chdir("/")
    package = tmp_path / "package"
    (package / "public").mkdir(parents=True)
    (package / "jquery.js").write_text("$")
    (package / "public/jquery.js").symlink_to("../jquery.js")
    (package / "public/settings").symlink_to("/not/there")
    shutil.copytree(package, tmp_path / "app", ignore=dangling)
    assert [path.name for path in (tmp_path / "app/public").iterdir()] == ["jquery.js"]
    assert (tmp_path / "app/public/jquery.js").read_text() == "$"


def test_two_that_stand_under_each_other_are_told_apart_by_their_row(notes, home):
    with at_start(notes, home) as stand:
        stand.browser.open(stand.url + "/rows")
        page = look(stand.browser)
    row = Step(press="Delete", within="Plants")
    assert [element.context for element in controls(page.scene, row)] != []
    assert [e.attributes["id"] for e in controls(page.scene, row)] == ["second"]
    assert [e.attributes["id"] for e in controls(page.scene, Step(press="delete"))] == [
        "first",
        "second",
    ]


@pytest.mark.parametrize(
    ("verdict", "expected", "reached", "worth"),
    [
        ("success", "success", True, "right"),
        ("likely", "success", True, "right"),
        ("success", "success", False, "false success"),
        ("likely", "success", False, "likely, not so"),
        ("success", "stuck", None, "false success"),
        ("stuck", "stuck", None, "right"),
        ("stuck", "success", False, "false stuck"),
        ("expired", "success", True, "reached, not said"),
        ("inconclusive", "stuck", None, "open"),
    ],
)
def test_what_a_session_is_worth(verdict, expected, reached, worth):
    session = replace(SESSION, verdict=verdict, expected=expected, reached=reached)
    assert session.judged == worth
    assert session.right == (worth == "right")


def test_tuned_and_first_looked_at_sessions_never_share_a_row():
    first = replace(SESSION, app="other", role="first-look", verdict="stuck", reached=False)
    walked = replace(SESSION, steps=4, seconds=10.0, tokens=2000)
    made = {(row.role, row.name): row for row in rows([walked, first])}
    assert set(made) == {
        (role, name)
        for role, app in (("tuning", "notes"), ("first-look", "other"))
        for name in (app, "kind: create", "all")
    }
    tuned, surprised = made["tuning", "all"], made["first-look", "all"]
    assert (tuned.right, tuned.proven, tuned.tokens_a_step, tuned.seconds_a_step) == (
        1,
        1,
        500,
        2.5,
    )
    assert (surprised.right, surprised.false_stuck, surprised.sessions) == (0, 1, 1)


@pytest.fixture
def silent(tmp_path):
    """A model that has nothing to say."""
    script = tmp_path / "silent.yaml"
    script.write_text("replies: []")
    return f"scripted/{script}"


def run_sites(tmp_path, *words):
    places = ["--apps", str(FOLDER), "--home", str(tmp_path), "--out", str(tmp_path / "out")]
    return run(["bench", "sites", "run", *words, *places])


def test_sessions_are_played_once_and_counted(tmp_path, notes, silent, capsys):
    words = ["notes", "--model", silent, "--goals", "buy-soap", "--goals", "lost", "--workers", "2"]
    assert run_sites(tmp_path, *words) == 0
    told = capsys.readouterr().out
    lines = (tmp_path / "out/results.jsonl").read_text().splitlines()
    found = {(each["goal"], each["verdict"], each["reached"]) for each in map(json.loads, lines)}
    assert found == {("buy-soap", "inconclusive", False), ("lost", "inconclusive", None)}
    assert "notes buy-soap 1: inconclusive, open" in told
    assert (tmp_path / "out/table.csv").read_text().startswith("role,name,sessions,right,")
    table = json.loads((tmp_path / "out/table.json").read_text())
    assert [(row["name"], row["sessions"]) for row in table if row["name"] == "all"] == [("all", 2)]
    assert run_sites(tmp_path, *words) == 0
    assert "notes buy-soap 1:" not in capsys.readouterr().out
    assert (tmp_path / "out/results.jsonl").read_text().splitlines() == lines


def test_a_session_knows_the_persona_and_no_truth(tmp_path, notes, silent):
    run_sites(tmp_path, "notes", "--model", silent, "--goals", "buy-soap")
    [journal] = (tmp_path / "out").rglob("journal.jsonl")
    begun = journal.read_text()
    assert "Lovelace-1" not in begun
    assert "Soap, Garden, urgent" not in begun
    assert load_persona(journal.parent.parent / "userdata", "notes").secret == {"account.password"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["notes", "--model", "scripted/nowhere.yaml"], "name a script that is there"),
        (["notes", "--goals", "buy-sope"], "notes: no goal 'buy-sope'; did you mean 'buy-soap'"),
        (["notes", "--role", "tuned"], "--role tuned: there is no such role"),
        (["notse"], "no application 'notse'; did you mean 'notes'?"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_2(tmp_path, notes, capsys, words, said):
    assert run_sites(tmp_path, *words) == 2
    assert said in capsys.readouterr().err


def test_what_is_not_installed_says_how(tmp_path, capsys):
    assert (
        run(["bench", "sites", "check", "notes", "--apps", str(FOLDER), "--home", str(tmp_path)])
        == 2
    )
    assert "run: pathfinder bench sites install notes" in capsys.readouterr().err


def test_what_is_half_installed_does_not_count_and_is_begun_anew(tmp_path):
    app = load_app(FOLDER / "notes")
    app.code.install(tmp_path / "notes")
    stopped = installing(app, tmp_path)
    (stopped.__enter__() / "half").mkdir()
    with pytest.raises(UsageError, match="notes is not wholly installed; run: pathfinder bench"):
        home_of(app, tmp_path)
    with installing(app, tmp_path) as place:
        assert not (place / "half").exists()
        app.code.install(place)
    assert home_of(app, tmp_path) == tmp_path / "notes"


@pytest.mark.parametrize(
    ("goal", "truth", "status", "expected"),
    [
        ("buy-soap", True, "expired", True),
        ("buy-soap", False, "success", False),
        ("gate", None, "likely", True),
        ("gate", None, "stuck", False),
        ("lost", None, "stuck", None),
    ],
)
def test_a_goal_is_reached_by_its_truth_or_by_the_answer_of_a_claim(goal, truth, status, expected):
    said = {"status": status, "answer": "The garden gate's code is 4711."}
    assert reached(load_app(FOLDER / "notes").goal(goal), truth, said) is expected


def test_an_answer_is_looked_for_where_the_verdict_gives_one():
    proven = {"reason": "the page says it", "evidence": "The gate's  code is 4711."}
    assert answers(proven, "code is 4711")
    assert not answers(proven, "0815")
    assert not answers(proven, "471")
    assert not answers({**proven, "answer": "No code."}, "4711")
