"""Mistakes that a careless maintainer could make, each with the tests that have to notice: `make mutants`.

A mutant is one exact text of one file and what stands there instead (`mutants.yaml`). Each is written into a copy of the tree in a
temporary folder, never in place, and the tests named for it run there: caught when one fails, survived when all pass. A text that is
no longer found, or found twice, ends the run: the mutant has to follow the code.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import yaml

ROOT = Path(__file__).resolve().parents[1]
MUTANTS = Path(__file__).with_name("mutants.yaml")
COPIED = ("pathfinder", "webprocessor", "agents", "analysis", "tests", "userdata", "bench", "docs")
FILES = ("sites.yaml", "pyproject.toml", "constraints.txt", "Makefile", "README.md")
MOST_SECONDS = 600
_FAILED = 1  # pytest's exit code for tests that ran and failed; any other one but 0 is no answer


@dataclass(frozen=True)
class Mutant:
    """One mistake.

    breaks: What it breaks, in the words of a user. area: verdicts, guards, healing, masking, safe mode, hosts, prompts, statements.
    tests: What pytest is given; the first failure is enough.
    """

    area: str
    breaks: str
    file: str
    text: str
    instead: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """Where it is and what it breaks."""
        return f"{self.area}: {self.breaks} ({self.file})"


@dataclass(frozen=True)
class Result:
    """What came of a mutant. trouble: Why it could not be tried; empty where it was. by: The test that failed first."""

    mutant: Mutant
    caught: bool
    by: str = ""
    trouble: str = ""


class BadMutant(ValueError):
    """The list does not fit the code; the message says where."""


def read(path: Path) -> list[Mutant]:
    """The mutants of a file.

    Raises:
        BadMutant: A key is missing, or two mutants are the same.
    """
    try:
        mutants = [
            _mutant(area, one)
            for area, ones in yaml.safe_load(path.read_text(encoding="utf-8")).items()
            for one in ones
        ]
    except (yaml.YAMLError, AttributeError, TypeError) as error:
        raise BadMutant(f"{path.name}: not a list of mutants by area: {error}") from None
    twice = {(one.file, one.text, one.instead) for one in mutants}
    if len(twice) < len(mutants):
        raise BadMutant(f"{path.name}: {len(mutants) - len(twice)} mutants are there twice")
    return mutants


def _mutant(area: str, one: Mapping[str, object]) -> Mutant:
    missing = {"breaks", "file", "text", "instead", "tests"} - set(one)
    if missing:
        raise BadMutant(f"{area}: {one.get('breaks', one)}: {', '.join(sorted(missing))} missing")
    tests = tuple(str(one["tests"]).split())
    return Mutant(
        area, str(one["breaks"]), str(one["file"]), str(one["text"]), str(one["instead"]), tests
    )


def mutated(mutant: Mutant, root: Path) -> str:
    """The whole text of the mutant's file.

    Raises:
        BadMutant: The text is not there exactly once, or a test is not there.
    """
    path = root / mutant.file
    if not path.is_file():
        raise BadMutant(f"{mutant.name}: there is no such file")
    whole = path.read_text(encoding="utf-8")
    count = whole.count(mutant.text)
    if count != 1:
        raise BadMutant(
            f"{mutant.name}: its text is there {count} times, not once: {mutant.text!r}"
        )
    for test in mutant.tests:
        if (
            not test.startswith("-")
            and "/" in test
            and not (root / test.partition("::")[0]).exists()
        ):
            raise BadMutant(f"{mutant.name}: there is no test {test}")
    return whole.replace(mutant.text, mutant.instead)


def copy_tree(root: Path, into: Path) -> Path:
    """What the tests need of the tree, without what they leave behind."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", "runs")
    for folder in COPIED:
        if (root / folder).is_dir():
            shutil.copytree(root / folder, into / folder, ignore=ignored, symlinks=True)
    for file in FILES:
        if (root / file).is_file():
            shutil.copy2(root / file, into / file)
    return into


def attempt(mutant: Mutant, tree: Path) -> Result:
    """Write a mutant into a copy, run its tests there, and put the file back."""
    path = tree / mutant.file
    before = path.read_text(encoding="utf-8")
    path.write_text(mutated(mutant, tree), encoding="utf-8")
    try:
        return _tried(mutant, run_tests(mutant.tests, tree))
    except subprocess.TimeoutExpired:
        return Result(mutant, True, by=f"no end within {MOST_SECONDS} s")
    finally:
        path.write_text(before, encoding="utf-8")


def run_tests(tests: Sequence[str], tree: Path) -> subprocess.CompletedProcess[str]:
    """Pytest in a copy of the tree, up to the first failure."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(tree), str(tree / "bench"))),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        command,
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )


def _tried(mutant: Mutant, done: subprocess.CompletedProcess[str]) -> Result:
    lines = done.stdout.splitlines()
    failed = next(
        (
            line.removeprefix("FAILED ").partition(" - ")[0]
            for line in lines
            if line.startswith("FAILED ")
        ),
        "",
    )
    if done.returncode == _FAILED and failed:
        return Result(mutant, True, by=failed)
    if done.returncode == 0:
        return Result(mutant, False)
    return Result(
        mutant,
        False,
        trouble=f"pytest ended with {done.returncode}: {(lines or [done.stderr.strip()])[-1][-200:]}",
    )


def run(mutants: Sequence[Mutant], root: Path, *, at_once: int) -> Iterator[Result]:
    """Try all mutants, some at a time, each in a copy of its own; in their order.

    Raises:
        BadMutant: A test fails without any mutant.
    """
    with tempfile.TemporaryDirectory(prefix="pathfinder-mutants-") as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(at_once):
            trees.put(copy_tree(root, Path(folder) / str(number)))
        files = dict.fromkeys(
            word.partition("::")[0] for mutant in mutants for word in mutant.tests if "/" in word
        )
        whole = run_tests(tuple(files), Path(folder) / "0")
        if whole.returncode != 0:
            raise BadMutant(
                f"the tests fail without a mutant: {(whole.stdout or whole.stderr).strip()[-400:]}"
            )

        def one(mutant: Mutant) -> Result:
            tree = trees.get()
            try:
                return attempt(mutant, tree)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(at_once) as pool:
            yield from pool.map(one, mutants)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when all are caught, 1 when one survives or can't be tried, 2 when the list does not fit the code."""
    parser = argparse.ArgumentParser(
        prog="make mutants", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument(
        "words",
        nargs="*",
        help="only mutants whose area, file or description has one of these words",
    )
    parser.add_argument("--at-once", type=int, default=2, help="how many at a time (2)")
    parser.add_argument(
        "--list", action="store_true", help="check the list against the code, and run nothing"
    )
    options = parser.parse_args(arguments)
    try:
        mutants = [
            one
            for one in read(MUTANTS)
            if not options.words or any(word in one.name for word in options.words)
        ]
        for mutant in mutants:
            mutated(mutant, ROOT)
        if options.list:
            print("\n".join(one.name for one in mutants))
            return 0
        return _report(run(mutants, ROOT, at_once=options.at_once))
    except BadMutant as error:
        print(error, file=sys.stderr)
        return 2


def _report(results: Iterator[Result]) -> int:
    caught = other = 0
    for result in results:
        caught += result.caught
        other += not result.caught
        word = "caught  " if result.caught else "SURVIVED" if not result.trouble else "NO ANSWER"
        print(
            f"{word} {result.mutant.name}{f': {result.by or result.trouble}' if result.by or result.trouble else ''}",
            flush=True,
        )
    print(f"{caught} of {caught + other} caught")
    return 1 if other or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
