"""Who gets in, what is refused, and what every answer carries."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from serve_person import HOST, Person

from pathfinder.cli.app import run
from pathfinder.core.errors import UsageError
from pathfinder.core.listening import listen
from pathfinder.serve.pages import own_path
from pathfinder.serve.server import check_token
from pathfinder.serve.summary import key_of
from pathfinder.serve.visit import Seal, Visit

Someone = Callable[..., Person]
T1 = "plan/trials/t1"
TOKEN = "correct-horse-battery"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "", "Referer": "http://evil.example/"},
        {"Origin": ""},
        {"Origin": HOST, "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_form_from_another_site_is_refused(
    runs: Path, person: Someone, headers: dict[str, str]
) -> None:
    ann = person("Ann")
    ann.client.headers.update(headers)
    ann.rate(T1, "TP", status=403)
    assert not (runs / T1 / "ratings.jsonl").exists()


@pytest.mark.parametrize("token", ["", "0" * 64, "ä"])
def test_a_form_without_its_token_is_refused(runs: Path, person: Someone, token: str) -> None:
    ann = person("Ann")
    ann.token = token
    assert "This form is out of date" in ann.rate(T1, "TP", status=403)
    assert not (runs / T1 / "ratings.jsonl").exists()


def test_a_form_of_another_visit_is_refused(runs: Path, person: Someone) -> None:
    ann, eve = person("Ann"), person("Eve")
    ann.token = eve.token
    ann.rate(T1, "TP", status=403)


def test_a_forged_cookie_is_no_visit(person: Someone) -> None:
    ann = person("Ann")
    name = ann.app.state.service.cookie
    ann.client.cookies.set(
        name, Seal("").close(Visit(rater="Eve", entered=True)), domain="127.0.0.1"
    )
    assert 'value="Eve"' not in ann.see("/")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8700", "192.168.0.7", "", "["]
)
def test_no_other_name_for_this_machine_is_answered(person: Someone, host: str) -> None:
    assert person().client.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8700", "127.0.0.1", "[::1]:8700"])
def test_the_names_of_this_machine_are_answered(person: Someone, host: str) -> None:
    assert person().client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/agreement",
        f"/session/{key_of(T1)}",
        f"/session/{key_of(T1)}/report.html",
        f"/session/{key_of(T1)}/events",
    ],
)
def test_with_a_token_nothing_is_shown_before_it_is_given(person: Someone, path: str) -> None:
    visitor = person(token=TOKEN)
    answer = visitor.client.get(path, headers={"Host": "lab.example"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/enter")
    assert visitor.client.post("/visitor", data={"rater": "Eve"}).status_code == 401


def test_the_token_opens_and_a_wrong_one_does_not(person: Someone) -> None:
    visitor = person(token=TOKEN)
    visitor.see("/enter")
    assert "That is not the token." in visitor.send("/enter", 401, token="correct-horse")
    assert "Sessions" in visitor.send("/enter", token=TOKEN)
    assert "make a purchase" in visitor.see("/")


def test_the_cookie_is_for_this_server_and_no_script(person: Someone) -> None:
    visitor = person(token=TOKEN)
    cookie = visitor.client.post("/enter", data={"token": TOKEN}, follow_redirects=False).headers[
        "set-cookie"
    ]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert TOKEN not in cookie


@pytest.mark.parametrize(
    "path", ["/", "/enter", "/nope", "/static/serve.css", f"/session/{key_of(T1)}/report.html"]
)
def test_every_answer_has_its_security_headers(person: Someone, path: str) -> None:
    headers = person().client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "name", ["..%2f..%2fsecret.png", "%2e%2e%2fjournal.jsonl", "journal.jsonl", "link.png"]
)
def test_only_screenshots_of_the_session_are_given_out(
    runs: Path, person: Someone, name: str
) -> None:
    (runs / "secret.png").write_bytes(b"secret")
    (runs / T1 / "screenshots").mkdir()
    (runs / T1 / "screenshots/link.png").symlink_to(runs / "secret.png")
    (runs / T1 / "screenshots/journal.jsonl").write_text("secret", encoding="utf-8")
    assert person().client.get(f"/session/{key_of(T1)}/screenshots/{name}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "",
        "javascript:alert(1)",
        "/a\nb",
    ],
)
def test_a_form_leads_to_no_other_site(path: str) -> None:
    assert own_path(path) == "/"


def test_other_machines_need_a_token() -> None:
    check_token("127.0.0.1", "")
    check_token("localhost", "")
    check_token("0.0.0.0", TOKEN)
    for host in ("0.0.0.0", "::", "192.168.0.7", "lab.example"):
        with pytest.raises(
            UsageError, match="accepts connections from other machines; add a --token"
        ):
            check_token(host, "")
    with pytest.raises(UsageError, match="too short"):
        check_token("127.0.0.1", "guess-me")


def one_line(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["serve", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_mistakes_are_one_line_and_exit_2(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no such folder" in one_line(capsys, str(tmp_path / "nope"))
    (tmp_path / "empty").mkdir()
    assert "no session in it" in one_line(capsys, str(tmp_path / "empty"))
    assert "accepts connections from other machines" in one_line(
        capsys, str(runs), "--host", "0.0.0.0"
    )
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} of 127.0.0.1 can't be used" in one_line(
            capsys, str(runs), "--port", port
        )


def test_port_0_takes_any_that_is_free() -> None:
    with listen("localhost", 0) as first, listen("127.0.0.1", 0) as second:
        assert isinstance(first, socket.socket)
        assert first.getsockname()[1] != second.getsockname()[1]
