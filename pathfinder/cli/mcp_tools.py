"""The tools of `pathfinder mcp`: sessions for coding agents, over standard input and output.

Each tool runs the command of its name in a process of its own, so that what it prints can't get
among the messages, and a session that is stopped is stopped whole.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from pathfinder.core.version import __version__

_USAGE = 2
_INSTRUCTIONS = (
    "Tests web sites in a real browser with small local models. A verdict says how sure it is: "
    "success and passed are proven, likely is a model's word, inconclusive and expired say "
    "nothing of the site. Passwords stand in personas (userdata/personas), never in a goal."
)


def make_server() -> MCPServer:
    """The server with its tools."""
    server = MCPServer("pathfinder", instructions=_INSTRUCTIONS, version=__version__)
    for tool in (explore, read, replay, findings):
        server.tool()(tool)
    server.tool(name="test")(run_suite)
    return server


async def explore(
    ctx: Context,
    goal: str,
    site: str = "",
    url: str = "",
    persona: str = "",
    max_steps: int = 0,
    success: list[str] | None = None,
) -> dict[str, Any]:
    """Pursue a goal on a site, in words; an empty goal crawls it without a model.

    site is a name in sites.yaml, url any address. success: conditions that prove it, such as
    "text present Thank you". Answers with the verdict, its evidence, the report and findings.
    """
    words = ["explore", "--goal", goal, "--json"]
    words += _given(site=site, url=url, persona=persona)
    words += ["--max-steps", str(max_steps)] if max_steps else []
    words += [word for condition in success or () for word in ("--success", condition)]
    return _only(await _said(words, ctx))


async def run_suite(
    ctx: Context, suite: str, site: str = "", model: str = "none"
) -> dict[str, Any]:
    """Run a suite of written test cases: a file, or a name in userdata/suites.

    model "none": strict sentences are decided by code, others are inconclusive. Answers with the
    verdict of each case.
    """
    words = ["test", suite, "--model", model, "--json", *_given(site=site)]
    return dict(await _said(words, ctx))


async def read(ctx: Context, suite: str, model: str = "none") -> dict[str, Any]:
    """Say what a suite's sentences mean, as statements; they are kept in SUITE.read.yaml."""
    lines = await _lines(["read", suite, "--model", model], ctx, ends=(0, 1))
    return {"said": lines}


async def replay(ctx: Context, scenario: str, heal: bool = False) -> dict[str, Any]:
    """Replay a recorded scenario without a model: a file, a session's folder, or a name.

    heal: Whether steps may be mended where the page has changed.
    """
    words = ["replay", scenario, "--json", *(["--heal"] if heal else [])]
    return {"scenarios": await _said(words, ctx)}


async def findings(ctx: Context, sessions: str = "runs") -> dict[str, Any]:
    """Say what sessions found wrong with a site: exceptions, failed requests, broken links."""
    if not Path(sessions).exists():
        raise ToolError(f"{sessions}: there is no such folder; name a session or a folder of them")
    return {"findings": await _said(["findings", sessions, "--json"], ctx)}


def _given(**options: str) -> list[str]:
    return [word for name, value in options.items() if value for word in (f"--{name}", value)]


def _only(said: Any) -> dict[str, Any]:
    """A verdict without what only the command line needs."""
    return {key: value for key, value in dict(said).items() if value not in ("", [], None)}


async def _said(words: Sequence[str], ctx: Context) -> Any:
    """What a command says as JSON.

    Raises:
        ToolError: It could not be carried out as asked; in the command's own line.
    """
    lines = await _lines(words, ctx, ends=None)
    try:
        return json.loads(lines[-1])
    except (IndexError, ValueError):
        raise ToolError(f"pathfinder {words[0]} said nothing that can be read") from None


async def _lines(words: Sequence[str], ctx: Context, *, ends: tuple[int, ...] | None) -> list[str]:
    """The lines that a command prints; what it says on the way is told as progress.

    ends: Exit codes that are not failures; None for all but those of wrong usage.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "pathfinder",
        *words,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        told, printed = await asyncio.gather(_told(process.stderr, ctx), process.stdout.read())
        code = await process.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
    lines = printed.decode("utf-8", "replace").splitlines()
    failed = code == _USAGE if ends is None else code not in ends
    if failed or not lines:
        last = next((line for line in reversed(told) if line.strip()), f"exit code {code}")
        raise ToolError(last.removeprefix("pathfinder: "))
    return lines


async def _told(stream: asyncio.StreamReader, ctx: Context) -> list[str]:
    lines: list[str] = []
    async for line in stream:
        lines.append(line.decode("utf-8", "replace").rstrip())
        await ctx.report_progress(len(lines), message=lines[-1])
    return lines
