import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import httpx
import pytest

from pathfinder.cli.shop import demo_shop
from pathfinder.core.errors import UsageError
from pathfinder.core.listening import address_of, listen
from pathfinder_demoshop.serve import HOST, running_shop

COMMAND = [sys.executable, "-m", "pathfinder_demoshop", "--truth"]


@pytest.fixture
def process() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [*COMMAND, "--port", "0", "--seed", "4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as shop:
        yield shop
        shop.kill()


def test_two_shops_are_open_side_by_side() -> None:
    with running_shop() as first, running_shop(seed=2) as second:
        httpx.post(f"{first}/newsletter", data={"email": "robin@example.com"})
        assert len(httpx.get(f"{first}/truth/newsletter").json()) == 1
        assert httpx.get(f"{second}/truth/newsletter").json() == []


def test_the_command_says_where_the_shop_is_and_stops_at_ctrl_c(
    process: "subprocess.Popen[str]",
) -> None:
    assert process.stdout
    assert process.stderr
    line = process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert address
    assert "seed 4" in line
    with urllib.request.urlopen(address[0]) as answer:
        assert b"Fernhill" in answer.read()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == 0
    assert process.stderr.read() == ""


def test_a_port_in_use_is_one_clear_line() -> None:
    with listen(HOST, 0) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, "--port", str(port)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert f"port {port} of {HOST} can't be used" in done.stderr
        with pytest.raises(UsageError, match="choose another one with --port"):
            demo_shop(port=port)


def test_a_free_port_is_found() -> None:
    with listen(HOST, 0) as one, listen(HOST, 0) as other:
        assert address_of(one) != address_of(other)


def test_a_data_folder_that_is_a_file_is_one_clear_line() -> None:
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--data", __file__], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--data" in done.stderr
