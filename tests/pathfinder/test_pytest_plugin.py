"""Teams run suites with their own pytest: cases are items, a case without a verdict is an error."""

import subprocess
import sys
from pathlib import Path

from pathfinder_demoshop.serve import running_shop

ROOT = Path(__file__).parents[2]
SUITE = """
cases:
  - name: Vague
    steps: [Have a look around]
"""


def test_a_suite_is_collected_and_a_case_without_a_verdict_is_an_error(tmp_path):
    (tmp_path / "shop.suite.yaml").write_text(SUITE, encoding="utf-8")
    with running_shop() as url:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "pathfinder.pytest_plugin",
            "-p",
            "no:cacheprovider",
            "-q",
            "shop.suite.yaml",
        ]
        command += ["--pathfinder-url", url, "--junitxml", "junit.xml"]
        environment = {
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin:/usr/local/bin",
            "HOME": str(Path.home()),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
        )
    assert "1 error" in done.stdout, done.stdout + done.stderr
    assert "blame: user" in done.stdout
    assert '<error message="failed on setup' in (tmp_path / "junit.xml").read_text(encoding="utf-8")
