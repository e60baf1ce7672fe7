"""The network log: HAR 1.2, without secrets, for explorations, replays and test cases."""

import json

import pytest

from pathfinder.cli.app import run
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.network import Exchange, NetworkLog, as_har, clean_url
from pathfinder.webprocessor.opening import open_browser
from tests.fakes.served_pages import served_pages

VAULT = Vault({"account.password": "Blue-Tree-77"}, frozenset({"account.password"}))
SENT = (("Host", "a.test"), ("Cookie", "sid=1"), ("Authorization", "Basic x"), ("Accept", "*/*"))
RECEIVED = (("Content-Type", "text/html"), ("Set-Cookie", "sid=2"), ("Location", "/in?token=9"))


def exchange(url: str, began: float = 1.0) -> Exchange:
    return Exchange("GET", url, SENT, 302, RECEIVED, began, 0.02, 0.05, 12)


def test_a_log_is_har_and_tells_no_secrets() -> None:
    har = as_har(
        [exchange("http://a.test/?q=Blue-Tree-77&api_key=5", 2.0), exchange("http://a.test/")],
        VAULT.mask,
    )
    first, second = har["log"]["entries"]
    assert har["log"]["version"] == "1.2"
    assert first["request"]["url"] == "http://a.test/"
    text = json.dumps(har)
    for secret in ("sid=", "Basic", "Blue-Tree-77", "token=9", "api_key=5"):
        assert secret not in text
    assert {"name": "Accept", "value": "*/*"} in second["request"]["headers"]
    assert {"name": "Cookie", "value": "***"} in second["request"]["headers"]
    assert second["response"]["redirectURL"] == "/in?token=***"
    assert (second["time"], second["timings"]["wait"]) == (50.0, 20.0)
    assert second["response"]["content"] == {"size": 12, "mimeType": "text/html"}


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("http://a.test/x?page=2", "http://a.test/x?page=2"),
        ("http://ann:pw@a.test/", "http://***@a.test/"),
        ("http://a.test/?code=1&page=2", "http://a.test/?code=***&page=2"),
        ("http://a.test/?csrfToken=1", "http://a.test/?csrfToken=***"),
    ],
)
def test_addresses_are_masked(url: str, clean: str) -> None:
    assert clean_url(url, VAULT.mask) == clean


def test_each_session_has_a_file_of_its_own(tmp_path) -> None:
    log = NetworkLog(VAULT.mask)
    for name in ("one", "two"):
        log.begin(tmp_path / name / "network.har")
        log.add(exchange(f"http://a.test/{name}"))
    log.end()
    log.end()
    for name in ("one", "two"):
        [entry] = json.loads((tmp_path / name / "network.har").read_text())["log"]["entries"]
        assert entry["request"]["url"] == f"http://a.test/{name}"
        assert (tmp_path / name / "network.har").stat().st_mode & 0o077 == 0


def test_a_browser_logs_what_its_pages_ask_for(tmp_path) -> None:
    file = tmp_path / "network.har"
    with served_pages({"/": "<h1>Hi</h1><img src='/gone.png'>"}) as url:
        browser = open_browser([url.split("//")[1].rstrip("/")], har=True)
        try:
            browser.log_network_to(file)
            browser.open(url)
        finally:
            browser.close()
    entries = json.loads(file.read_text())["log"]["entries"]
    told = {
        (one["request"]["url"].removeprefix(url.rstrip("/")), one["response"]["status"])
        for one in entries
    }
    assert {("/", 200), ("/gone.png", 404)} <= told


@pytest.mark.long
def test_a_crawl_and_a_replay_keep_their_network_log(tmp_path) -> None:
    crawl = ["explore", "--goal", "", "--site", "demo", "--max-steps", "4"]
    for words in (crawl, ["replay", "ts11"]):
        out = tmp_path / words[0]
        assert run([*words, "--har", "--out", str(out)]) == 0
        [session] = out.iterdir()
        text = (session / "network.har").read_text()
        entries = json.loads(text)["log"]["entries"]
        assert any(one["request"]["method"] == "POST" for one in entries)
        assert "Correct-Horse-7" not in text


def test_a_browser_elsewhere_has_no_log(capsys) -> None:
    words = ["explore", "--goal", "", "--url", "http://127.0.0.1:9/", "--allow-irreversible"]
    assert run([*words, "--har", "--webdriver-url", "http://127.0.0.1:9"]) == 2
    assert "--har sees the requests of a browser on this machine only" in capsys.readouterr().err
