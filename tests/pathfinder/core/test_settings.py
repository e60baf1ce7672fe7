from pathlib import Path

import pytest

from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.settings import (
    find_site,
    load_persona,
    load_sites,
    named_file,
    site_from_url,
    sites_file,
    userdata_folder,
)

SHOP = """\
shop:
  url: https://shop.example/start
  hosts: img.shop.example
  success:
    make a purchase: [url contains /thanks, text present Thank you]
    "*": text present Well done
  safe: no
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text: str, name: str = "sites.yaml") -> Path:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_site_has_its_hosts_conditions_and_mode(written):
    shop = load_sites(written(SHOP))["shop"]
    assert shop.hosts == ("shop.example", "img.shop.example")
    assert [str(p) for p in shop.success["make a purchase"]] == [
        "url contains /thanks",
        "text present Thank you",
    ]
    assert [str(p) for p in shop.success["*"]] == ["text present Well done"]
    assert (shop.safe, shop.persona) == (False, "alex")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "  url: https",
            "  ulr: https",
            "sites.yaml:1: site 'shop': 'url' is missing; add it below 'shop'",
        ),
        (
            "  safe: no",
            "  save: no",
            "sites.yaml:7: site 'shop': key 'save' is not known; did you mean 'safe'?",
        ),
        (
            "https://shop.example/start",
            "htp://shop",
            "sites.yaml:2: site 'shop': url: 'htp://shop' is not a web address; write one such as",
        ),
        (
            "img.shop.example",
            "https://x/y",
            "sites.yaml:3: site 'shop': hosts: 'https://x/y' is not a host; write one such as",
        ),
        (
            "text present Well done",
            "text shows Well",
            "sites.yaml:6: site 'shop': success: condition 'text shows Well' is not understood; "
            "write",
        ),
        (
            "safe: no",
            "safe: perhaps",
            "sites.yaml:7: site 'shop': safe: Input should be a valid boolean",
        ),
        ("  safe: no", "  url: https://b.example", "sites.yaml:7: 'url' is given twice; keep one"),
        ("  hosts:", " hosts:", "sites.yaml:3: not YAML: "),
        (
            "safe: no",
            "irreversible: [scrap, ⏻]",
            "sites.yaml:7: site 'shop': irreversible: '⏻' has no word in it; write what the",
        ),
    ],
)
def test_a_mistake_is_one_line_with_file_line_and_remedy(written, old, new, message):
    path = written(SHOP.replace(old, new))
    with pytest.raises(SettingsError) as caught:
        load_sites(path)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_each_item_of_a_list_has_its_own_line(written):
    path = written(
        "a:\n  url: http://a\n  stuck:\n    '*':\n      - text present x\n      - nonsense\n"
    )
    with pytest.raises(
        SettingsError, match=r"^sites.yaml:6: site 'a': stuck: condition 'nonsense'"
    ):
        load_sites(path)


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words", "shop:\n"])
def test_a_file_without_a_site_says_how_to_write_one(written, text):
    with pytest.raises(SettingsError, match="url: https://…"):
        load_sites(written(text))


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(SettingsError, match=r"nowhere\.yaml: can't be read"):
        load_sites(Path("nowhere.yaml"))


def test_unknown_site_gets_a_suggestion_or_the_list(written):
    sites = load_sites(written(SHOP))
    with pytest.raises(
        SettingsError, match=r"^sites.yaml: site 'shopp' is not known; did you mean 'shop'\?$"
    ):
        find_site(sites, "shopp")
    with pytest.raises(SettingsError, match="known are: shop"):
        find_site(sites, "zzz")


def test_an_empty_folder_gets_the_sites_and_personas_that_come_with_the_program(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    sites = load_sites(sites_file())
    assert set(sites) == {
        "demo",
        "demo-empty",
        "demo-refused",
        "saucedemo",
        "spree",
        "ikea",
        "netonnet",
    }
    assert {name for name, site in sites.items() if not site.safe} == {
        name for name, site in sites.items() if site.start
    }
    for site in sites.values():
        assert load_persona(userdata_folder(), site.persona).values


def test_the_folder_where_one_works_comes_first(written):
    written(SHOP)
    written("account:\n  email: me@example.com\n", "userdata/personas/me.yaml")
    assert set(load_sites(sites_file())) == {"shop"}
    assert load_persona(userdata_folder(), "me").values == {"account.email": "me@example.com"}


def test_persona_values_stay_as_written_and_secrets_are_marked(written):
    persona = (
        "address:\n  postcode: 01234\n  country: NO\npay:\n  pin: !secret 0042\n  cvc: "
        "{value: 123, secret: true}\nlikes: [tea, milk]\n"
    )
    written(persona, "u/personas/kim.yaml")
    kim = load_persona(Path("u"), "kim")
    assert kim.values == {
        "address.postcode": "01234",
        "address.country": "NO",
        "pay.pin": "0042",
        "pay.cvc": "123",
        "likes": "tea, milk",
    }
    assert kim.secret == {"pay.pin", "pay.cvc"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: !secert x\n", "kim.yaml:1: unknown tag '!secert'; there are !secret and !env"),
        ("a:\n  pin: {value: 1, secret: maybe}\n", "kim.yaml:2: a.pin: write"),
        (
            "a:\n  first name: Kim\n",
            "kim.yaml:2: key 'first name': write letters, digits and _ only",
        ),
        ("a: [{b: c}]\n", "kim.yaml:1: a: a list may hold plain values only"),
        ("", "kim.yaml:1: no persona here"),
    ],
)
def test_a_mistake_in_a_persona_names_file_and_line(written, text, message):
    written(text, "u/personas/kim.yaml")
    with pytest.raises(SettingsError) as caught:
        load_persona(Path("u"), "kim")
    assert message in str(caught.value)


def test_unknown_persona_gets_a_suggestion():
    with pytest.raises(SettingsError, match="persona 'alx' is not known; did you mean 'alex'"):
        load_persona(userdata_folder(), "alx")


@pytest.mark.parametrize(
    ("url", "whole", "host", "safe"),
    [
        ("https://shop.example/a?b=1", "https://shop.example/a?b=1", "shop.example", True),
        ("shop.example", "https://shop.example", "shop.example", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/", "127.0.0.1:8000", False),
        ("localhost:8000", "http://localhost:8000", "localhost:8000", False),
        ("localhost", "http://localhost", "localhost", False),
        ("10.0.0.7", "https://10.0.0.7", "10.0.0.7", True),
        ("intranet:8080/a", "https://intranet:8080/a", "intranet:8080", True),
        ("http://intranet/", "http://intranet/", "intranet", True),
        ("http://[::1]:80/", "http://[::1]:80/", "[::1]:80", False),
    ],
)
def test_a_site_from_a_url_allows_its_host_only(url, whole, host, safe):
    site = site_from_url(url)
    assert (site.url, site.hosts, site.safe) == (whole, (host,), safe)


@pytest.mark.parametrize(
    "url", ["ftp://x", "http://", "what is this", "javascript:alert(1)", "notaurl", "shop/a"]
)
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(UsageError, match=r"^--url: .* is not a web address"):
        site_from_url(url)


@pytest.mark.parametrize(
    ("holds", "named"), [("notes.txt", "data/scenarios/buy-a-lamp.json"), ("one.json", "buy")]
)
def test_only_a_folder_of_scenarios_hides_one_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, holds: str, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in (Path("data/scenarios/buy-a-lamp.json"), Path("buy") / holds):
        file.parent.mkdir(parents=True)
        file.write_text("{}")
    found = named_file(Path("buy"), "scenarios", (".json",), userdata=Path("data"))
    assert found == Path(named)
