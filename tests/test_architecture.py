"""The rules of the house that a machine can keep."""

import ast
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

import jinja2
import networkx
import pytest

ROOT = Path(__file__).parent.parent
# Where each package lies: the checkout has some of pathfinder's at the top, and links to them.
PACKAGES = {
    "pathfinder": "pathfinder",
    "agents": "pathfinder.agents",
    "webprocessor": "pathfinder.webprocessor",
    "analysis": "pathfinder.analysis",
    "bench/pathfinder_demoshop": "pathfinder_demoshop",
    "bench/pathfinder_bench": "pathfinder_bench",
}
MODULES = {
    ".".join((name, *path.relative_to(ROOT / folder).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for folder, name in PACKAGES.items()
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.is_relative_to(ROOT / "pathfinder/agents")
    and not path.is_relative_to(ROOT / "pathfinder/webprocessor")
    and not path.is_relative_to(ROOT / "pathfinder/analysis")
}
PROMPTS = sorted((ROOT / "agents/prompts").rglob("*.md"))

# Each room with what it may import beside itself and what the rooms below it may: a module's room
# is the longest name it begins with.
BELOW = {
    "pathfinder.core": (),
    "pathfinder.webprocessor": ("pathfinder.core",),
    "pathfinder.analysis": ("pathfinder.core",),
    "pathfinder.agents": ("pathfinder.webprocessor",),
    "pathfinder.language": ("pathfinder.agents",),
    "pathfinder.engine": ("pathfinder.language",),
    **{
        f"pathfinder.systems.{name}": ("pathfinder.engine",)
        for name in ("explore", "steps", "uat", "ata", "replay", "heal")
    },
    "pathfinder.systems.crawl": ("pathfinder.systems.explore",),
    "pathfinder.systems": (),
    "pathfinder.export": ("pathfinder.language",),
    "pathfinder.report": ("pathfinder.core",),
    "pathfinder.serve": ("pathfinder.report", "pathfinder.analysis"),
    "pathfinder.testing": ("pathfinder.webprocessor",),
    "pathfinder.session": (
        "pathfinder.systems.crawl",
        "pathfinder.systems.explore",
        "pathfinder.systems.replay",
        "pathfinder.systems.heal",
        "pathfinder.report",
    ),
    "pathfinder.suites": ("pathfinder.session", "pathfinder.systems.steps", "pathfinder.analysis"),
    "pathfinder.experiments": ("pathfinder.session",),
    "pathfinder.api": ("pathfinder.suites",),
    "pathfinder.pytest_plugin": ("pathfinder.suites",),
    "pathfinder.cli": (
        "pathfinder.suites",
        "pathfinder.experiments",
        "pathfinder.export",
        "pathfinder.serve",
        "pathfinder_demoshop",
    ),
    "pathfinder": ("pathfinder.api", "pathfinder.cli"),
    "pathfinder_demoshop": ("pathfinder.core",),
    "pathfinder_bench": ("pathfinder.cli", "pathfinder.api"),
}
ONLY_IN = {
    "selenium": r"(pathfinder/)?webprocessor/|pathfinder/api\.py",
    "websocket": r"(pathfinder/)?webprocessor/",
    "typer": r"pathfinder/cli/|bench/pathfinder_bench/cli",
    "rich": r"pathfinder/cli/|bench/pathfinder_bench/cli",
    "ollama": r"(pathfinder/)?agents/models/",
    "openai": r"(pathfinder/)?agents/models/",
    "xllamacpp": r"(pathfinder/)?agents/models/",
    "huggingface_hub": r"(pathfinder/)?agents/models/",
}
HEAVY = (
    "selenium",
    "pydantic",
    "networkx",
    "rapidfuzz",
    "lxml",
    "jinja2",
    "yaml",
    "fastapi",
    "lark",
    "ollama",
    "openai",
    "xllamacpp",
    "pandas",
)
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = sorted(
    set(
        re.findall(
            r"^\$? *(pathfinder [a-z][^#\n]*|pathfinder --\w+)",
            "\n".join(re.findall(r"```\w*\n(.*?)```", README, re.S)),
            re.M,
        )
    )
)


@cache
def imports(module: str) -> tuple[str, ...]:
    """Modules that a module imports, anywhere in it; relative imports by their full name."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (
                resolve_name("." * node.level + (node.module or ""), package)
                if node.level
                else str(node.module)
            )
            yield from (
                name if (name := f"{base}.{alias.name}") in MODULES else base
                for alias in node.names
            )


def room(module: str) -> str:
    return max(
        (name for name in BELOW if module == name or module.startswith(f"{name}.")),
        key=len,
        default="",
    )


def allowed(name: str) -> set[str]:
    return {name}.union(*(allowed(below) for below in BELOW[name]))


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module):
    mine = room(module)
    upward = [name for name in imports(module) if (to := room(name)) and to not in allowed(mine)]
    assert not upward, (
        f"{module} is in {mine}, which may import {', '.join(sorted(allowed(mine)))} only"
    )


def test_no_modules_import_each_other():
    """Late imports inside a function count, too."""
    graph = networkx.DiGraph(
        (module, name) for module in MODULES for name in imports(module) if name in MODULES
    )
    circles = [
        sorted(circle)
        for circle in networkx.strongly_connected_components(graph)
        if len(circle) > 1
    ]
    assert circles == []


def test_nothing_but_the_package_is_at_top_level():
    """`agents` and others are names of other people's packages.

    They are ours only as `pathfinder.agents`.
    """
    taken = [
        module
        for module, path in MODULES.items()
        for name in imports(module)
        if name.split(".")[0] in ("agents", "webprocessor", "analysis")
    ]
    assert taken == []


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_has_one_home(library):
    users = [
        path.relative_to(ROOT).as_posix()
        for module, path in MODULES.items()
        if any(n.split(".")[0] == library for n in imports(module))
    ]
    assert [user for user in users if not re.match(ONLY_IN[library], user)] == []


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda path: path.stem)
def test_a_prompt_is_a_template(prompt):
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        loader=jinja2.FileSystemLoader(ROOT / "agents/prompts"),
        autoescape=False,
    )
    name = prompt.relative_to(ROOT / "agents/prompts").as_posix()
    assert environment.get_template(name)
    assert not re.search(
        r"\b(basket|checkout|add to cart|saucedemo|oscar)\b",
        prompt.read_text(encoding="utf-8"),
        re.I,
    ), "knows a site"


GROUPS = ("models", "constellations", "analyze", "bench", "heal")


def test_help_imports_nothing_heavy():
    code = (
        "import sys, json; from pathfinder.cli.app import run; run(['--help']); "
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_is_understood(command):
    """Its options are those of the command.

    Run with --help, each option must be in what it prints.
    """
    words = shlex.split(command)[1:]
    names = [word for word in words[:2] if re.fullmatch(r"[a-z][a-z-]+", word)]
    done = _pathfinder(*(names if names[0] in GROUPS else names[:1]), "--help")
    assert done.returncode == 0, done.stderr
    assert [
        word
        for word in words
        if word.startswith("--") and word.partition("=")[0] not in done.stdout
    ] == []


def _pathfinder(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run(
        [sys.executable, "-m", "pathfinder", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+) {2,}#", README))))
def test_a_make_target_of_the_readme_is_there(target):
    done = subprocess.run(
        ["make", "--dry-run", target], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("link", sorted(set(re.findall(r"(?<!!)\[[^]]*\]\(([\w/.-]+)\)", README))))
def test_a_link_of_the_readme_leads_somewhere(link):
    assert (ROOT / link).exists()


def test_no_file_names_an_address_to_fetch_packages_from():
    """Which index packages come from is the machine's business.

    A file that names one breaks behind a mirror.
    """
    tracked = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, check=False, cwd=ROOT
    ).stdout.splitlines()
    host = re.compile(r"pypi\.org|pythonhosted|--(extra-)?index-url|--find-links|--trusted-host")
    named = [
        name
        for name in tracked
        if name != "tests/test_architecture.py" and host.search(_text(ROOT / name))
    ]
    assert named == []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
