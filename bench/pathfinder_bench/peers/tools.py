"""The tools: how each is installed, and the command that plays a goal."""

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.core.errors import BrowserMissing, UsageError
from pathfinder.core.suggest import did_you_mean
from pathfinder.webprocessor.start import chromium_names
from pathfinder_bench.sites.contract import Goal, SiteApp
from pathfinder_bench.sites.serving import install_venv, venv_python

_SCRIPTS = Path(__file__).parent / "scripts"
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@dataclass(frozen=True)
class Tool:
    """A tool under test. packages: What its environment is made of; empty for PathFinder's own."""

    name: str
    packages: tuple[str, ...] = ()

    @property
    def is_peer(self) -> bool:
        """It asks the model server, and lives in an environment of its own."""
        return bool(self.packages)

    def install(self, tools: Path) -> None:
        """Make its environment below that folder, once."""
        if self.is_peer:
            install_venv(tools / self.name, self.packages)

    def command(self, tools: Path) -> list[str]:
        """The command without its argument.

        Raises:
            UsageError: The tool is not installed; says how.
        """
        script = _SCRIPTS / f"{self.name.replace('-', '_')}_goal.py"
        if not self.is_peer:
            return [sys.executable, "-m", f"pathfinder_bench.peers.scripts.{script.stem}"]
        python = venv_python(tools / self.name)
        if not python.is_file():
            how = f"run: pathfinder bench peers install {self.name}"
            raise UsageError(f"{self.name} is not installed in {tools}; {how}")
        return [str(python), "-I", str(script)]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool("alumnium", ("alumnium==0.23.1",)),
        Tool("browser-use", ("browser-use==0.13.14",)),
        Tool("pathfinder"),
    )
}


def find_tools(names: tuple[str, ...] = ()) -> list[Tool]:
    """The tools of those names, or all.

    Raises:
        UsageError: There is no such tool.
    """
    for name in names:
        if name not in TOOLS:
            raise UsageError(f"no tool {name!r}; {did_you_mean(name, TOOLS)}")
    return [TOOLS[name] for name in names or TOOLS]


def chromium() -> str:
    """The browser that the other tools start.

    Raises:
        BrowserMissing: There is none.
    """
    found = next(filter(None, map(shutil.which, chromium_names(headed=False))), None)
    if not found:
        raise BrowserMissing("no Chromium found; install it with `apt-get install chromium`")
    return found


def asked(app: SiteApp, goal: Goal, url: str) -> dict[str, Any]:
    """What a script is told of a goal, whatever its tool."""
    return {
        "app": str(app.folder),
        "goal_id": goal.id,
        "address": url,
        "url": url + app.sheet.start,
        "goal": f"{goal.goal}\n\n{who(app.sheet.persona)}",
        "asks": goal.goal if goal.answer else "",
        "chromium_arguments": CHROMIUM_ARGUMENTS,
    }


def who(persona: Mapping[str, Any]) -> str:
    """The persona's facts as sentences, for a tool that knows no personas."""
    account = persona.get("account", {})
    name = f"{persona.get('first_name', '')} {persona.get('last_name', '')}".strip()
    facts = {
        f"I am {name}": name,
        f"my e-mail address is {persona.get('email')}": persona.get("email"),
    }
    told = [" and ".join(fact for fact, known in facts.items() if known)]
    if account:
        told += [
            f"Log in as {account['username']} with the password {account['password']} if needed"
        ]
    return " ".join(f"{line}." for line in told if line)
