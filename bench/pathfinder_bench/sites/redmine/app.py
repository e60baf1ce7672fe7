"""What is to be done for a water mill's repair, kept by Redmine, told by SQLite."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    dangling,
    install_apt,
    packages_of,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_NAMES = (
    "join projects project on project.id = one.project_id left join users person on person.id ="
)
_STATE = {
    "issue": (
        "select one.id, subject, one.description, project.name as project, tracker.name as tracker,"
        " state.name as state, priority.name as priority, login as whose, version.name as aim,"
        " start_date, due_date, done_ratio, estimated_hours, one.parent_id, is_private,"
        f" category_id, author_id from issues one {_NAMES} one.assigned_to_id"
        " join trackers tracker on tracker.id = tracker_id"
        " join issue_statuses state on state.id = status_id"
        " join enumerations priority on priority.id = priority_id"
        " left join versions version on version.id = fixed_version_id"
    ),
    "said": "select id, journalized_id, notes, private_notes from journals where notes <> ''",
    "tie": "select id, issue_from_id, issue_to_id, relation_type from issue_relations",
    "hours": (
        "select one.id, project.name as project, login as who, subject, spent_on, hours, comments,"
        f" activity.name as activity from time_entries one {_NAMES} one.user_id"
        " join enumerations activity on activity.id = activity_id"
        " left join issues on issues.id = issue_id"
    ),
    "aim": (
        "select one.id, one.name, project.name as project, effective_date, one.status, sharing,"
        f" one.description from versions one {_NAMES} null"
    ),
    "page": (
        "select page.id, title, wiki_id, protected, parent_id, text from wiki_pages page"
        " join wiki_contents on page_id = page.id"
    ),
    "news": "select id, project_id, title, summary, description from news",
    "comment": "select id, commented_id, content from comments",
    "category": "select id, name, project_id, assigned_to_id from issue_categories",
    "file": "select id, container_type, container_id, filename from attachments",
    "person": "select id, login, firstname, lastname, hashed_password, status, admin from users",
    "member": (
        "select role.id, user_id, project_id, role_id from member_roles role"
        " join members on members.id = member_id"
    ),
    "project": "select id, name, description, parent_id, status, is_public from projects",
    "part": "select id, project_id, name from enabled_modules",
    "kind of work": "select id, name, project_id, active from enumerations",
}


def install(home: Path) -> None:
    """Unpack the packages, have the application make its tables, and fill them."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    app, data = home.absolute() / "app", home.absolute() / "data"
    for folder in (app, data):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "usr/share/redmine", app, ignore=dangling)
    sources = app / "Gemfile"
    text = sources.read_text(encoding="utf-8").replace("/usr/share/redmine/", f"{app}/")
    sources.write_text(text, encoding="utf-8")
    (app / "instances").mkdir()
    (app / "instances/default").symlink_to(data)
    for name in ("config", "files", "log", "tmp"):
        (data / name).mkdir(parents=True)
    where = {"adapter": "sqlite3", "database": str(data / "mill.sqlite3"), "timeout": 10000}
    settings = json.dumps({"production": where})
    (data / "config/database.yml").write_text(settings, encoding="utf-8")
    (data / "config/secret_key.txt").write_text("no-secrets-on-loopback" * 3, encoding="utf-8")
    run_tool(_ruby(home, "rake", "db:migrate"), env=_environment(home), cwd=app)
    password = read_yaml(_HERE / "site.yaml").content["persona"]["account"]["password"]
    fill = [str(_HERE / "served/fill.rb"), str(app), str(_HERE / "mill.yaml"), password]
    run_tool([*_ruby(home), *fill], env=_environment(home), cwd=app)
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    told = ("--bind", f"tcp://127.0.0.1:{port}", "--threads", "1:3", "--environment", "production")
    command = _ruby(home, "puma", *told, "config.ru")
    app = home.absolute() / "app"
    with serving(command, port, path="/login", env=_environment(home), cwd=app) as url:
        yield url


def reported(
    home: Path, url: str, subject: str, project: str, tracker: str, priority: str, whose: str
) -> bool:
    """Whether exactly this is new to be done, nobody has begun it, and it is this person's."""
    wanted = {"subject": subject, "project": project, "tracker": tracker, "priority": priority}
    usual = {"new": True, "state": "New", "whose": whose, "due_date": "", "aim": ""}
    plain = {"parent_id": "", "is_private": "", "done_ratio": "", "estimated_hours": ""}
    return _only(home, "issue", wanted | usual | plain)


def put_off(home: Path, url: str, subject: str, due: str) -> bool:
    """Whether exactly this has until that day."""
    return _changed(home) == {_issue(home, subject): {"due_date": due}}


def worked(
    home: Path, url: str, subject: str, day: str, hours: str, activity: str, who: str
) -> bool:
    """Whether exactly these hours are new, and what they were spent on is done."""
    changed = _changed(home)
    done = changed.pop(_issue(home, subject), {})
    wanted = {"new": True, "subject": subject, "spent_on": day, "activity": activity, "who": who}
    (sort, _), one = the_only(changed)
    return (
        done in ({"state": "Done"}, {"state": "Done", "done_ratio": 100})
        and sort == "hours"
        and holds(one, wanted | {"hours": float(hours)})
    )


def handed_over(home: Path, url: str, subjects: str, whose: str) -> bool:
    """Whether exactly these, as `One; Another`, are this person's now."""
    wanted = {_issue(home, subject.strip()): {"whose": whose} for subject in subjects.split(";")}
    return _changed(home) == wanted


def aimed(home: Path, url: str, name: str, project: str, day: str) -> bool:
    """Whether exactly this is a new aim, open, of this project alone."""
    wanted = {"name": name, "project": project, "effective_date": day}
    return _only(home, "aim", wanted | {"new": True, "status": "open", "sharing": "none"})


def _only(home: Path, sort: str, wanted: Row) -> bool:
    """Whether exactly one is not as on the first day, of this sort and with these values."""
    (found, _), one = the_only(_changed(home))
    return found == sort and holds(one, wanted)


def _issue(home: Path, subject: str) -> tuple[str, Any]:
    return key_of(_state(home / "first"), "issue", {"subject": subject})


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(data: Path) -> dict[tuple[str, Any], Row]:
    return rows_of(data / "mill.sqlite3", _STATE)


def _ruby(home: Path, program: str = "", *words: str) -> list[str]:
    """Debian's Ruby, with one of its programs."""
    programs = home.absolute() / "apt/usr/bin"
    return [str(programs / "ruby3.1"), *([str(programs / program), *words] if program else [])]


def _environment(home: Path) -> dict[str, str]:
    """Where Ruby finds its own parts and those of others, below the home."""
    parts = home.absolute() / "apt/usr/lib"
    [libraries] = parts.glob("*-linux-gnu")
    own = [place / "ruby" for place in (parts, libraries)]
    ruby = [place / folder for folder in ("vendor_ruby/3.1.0", "3.1.0") for place in own]
    shared = home.absolute() / "apt/usr/share/rubygems-integration"
    gems = [parts / "ruby/gems/3.1.0", shared / "3.1.0", shared / "all"]
    return {
        "LD_LIBRARY_PATH": str(libraries),
        "RUBYLIB": ":".join(map(str, [parts / "ruby/vendor_ruby", *ruby])),
        "GEM_PATH": ":".join(map(str, [*gems, libraries / "rubygems-integration/3.1.0"])),
        "GEM_HOME": str(home.absolute() / "gems"),
        "RAILS_ENV": "production",
        "TZ": "UTC",
    }
