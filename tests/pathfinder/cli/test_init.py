"""The first files of a tester, and secrets that stand in no file."""

import pytest
from typer.testing import CliRunner

from pathfinder.cli.app import app, run
from pathfinder.core.beginning import suggested_name
from pathfinder.core.settings import load_persona, load_sites
from pathfinder.suites.lint import lint
from pathfinder.suites.read import read_suite

SHOP = ["init", "--url", "http://127.0.0.1:8600/", "--name", "shop", "--yes"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_it_writes_is_read_without_a_remark(here, monkeypatch):
    assert run([*SHOP, "--user", "kim@example.com", "--password-in", "SHOP_PASSWORD"]) == 0
    monkeypatch.setenv("SHOP_PASSWORD", "Row-seven-12")
    site = load_sites(here / "sites.yaml")["shop"]
    persona = load_persona(here / "userdata", "shop")
    assert (site.url, site.persona, site.safe) == ("http://127.0.0.1:8600/", "shop", False)
    assert persona.values["account.password"] == "Row-seven-12"
    assert "account.password" in persona.secret
    assert lint(read_suite(here / "userdata/suites/shop.suite.yaml")) == []


def test_a_site_of_others_is_only_read(here):
    assert run(["init", "--url", "https://www.acme.example", "--yes"]) == 0
    assert load_sites(here / "sites.yaml")["acme"].safe is True


def test_a_second_site_is_added_and_nothing_is_written_over(here, capsys):
    run(SHOP)
    before = (here / "sites.yaml").read_text()
    assert run(["init", "--url", "https://www.acme.example", "--yes"]) == 0
    assert (here / "sites.yaml").read_text().startswith(before)
    assert set(load_sites(here / "sites.yaml")) == {"shop", "acme"}
    assert run(SHOP) == 2
    assert "shop is there already; choose another name" in capsys.readouterr().err


def test_five_questions_are_asked(here):
    said = "https://www.acme.example\nacme\nbook a room\nGerman\n\n"
    result = CliRunner().invoke(app, ["init"], input=said)
    assert result.exit_code == 0, result.output
    assert 'pathfinder explore --goal "book a room" --site acme' in result.output
    assert "language: German" in (here / "userdata/personas/acme.yaml").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["init", "--yes"], "say where your site starts"),
        (["init", "--url", "ftp://a.example", "--yes"], "--url"),
        (["init", "--url", "https://a.example", "--name", "My shop", "--yes"], "small letters"),
    ],
)
def test_bad_answers_are_one_line(words, said, capsys):
    assert run(words) == 2
    assert said in capsys.readouterr().err


def test_a_variable_that_is_not_set_is_named(here, monkeypatch, capsys):
    monkeypatch.delenv("SHOP_PASSWORD", raising=False)
    run([*SHOP, "--user", "kim", "--password-in", "SHOP_PASSWORD"])
    assert run(["test", "shop", "--model", "none"]) == 2
    assert "SHOP_PASSWORD: this environment variable is not set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.shop.example/en", "shop"),
        ("http://localhost:8000", "my-site"),
        ("http://127.0.0.1:8600/", "my-site"),
        ("https://büro.example", "b-ro"),
    ],
)
def test_a_name_is_suggested(url, name):
    assert suggested_name(url) == name
