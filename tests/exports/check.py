"""Recorded sessions, exported, run green on unchanged shops where PathFinder is not installed.

    python tests/exports/check.py        # or: make exports

Takes sessions of `pathfinder example` (demo shop and django-oscar), records each, writes every runnable
export of it, and runs that in an environment that has pytest, Selenium and Playwright alone; the export
for Playwright Test where npm is there to install it.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

from pathfinder.core.scenario import Scenario, load_scenario
from pathfinder.core.settings import (
    DEFAULT_PERSONA,
    load_persona,
    load_sites,
    sites_file,
    userdata_folder,
)
from pathfinder.core.task import Site
from pathfinder.export import exported
from pathfinder.export.source import secret_variable
from pathfinder.session.recording import record_session
from pathfinder.session.replay_options import Options
from pathfinder.session.siteserver import served

ROOT = Path(__file__).parents[2]
SESSIONS = (
    "demo-27/trials/048eda48a70cb6b0",
    "demo-27/trials/10749f369dcd419f",
    "demo-27/trials/a5bd3c04de02ca22",
    "oscar-follow-up/trials/1f3831e2fcb08693",
    "oscar-follow-up/trials/fdd8b64eaf621620",
)
NEEDED = ("pytest", "selenium", "playwright")
CONFIG = """
import { defineConfig } from "@playwright/test";
const launchOptions = { executablePath: process.env.CHROME_BINARY, args: ["--no-sandbox"] };
export default defineConfig({ use: { launchOptions } });
"""


def main() -> int:
    """Run every export; 1 where one of them failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "sessions", nargs="*", help="folders of sessions; without any, the examples"
    )
    asked = parser.parse_args()
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        folders = [Path(one) for one in asked.sessions] or _examples(work)
        runs = _runners(work)
        failed = [line for folder in folders for line in _tried(folder, runs, work)]
    print(f"{len(failed)} failed" if failed else "every export runs green")
    return 1 if failed else 0


def _examples(work: Path) -> list[Path]:
    command = [sys.executable, "-m", "pathfinder", "example", str(work / "example")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return [work / "example" / name for name in SESSIONS]


Run = Callable[[str, Mapping[str, str]], "subprocess.CompletedProcess[str]"]


def _runners(work: Path) -> dict[str, Run]:
    """How each form is run: a text and an environment to what came of it."""
    python = _bare_python(work / "env")

    def by_pytest(text: str, environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
        folder = Path(tempfile.mkdtemp(dir=work))
        (folder / "test_it.py").write_text(text, encoding="utf-8")
        return _run([str(python), "-m", "pytest", "-q", "test_it.py"], folder, environment)

    runs: dict[str, Run] = {"pytest-selenium": by_pytest, "playwright-python": by_pytest}
    if shutil.which("npm"):
        runs["playwright-ts"] = _by_playwright_test(work / "node")
    else:
        print("npm is not installed: playwright-ts is not tried")
    return runs


def _bare_python(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    quiet = ["--quiet", "--disable-pip-version-check"]
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    subprocess.run(
        [python, "-m", "pip", "install", *quiet, *constraints, *NEEDED], check=True, env=_outside()
    )
    found = [python, "-c", "import pathfinder"]
    there = subprocess.run(found, capture_output=True, cwd=folder, env=_outside())
    assert there.returncode, "the environment is to be without PathFinder"
    return python


def _by_playwright_test(folder: Path) -> Run:
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    (folder / "playwright.config.ts").write_text(CONFIG, encoding="utf-8")
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "@playwright/test"]
    subprocess.run(install, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    def run(text: str, environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
        (folder / "it.spec.ts").write_text(text, encoding="utf-8")
        return _run(["npx", "playwright", "test", "--timeout=90000"], folder, environment)

    return run


def _outside() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _run(
    command: list[str], folder: Path, environment: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        cwd=folder,
        env={**_outside(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def _tried(folder: Path, runs: Mapping[str, Run], work: Path) -> list[str]:
    """Record a session and run its exports; those that failed."""
    copy = Path(tempfile.mkdtemp(dir=work)) / folder.name
    shutil.copytree(folder, copy)
    sites = _sites_file(folder)
    scenario = record_session(copy, Options(sites=sites))
    site = load_sites(sites)[scenario.site]
    failed = []
    for form, run in runs.items():
        done = _on_a_fresh_site(site, scenario, run, exported(copy, form, sites=sites))
        print(
            f"{folder.name} {scenario.site} {form}: {'failed' if done.returncode else 'passed'}",
            flush=True,
        )
        if done.returncode:
            print(done.stdout[-4000:], done.stderr[-2000:])
            failed.append(form)
    assert load_scenario(copy).verified, f"{folder}: its recording does not replay"
    return failed


def _sites_file(folder: Path) -> Path:
    return ROOT / "tests/sites/sites.yaml" if "oscar" in str(folder) else sites_file(None)


def _on_a_fresh_site(
    site: Site, scenario: Scenario, run: Run, text: str
) -> "subprocess.CompletedProcess[str]":
    persona = load_persona(userdata_folder(), scenario.persona or DEFAULT_PERSONA)
    secrets = {secret_variable(key): persona.values[key] for key in persona.secret}
    with served(site, seed=scenario.seed or 0) as here:
        environment = {
            "BASE_URL": here.url,
            "CHROME_BINARY": shutil.which("chromium") or shutil.which("google-chrome") or "",
            "CHROME_ARGS": "--no-sandbox",
            "SE_OFFLINE": "true",
        }
        return run(text, {**environment, **secrets})


if __name__ == "__main__":
    sys.exit(main())
