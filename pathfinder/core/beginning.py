"""The first files of a tester: a site, a persona, a suite."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from pathfinder.core.errors import UsageError
from pathfinder.core.settings import load_sites, site_from_url
from pathfinder.core.yamlfile import ENV_TAG

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


@dataclass(frozen=True)
class Answers:
    """What a tester says of a site.

    goal: What its users come for. user, variable: An account to test with, and the environment
        variable that holds its password; both empty where there is none.
    """

    url: str
    name: str
    goal: str
    language: str = "English"
    user: str = ""
    variable: str = ""


@dataclass(frozen=True)
class Beginning:
    """Files to be written, by their paths; what is there already is left as it is.

    added: The text that goes to the end of a sites.yaml that is there.
    """

    files: dict[Path, str]
    added: str = ""


def suggested_name(url: str) -> str:
    """A name for a site: `shop` for https://www.shop.example/."""
    host = urlsplit(url).hostname or ""
    parts = [part for part in host.split(".") if part not in ("www", "")]
    name = re.sub(r"[^a-z0-9]+", "-", (parts or ["site"])[0].casefold()).strip("-")
    return "my-site" if not name or name.isdecimal() or name == "localhost" else name


def first_files(answers: Answers, folder: Path) -> Beginning:
    """What to write into a folder.

    Raises:
        UsageError: No http(s) address, a name that can't be one, or one that is taken.
    """
    site_from_url(answers.url)
    if not _NAME.fullmatch(answers.name):
        raise UsageError(f"{answers.name!r}: a name has small letters, digits, - and _")
    if bool(answers.user) != bool(answers.variable):
        raise UsageError("an account needs a user and the variable that holds its password")
    sites = folder / "sites.yaml"
    known = load_sites(sites) if sites.exists() else {}
    if answers.name in known:
        raise UsageError(f"{sites}: {answers.name} is there already; choose another name")
    entry = _site(answers)
    userdata = folder / "userdata"
    files = {
        userdata / "personas" / f"{answers.name}.yaml": _persona(answers),
        userdata / "suites" / f"{answers.name}.suite.yaml": _suite(answers),
    }
    if not known:
        files = {sites: entry, **files}
    for path in files:
        if path.exists():
            raise UsageError(f"{path} is there already; choose another name")
    return Beginning(files, f"\n{entry}" if known else "")


def write_files(beginning: Beginning, folder: Path) -> None:
    """Write them."""
    for path, text in beginning.files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if beginning.added:
        with (folder / "sites.yaml").open("a", encoding="utf-8") as sites:
            sites.write(beginning.added)


def _site(answers: Answers) -> str:
    site = site_from_url(answers.url)
    entry = {answers.name: {"url": site.url, "persona": answers.name, "safe": site.safe}}
    said = "only read, and log in; say false where a test may change the site" if site.safe else ""
    text = yaml.safe_dump(entry, sort_keys=False, allow_unicode=True)
    return text.replace("safe: true\n", f"safe: true   # {said}\n") + (
        "  # success:              # what proves a goal: text present …, url contains …\n"
        f"  #   {answers.goal}: text present Thank you\n"
    )


def _persona(answers: Answers) -> str:
    content = {
        "identity": {"first_name": "Kim", "last_name": "Lee", "full_name": "Kim Lee"},
        "preferences": {"language": answers.language},
    }
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
    head = f"# Whom PathFinder plays on {answers.name}: what forms ask for; add to it.\n"
    if not answers.user:
        return head + text
    user = yaml.safe_dump(answers.user, allow_unicode=True).splitlines()[0]
    kind = "email" if "@" in answers.user else "username"
    account = f"account:\n  {kind}: {user}\n  password: {ENV_TAG} {answers.variable}\n"
    return head + text + account


def _suite(answers: Answers) -> str:
    content = {
        "suite": f"{answers.name}: first cases",
        "site": answers.name,
        "cases": [
            {
                "name": "The first page opens",
                "steps": ["Open '/'"],
                "assertions": ["'Page not found' is not displayed"],
            }
        ],
    }
    return "# Test cases in plain language; docs/test-cases.md says what they may say.\n" + (
        yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    )
