"""What sessions find: the site and persona that are named, a site and a browser as new."""

from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.core import events
from pathfinder.core.errors import BrowserDied, BrowserNotStarted, SettingsError
from pathfinder.core.settings import load_persona, load_sites, userdata_folder
from pathfinder.core.task import Site
from pathfinder.core.verdict import Status, Verdict
from pathfinder.session.fixture import SiteFixture
from pathfinder.session.folder import SessionFolder
from pathfinder.session.setup import Setup, persona_of, site_of
from pathfinder.webprocessor.watch import Safety
from tests.fakes.form_browser import FormBrowser

DEMO = load_sites(Path(__file__).parents[3] / "sites.yaml")["demo"]
ALEX = load_persona(userdata_folder(), "alex")
ELSEWHERE = Site("elsewhere", "http://elsewhere.test/", ("elsewhere.test",))


class Visitor(FormBrowser):
    """Notes what it is held to, and what becomes of it."""

    def __init__(self, safety: Safety | None) -> None:
        self.held = [safety]
        self.forgotten = self.closed = False
        self.gone = False
        super().__init__()
        self.forgotten = False

    def forget(self) -> None:
        super().forget()
        if self.gone:
            raise BrowserDied("the browser is gone")
        self.forgotten = True

    def keep_safe(self, safety: Safety | None) -> None:
        self.held.append(safety)

    def close(self) -> None:
        super().close()
        self.closed = True


class Visitors(list[Visitor]):
    """Opens them."""

    def __call__(
        self, hosts: object, /, *, safety: Safety | None, **options: object
    ) -> FormBrowser:
        self.append(Visitor(safety))
        return self[-1]


def test_a_browser_is_kept_without_its_memories_and_held_to_the_goal() -> None:
    opened = Visitors()
    with SiteFixture(opened) as fixture:
        for goal in ("look around", "log in"):
            site = fixture.fresh(ELSEWHERE)
            assert site is ELSEWHERE
            fixture.browser(site, ALEX, goal)
        assert [visitor.forgotten for visitor in opened] == [True]
        assert [getattr(held, "goal", "") for held in opened[0].held] == ["look around", "log in"]
        fixture.browser(replace(ELSEWHERE, safe=False), ALEX, "log in")
        assert opened[1].held == [None]
    assert [visitor.closed for visitor in opened] == [True, True]


def test_a_browser_that_died_gives_way_to_a_new_one() -> None:
    opened = Visitors()
    with SiteFixture(opened) as fixture:
        fixture.browser(ELSEWHERE, ALEX, "log in")
        opened[0].gone = True
        assert fixture.browser(ELSEWHERE, ALEX, "log in") is opened[1]
        assert opened[0].closed


def test_a_site_is_reset_where_it_can_be_else_started_anew() -> None:
    opened = Visitors()
    with SiteFixture(opened) as fixture:
        first = fixture.fresh(DEMO, seed=1)
        assert fixture.fresh(DEMO, seed=1) is first
        assert fixture.fresh(DEMO, seed=2).url != first.url
        unreset = replace(DEMO, name="unreset", reset="")
        second = fixture.fresh(unreset)
        fixture.browser(second, ALEX, "log in")
        assert fixture.fresh(unreset).url != second.url
        assert opened[0].closed


def test_the_persona_is_the_first_that_is_named() -> None:
    assert persona_of(Setup(), "", "").name == "alex"
    assert persona_of(Setup(), "", "newcomer").name == "newcomer"
    assert persona_of(Setup(persona="admin"), "newcomer").name == "admin"
    with pytest.raises(SettingsError, match="did you mean 'newcomer'"):
        persona_of(Setup(persona="newcommer"))


def test_the_only_persona_is_played_where_nobody_is_named(tmp_path: Path) -> None:
    def introduce(name: str) -> None:
        (tmp_path / "personas").mkdir(exist_ok=True)
        (tmp_path / f"personas/{name}.yaml").write_text(f"account: {{email: {name}@a.test}}")

    introduce("shop")
    assert persona_of(Setup(userdata=tmp_path), "").name == "shop"
    with pytest.raises(SettingsError, match="'alex' is not known"):
        persona_of(Setup(userdata=tmp_path, persona="alex"))
    introduce("guest")
    with pytest.raises(SettingsError, match="name one with --persona: guest, shop"):
        persona_of(Setup(userdata=tmp_path), "")
    introduce("alex")
    assert persona_of(Setup(userdata=tmp_path), "").name == "alex"


def test_a_site_leaves_safe_mode_only_when_that_is_allowed() -> None:
    assert site_of(Setup(), url="https://shop.test/").safe
    assert not site_of(Setup(allow_irreversible=True), url="https://shop.test/").safe
    assert site_of(Setup(), name="saucedemo").safe
    assert not site_of(Setup(allow_irreversible=True), name="saucedemo").safe


def test_a_report_is_built_of_what_was_written_down_also_when_a_session_breaks_off(
    tmp_path: Path,
) -> None:
    def play(folder: Path, *, report: bool = True) -> None:
        with SessionFolder(folder, ALEX.vault, report=report).journal() as journal:
            if folder.name != "empty":
                journal.write(events.Session(session=folder.name, task={"goal": "log in"}))
                journal.write(events.Verdict(**Verdict(Status.STUCK, "no way on").to_json()))
            raise BrowserDied("the browser is gone")

    for name in ("whole", "empty", "unasked"):
        with pytest.raises(BrowserDied):
            play(tmp_path / name, report=name != "unasked")
    assert [file.parent.name for file in tmp_path.glob("*/report.html")] == ["whole"]


def test_a_browser_that_does_not_start_once_is_started_again() -> None:
    opened = Visitors()
    refused = []

    def slow(hosts: object, /, *, safety: Safety | None, **options: object) -> FormBrowser:
        if len(refused) < 1:
            refused.append(1)
            raise BrowserNotStarted("chromium did not start")
        return opened(hosts, safety=safety, **options)

    with SiteFixture(slow) as fixture:
        assert fixture.browser(ELSEWHERE, ALEX, "log in") is opened[0]
