"""Other tools on the same goals: what a row says, the tables, the meter, and a tool's process."""

import json
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from textwrap import dedent
from urllib.parse import urlsplit

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.cli.app import run
from pathfinder_bench.peers import GOALS
from pathfinder_bench.peers.campaign import Campaign, Trial, play, trials
from pathfinder_bench.peers.meter import Metered, metered
from pathfinder_bench.peers.outcomes import Claim, Cost, Outcome, as_markdown, is_reached, rows
from pathfinder_bench.peers.served import Served
from pathfinder_bench.peers.tools import find_tools, who
from pathfinder_bench.sites.contract import find_apps
from tests.fakes.openai_server import OpenAIServer


def outcome(claimed: str, reached: bool | None, **changed: object) -> Outcome:
    fields = {
        "tool": "alumnium",
        "app": "spirit",
        "role": "tuning",
        "goal": "plot",
        "kind": "find",
        "model": "m",
        "expected": "success",
        "claimed": claimed,
        "reached": reached,
        "seconds": 10.0,
        "steps": 2,
        "most": 900,
    }
    return Outcome(**{**fields, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claimed", "reached", "right", "false_success"),
    [
        ("success", True, True, False),
        ("success", False, False, True),
        ("success", None, False, True),  # of a goal that can't be reached
        ("failure", None, True, False),
        ("failure", False, True, False),
        ("failure", True, False, False),
        ("", True, False, False),
        ("", False, False, False),
    ],
)
def test_a_row_says_whether_a_claim_is_so(claimed, reached, right, false_success):
    one = outcome(claimed, reached)
    assert (one.right, one.false_success) == (right, false_success)
    assert Outcome.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_an_answer_counts_where_it_is_claimed():
    [spirit] = find_apps(["spirit"])
    plot, lives_in = spirit.goal("plot"), spirit.goal("lives-in")
    assert is_reached(plot, None, Claim(claimed="success", answer="It is given away at plot 14."))
    assert not is_reached(plot, None, Claim(claimed="success", answer="Plot 141"))
    assert not is_reached(plot, None, Claim(claimed="", answer="Plot 14"))
    assert is_reached(lives_in, True, Claim(claimed=""))
    assert is_reached(spirit.goal("close-topic"), None, Claim(claimed="failure")) is None


def test_the_tables_count_by_tool_and_by_role():
    found = [
        outcome("success", True),
        outcome("success", False, app="helpdesk", role="first-look", seconds=30.0, most=4000),
        outcome("", False, tool="browser-use"),
    ]
    made = {(row.tool, row.role): row for row in rows(found)}
    assert set(made) == {
        ("alumnium", "tuning"),
        ("alumnium", "first-look"),
        ("alumnium", "all"),
        ("browser-use", "tuning"),
    }
    both = made["alumnium", "all"]
    assert (both.goals, both.done, both.right, both.false_success) == (2, 1, 1, 1)
    assert (both.seconds, both.most) == (20, 4000)
    assert made["browser-use", "tuning"].no_verdict == 1
    text = as_markdown(found)
    assert "| helpdesk | plot | alumnium | success | no | false success | 30 |" in text
    assert "| browser-use | tuning | 1 | 0 | 0 | 0 | 0 | 1 |" in text


def test_the_goals_that_are_usual_are_there_and_none_is_named_twice():
    for app in find_apps(list(GOALS)):
        for name in GOALS[app.name]:
            app.goal(name)
    assert sum(map(len, GOALS.values())) == 10


def test_who_the_user_is_is_said_in_sentences():
    [spirit] = find_apps(["spirit"])
    assert who(spirit.sheet.persona) == (
        "I am Rosa Lindqvist and my e-mail address is rosa@example.com. "
        "Log in as rosa with the password Beetroot-5 if needed."
    )


def asked_of(url: str, body: dict[str, object]) -> tuple[int, bytes]:
    to = urlsplit(url)
    connection = HTTPConnection(str(to.hostname), to.port, timeout=10)
    connection.request("POST", f"{to.path}/chat/completions", json.dumps(body))
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    return answer.status, said


QUESTION = {"model": "tiny", "messages": [{"role": "user", "content": "How are you?"}]}


def test_the_meter_passes_on_and_counts():
    with OpenAIServer(ScriptedModel(["well"]), key="secret") as server:
        with metered(Served(server.url, "secret")) as meter:
            status, said = asked_of(meter.url, QUESTION)
            refused, _ = asked_of(meter.url, QUESTION | {"model": "other"})
        usage = json.loads(said)["usage"]
    assert (status, refused) == (200, 404)
    assert json.loads(said)["choices"][0]["message"]["content"] == "well"
    first, second = meter.calls
    assert (first.status, first.prompt_tokens, first.reply_tokens) == (
        200,
        usage["prompt_tokens"],
        usage["completion_tokens"],
    )
    assert (second.status, second.error) == (404, "The model `other` does not exist")
    assert server.requests[0] == QUESTION


class Streaming(OpenAIServer):
    def answer(self, exchange, path, body):
        usage = {"prompt_tokens": 7, "completion_tokens": 2}
        exchange.start(200, "text/event-stream")
        for event in (
            {"choices": [{"delta": {"content": "well"}}]},
            {"choices": [], "usage": usage},
        ):
            exchange.send(f"data: {json.dumps(event)}\n\n".encode())
        exchange.send(b"data: [DONE]\n\n")


def test_the_meter_counts_what_is_streamed():
    with Streaming(ScriptedModel([])) as server, metered(Served(server.url, "")) as meter:
        _, said = asked_of(meter.url, QUESTION | {"stream": True})
    assert said.endswith(b"data: [DONE]\n\n")
    assert (meter.calls[0].prompt_tokens, meter.calls[0].reply_tokens) == (7, 2)
    assert server.requests[0]["stream_options"] == {"include_usage": True}


class Busy(OpenAIServer):
    def answer(self, exchange, path, body):
        slot = {"is_processing": True, "n_prompt_tokens": 600, "next_token": [{"n_decoded": 40}]}
        exchange.json(200, [slot])


def test_a_call_whose_client_has_gone_is_given_up():
    with Busy(ScriptedModel([])) as server:
        server.hangs = True
        with metered(Served(server.url, "")) as meter:
            to = urlsplit(meter.url)
            connection = HTTPConnection(str(to.hostname), to.port)
            connection.request("POST", "/v1/chat/completions", json.dumps(QUESTION))
            while not server.requests:
                pass
            connection.close()
    assert [call.status for call in meter.calls] == [0]
    assert (meter.calls[0].prompt_tokens, meter.calls[0].reply_tokens) == (600, 40)


def test_what_calls_have_cost_is_added_up():
    calls = [Metered(200, 50, 10, 3), Metered(200, 90, 30, 2), Metered(0, 20)]
    assert Cost.of(calls) == Cost(3, 40, 5, 30)


def script(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "tool.py").write_text(dedent(text))
    return [sys.executable, "-I", str(tmp_path / "tool.py")]


def test_the_last_line_that_is_a_claim_counts(tmp_path):
    tool = script(
        tmp_path,
        """
        import json, sys
        asked = json.loads(sys.argv[1])
        print(json.dumps({"claimed": "", "steps": 1}))
        print(json.dumps({"claimed": "success", "words": asked["goal"], "steps": 2}))
        print("bye")
        """,
    )
    claim = play(tool, {"goal": "buy soap", "folder": str(tmp_path)}, 60)
    assert claim == Claim(claimed="success", words="buy soap", steps=2)


def test_a_tool_that_falls_over_claims_nothing(tmp_path):
    claim = play(script(tmp_path, "raise SystemExit(3)"), {"folder": str(tmp_path)}, 60)
    assert (claim.claimed, claim.error) == ("", "its process ended with 3 and claimed nothing")


def test_at_the_limit_a_tool_is_ended_with_a_server_that_it_has_put_aside(tmp_path):
    tool = script(
        tmp_path,
        """
        import json, subprocess, sys, time
        server = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(server, start_new_session=True)
        open("child", "w").write(str(child.pid))
        print(json.dumps({"claimed": "success", "steps": 4}), flush=True)
        time.sleep(600)
        """,
    )
    claim = play(tool, {"folder": str(tmp_path)}, 3)
    assert (claim.claimed, claim.steps, claim.error) == ("", 4, "no end within 3 s")
    child, until = int((tmp_path / "child").read_text()), time.monotonic() + 10
    while lives(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not lives(child)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Played(Campaign):
    """A campaign whose goals are not played."""

    def _play(self, trial: Trial, server: Served | None) -> Outcome:
        return outcome("success", True, tool=trial.tool, app=trial.app, goal=trial.goal)


def test_what_has_ended_is_not_played_again(tmp_path):
    [spirit], tools = find_apps(["spirit"]), find_tools(("pathfinder",))
    (tmp_path / "sites/spirit").mkdir(parents=True)
    places = (tmp_path / "sites", tmp_path / "tools")
    played = Played(tmp_path, *places, {"spirit": spirit}, {tools[0].name: tools[0]}, "chromium")
    first = trials(tools, {"spirit": ["plot"]}, "m", seconds=60)
    wanted = trials(tools, {"spirit": ["plot", "lives-in"]}, "m", seconds=60)
    assert [one.goal for one in played.run(first)] == ["plot"]
    assert [one.goal for one in played.run(wanted)] == ["lives-in"]
    assert set(played.results()) == {trial.name for trial in wanted}


def test_a_tool_that_is_not_installed_says_how_it_is(tmp_path, capsys):
    (tmp_path / "sites/spirit").mkdir(parents=True)
    folders = ("--home", str(tmp_path / "sites"), "--tools", str(tmp_path), "--out", str(tmp_path))
    only = ("--tool", "alumnium", "--app", "spirit")
    assert run(["bench", "peers", "run", *only, *folders]) == 2
    assert "run: pathfinder bench peers install alumnium" in capsys.readouterr().err
    assert run(["bench", "peers", "run", "--goal", "no-such", *folders]) == 2
    assert run(["bench", "peers", "run", "--tool", "alumnum", *folders]) == 2
    assert "did you mean 'alumnium'?" in capsys.readouterr().err
