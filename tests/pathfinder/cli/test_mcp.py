"""Sessions as tools for coding agents, spoken to by the SDK's own client over stdio."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

ROOT = Path(__file__).parents[3]
SUITE = """suite: one
site: demo
cases:
  - name: The shop opens
    steps:
      - Open '/'
    assertions:
      - "'Shop by category' is displayed"
"""


def spoken(folder: Path, *calls: tuple[str, dict]) -> tuple[list[str], list, list[str]]:
    """The tools' names, the answers to calls, and what was told as progress."""
    told: list[str] = []

    async def progress(number: float, total: float | None, message: str | None) -> None:
        told.append(message or "")

    async def talk() -> tuple[list[str], list]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "bench")]),
        }
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "pathfinder", "mcp"],
            env=environment,
            cwd=str(folder),
        )
        async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as session:
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            answers = [
                await session.call_tool(name, given, progress_callback=progress)
                for name, given in calls
            ]
            return tools, answers

    tools, answers = asyncio.run(talk())
    return tools, answers, told


def test_a_suite_is_run_and_its_verdicts_are_answered(tmp_path: Path) -> None:
    (tmp_path / "one.suite.yaml").write_text(SUITE)
    tools, (answer,), told = spoken(tmp_path, ("test", {"suite": "one.suite.yaml"}))
    assert tools == ["explore", "read", "replay", "findings", "test"]
    said = json.loads(answer.content[0].text)
    assert not answer.is_error
    assert [case["status"] for case in said["cases"]] == ["passed"]
    assert any("The shop opens" in line for line in told)


@pytest.mark.long(but=1)
@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("explore", {"goal": "buy a lamp"}, "name one site"),
        ("replay", {"scenario": "nothing.dsl"}, "nothing.dsl"),
        ("findings", {"sessions": "nowhere"}, "there is no such folder"),
        ("test", {"suite": "nowhere.yaml"}, "nowhere.yaml"),
    ],
)
def test_what_can_not_be_done_is_one_line(
    tmp_path: Path, tool: str, given: dict, said: str
) -> None:
    _, (answer,), _ = spoken(tmp_path, (tool, given))
    assert answer.is_error
    assert said in answer.content[0].text
    assert "Traceback" not in answer.content[0].text
