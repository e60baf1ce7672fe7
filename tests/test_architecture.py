"""The rules of the house that a machine can keep."""

import ast
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import jinja2
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("pathfinder", "bench/pathfinder_demoshop", "bench/pathfinder_bench")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
PROMPTS = sorted((ROOT / "agents/prompts").rglob("*.md"))

# Each layer with what it may import, in order: the first that a module's name begins with is its layer.
LAYERS = {
    "pathfinder.core": {"pathfinder.core"},
    "pathfinder_demoshop": {"pathfinder_demoshop", "pathfinder.core"},
    "pathfinder.language.dsl": {"pathfinder.language.dsl", "pathfinder.core"},
    # The benchmark of the testers says how good they are: the formulas are analysis's.
    "pathfinder.experiments": {
        "pathfinder.experiments",
        "analysis",
        "pathfinder",
        "pathfinder.systems",
        "agents",
        "webprocessor",
        "pathfinder.core",
    },
    "pathfinder.export": {"pathfinder.export", "pathfinder.language.dsl", "pathfinder.core"},
    "pathfinder.engine": {"pathfinder.engine", "agents", "webprocessor", "pathfinder.core"},
    "pathfinder.report": {"pathfinder.report", "pathfinder.systems", "agents", "webprocessor", "pathfinder.core"},
    # The words for a running session's steps: the command line and the live page say the same.
    "pathfinder.report.following": {"pathfinder.report.following", "pathfinder.core"},
    # Shows sessions with the report's own templates, and says how raters agree: the formula is analysis's.
    "pathfinder.serve": {"pathfinder.serve", "pathfinder.report", "pathfinder.report.following", "analysis", "pathfinder.core"},
    "pathfinder.systems": {"pathfinder.systems", "pathfinder.engine", "agents", "webprocessor", "pathfinder.core"},
    "pathfinder": {
        "pathfinder",
        "analysis",
        "pathfinder_demoshop",
        "pathfinder.language.dsl",
        "pathfinder.engine",
        "pathfinder.experiments",
        "pathfinder.report.following",
        "pathfinder.export",
        "pathfinder.report",
        "pathfinder.serve",
        "pathfinder.systems",
        "agents",
        "webprocessor",
        "pathfinder.core",
    },
    "webprocessor": {"webprocessor", "pathfinder.core"},
    "agents": {"agents", "webprocessor", "pathfinder.core"},
    "analysis": {"analysis", "pathfinder.core"},
}
ONLY_IN = {
    "selenium": r"webprocessor/",
    "typer": r"pathfinder/cli\w*\.py",
    "rich": r"pathfinder/cli\w*\.py",
    "ollama": r"agents/models/",
    "openai": r"agents/models/",
    "xllamacpp": r"agents/models/",
    "huggingface_hub": r"agents/models/",
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
    set(re.findall(r"^\$? *(pathfinder [a-z][^#\n]*|pathfinder --\w+)", "\n".join(re.findall(r"```\w*\n(.*?)```", README, re.S)), re.M))
)


def imports(module: str) -> Iterator[str]:
    """Modules that a module imports, anywhere in it; relative imports by their full name."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) if node.level else str(node.module)
            yield from (name if (name := f"{base}.{alias.name}") in MODULES else base for alias in node.names)


def layer(module: str) -> str | None:
    return next((name for name in LAYERS if module == name or module.startswith(f"{name}.")), None)


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module):
    allowed = LAYERS[layer(module)]
    upward = [name for name in imports(module) if (to := layer(name)) and to not in allowed and name != "pathfinder"]
    assert not upward, f"{module} may import {', '.join(sorted(allowed))} only"


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_has_one_home(library):
    users = [
        path.relative_to(ROOT).as_posix() for module, path in MODULES.items() if any(n.split(".")[0] == library for n in imports(module))
    ]
    assert [user for user in users if not re.match(ONLY_IN[library], user)] == []


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda path: path.stem)
def test_a_prompt_is_a_template(prompt):
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, loader=jinja2.FileSystemLoader(ROOT / "agents/prompts"), autoescape=False
    )
    name = prompt.relative_to(ROOT / "agents/prompts").as_posix()
    assert environment.get_template(name)
    assert not re.search(r"\b(basket|checkout|add to cart|saucedemo|oscar)\b", prompt.read_text(encoding="utf-8"), re.I), "knows a site"


GROUPS = ("models", "constellations", "analyze", "bench", "heal")


def test_help_imports_nothing_heavy():
    code = "import sys, json; from pathfinder.cli.app import run; run(['--help']); print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_is_understood(command):
    """Its options are those of the command: run with --help, each option must be in what it prints."""
    words = shlex.split(command)[1:]
    names = [word for word in words[:2] if re.fullmatch(r"[a-z][a-z-]+", word)]
    done = _pathfinder(*(names if names[0] in GROUPS else names[:1]), "--help")
    assert done.returncode == 0, done.stderr
    assert [word for word in words if word.startswith("--") and word.partition("=")[0] not in done.stdout] == []


def _pathfinder(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "COLUMNS": "200", "TERM": "dumb"}
    return subprocess.run(
        [sys.executable, "-m", "pathfinder", *words], capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+) {2,}#", README))))
def test_a_make_target_of_the_readme_is_there(target):
    done = subprocess.run(["make", "--dry-run", target], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("link", sorted(set(re.findall(r"(?<!!)\[[^]]*\]\(([\w/.-]+)\)", README))))
def test_a_link_of_the_readme_leads_somewhere(link):
    assert (ROOT / link).exists()


def test_no_file_names_an_address_to_fetch_packages_from():
    """Which index packages come from is the machine's business: a file that names one breaks behind a mirror."""
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=False, cwd=ROOT).stdout.splitlines()
    host = re.compile(r"pypi\.org|pythonhosted|--(extra-)?index-url|--find-links|--trusted-host")
    named = [name for name in tracked if name != "tests/test_architecture.py" and host.search(_text(ROOT / name))]
    assert named == []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
