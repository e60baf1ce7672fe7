import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.core.errors import SiteUnreachable, UsageError
from pathfinder.core.settings import load_sites
from pathfinder.session.siteserver import served

DEMO = load_sites(Path(__file__).parents[3] / "sites.yaml")["demo"]


def test_what_is_said_in_extra_follows_the_start_command() -> None:
    with (
        served(DEMO, seed=0, extra=("--fault", "add-button-missing")) as site,
        urllib.request.urlopen(site.url + "product/snake-plant") as page,
    ):
        assert b"Add to basket" not in page.read()


def test_a_fault_that_the_shop_does_not_know_is_explained() -> None:
    with (
        pytest.raises(SiteUnreachable, match="did you mean 'add-button-missing'"),
        served(DEMO, seed=0, extra=("--fault", "add-button-mising")),
    ):
        pass


def test_a_site_without_a_start_command_takes_no_extra() -> None:
    there = replace(DEMO, start=())
    with (
        pytest.raises(UsageError, match="no start command"),
        served(there, seed=0, extra=("--fault", "any")),
    ):
        pass
