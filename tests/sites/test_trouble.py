"""The site that causes trouble causes the trouble that its pages promise."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.sites.trouble import BIG, PASSWORD, USER, running_trouble

QUIET = (
    "broken",
    "basic-auth",
    "cut-off",
    "drop",
    "file",
    "hang",
    "redirect-loop",
    "redirect-off-host",
    "requests",
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_trouble() as url:
        yield url


def pages(url: str) -> list[str]:
    return re.findall(r'<a href="/([\w-]+)">', httpx.get(url).text)


def test_every_page_on_the_list_opens(url):
    names = [name for name in pages(url) if name not in QUIET]
    assert len(names) >= 25
    with httpx.Client() as http:
        answers = {name: http.get(url + name) for name in names}
    assert {
        name
        for name, answer in answers.items()
        if answer.status_code != 200 or "<h1>" not in answer.text
    } == set()


def test_pages_that_fail_fail_as_they_say(url):
    assert httpx.get(f"{url}broken").status_code == 500
    assert httpx.get(f"{url}nowhere").status_code == 404
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"{url}drop")
    with pytest.raises(httpx.RemoteProtocolError, match=r"incomplete|without sending complete"):
        httpx.get(f"{url}cut-off")
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{url}hang", timeout=0.3)
    with pytest.raises(httpx.TooManyRedirects):
        httpx.get(f"{url}redirect-loop", follow_redirects=True)


def test_stopping_does_not_wait_for_an_answer_that_hangs():
    with running_trouble() as url, pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{url}hang", timeout=0.2)
    with pytest.raises(httpx.ConnectError):
        httpx.get(url)


def test_members_need_their_password(url):
    assert httpx.get(f"{url}basic-auth").status_code == 401
    assert "Members only" in httpx.get(f"{url}basic-auth", auth=(USER, PASSWORD)).text


def test_the_big_page_is_big(url):
    assert len(httpx.get(f"{url}big").content) > BIG


def test_the_form_comes_back_until_it_is_right(url):
    first = {"step": "1", "full_name": "Alex Morgan", "postcode": "M1 1PT"}
    second = first | {"step": "2", "delivery": "standard", "email": "alex"}
    assert (
        "Postcode: This field is required."
        in httpx.post(f"{url}form", data=first | {"postcode": " "}).text
    )
    assert "<h1>Delivery</h1>" in httpx.post(f"{url}form", data=first).text
    assert "E-mail: Enter a valid e-mail address." in httpx.post(f"{url}form", data=second).text
    assert (
        "Your reference is 1001"
        in httpx.post(f"{url}form", data=second | {"email": "alex@example.com"}).text
    )


def test_requests_are_told_with_the_host_that_they_were_for():
    with running_trouble() as url:
        port = httpx.URL(url).port
        location = httpx.get(f"{url}redirect-off-host").headers["location"]
        assert location == f"http://elsewhere.localhost:{port}/landing"
        httpx.get(f"{url}landing", headers={"Host": f"elsewhere.localhost:{port}"})
        assert [(each["host"], each["path"]) for each in httpx.get(f"{url}requests").json()] == [
            (f"127.0.0.1:{port}", "/redirect-off-host"),
            (f"elsewhere.localhost:{port}", "/landing"),
        ]
