"""The photographs and letters of an archive, kept by Label Studio, told by SQLite."""

import json
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_STATE = {
    "project": (
        "select id, title, description, label_config, expert_instruction, show_instruction, "
        "sampling, color, is_published, enable_empty_annotation, show_skip_button, "
        "maximum_annotations from project where not is_draft"
    ),
    "item": "select id, data, project_id from task",
    "finding": (
        "select id, result, task_id, completed_by_id, was_cancelled, ground_truth "
        "from task_completion"
    ),
    "account": "select id, email, first_name, last_name, phone, password, is_active from htx_user",
    "member": "select id, user_id, deleted_at from organizations_organizationmember",
}


def install(home: Path) -> None:
    """Install the package and make the archive's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    archive = home.absolute() / "data/archive.json"
    archive.write_text(json.dumps(read_yaml(_HERE / "archive.yaml").content), encoding="utf-8")
    fill = [str(venv_python(home)), str(_HERE / "served/fill.py"), str(archive)]
    run_tool(fill, env=_environment(home), cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(home.absolute() / "venv/bin/label-studio"), "start", "--no-browser"]
    command += ["--internal-host", "127.0.0.1", "--port", str(port)]
    with serving(command, port, path="/health", env=_environment(home), cwd=home) as url:
        yield url


def begun(home: Path, url: str, title: str, about: str) -> bool:
    """Whether exactly this project is new."""
    changed = _changed(home)
    return [sort for sort, _ in changed] == ["project"] and all(
        one.get("new") and one["title"].strip() == title and _plain(one["description"]) == about
        for one in changed.values()
    )


def told_first(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly this project shows these words, and no others, before one begins."""
    changed = _changed(home)
    one = changed.pop(_key(home, "project", title=title), {})
    return (
        not changed
        and set(one) == {"expert_instruction", "show_instruction"}
        and _plain(one["expert_instruction"]) == words
        and one["show_instruction"] == 1
    )


def sorted_as(home: Path, url: str, title: str, wanted: str) -> bool:
    """Whether exactly these items, as `One = Kind; Another = Kind`, are sorted, and like this."""
    kinds = dict(each.strip().split(" = ") for each in wanted.split(";"))
    project = _key(home, "project", title=title)[1]
    right = {
        _key(home, "item", data={"text": text}, project_id=project)[1]: {"kind": [kind]}
        for text, kind in kinds.items()
    }
    changed = _changed(home)
    found = {one.get("task_id"): one.get("result") for one in changed.values()}
    return (
        found == right
        and len(changed) == len(right)
        and all(
            sort == "finding" and holds(one, {"new": True, "was_cancelled": ""})
            for (sort, _), one in changed.items()
        )
    )


def corrected(home: Path, url: str, writer: str, subject: str, kind: str) -> bool:
    """Whether exactly one thing is another: the kind of this writer's letter about that."""
    before = _state(home / "first")
    [letter] = [
        key[1]
        for key, one in before.items()
        if key[0] == "item" and one["data"]["text"].startswith(writer) and subject in str(one)
    ]
    key = key_of(before, "finding", {"task_id": letter})
    return _changed(home) == {key: {"result": before[key]["result"] | {"kind": [kind]}}}


def also_offered(home: Path, url: str, title: str, kind: str) -> bool:
    """Whether exactly this project offers one kind more."""
    key = _key(home, "project", title=title)
    now = _changed(home)
    if set(now) != {key} or set(now[key]) != {"label_config"}:
        return False
    before = _parts(_state(home / "first")[key]["label_config"])
    after = _parts(now[key]["label_config"])
    new = [part for part in after if part not in before]
    return (
        [tag for tag, _ in new] == ["Choice"]
        and new[0][1]["value"].strip() == kind
        and ([part for part in after if part in before] == before)
    )


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All that goals are about, by sort and number; of a finding what was chosen and written."""
    state = rows_of(folder / "archive.sqlite3", _STATE)
    for (sort, _), one in state.items():
        if sort == "item":
            one["data"] = json.loads(one["data"])
        elif sort == "finding":
            said = json.loads(one["result"] or "[]")
            one["result"] = {
                each["from_name"]: each["value"].get("choices") or each["value"].get("text")
                for each in said
            }
    return state


def _key(home: Path, sort: str, **wanted: Any) -> tuple[str, Any]:
    """The one of the first day that is so."""
    return key_of(_state(home / "first"), sort, wanted)


def _parts(config: str) -> list[tuple[str, dict[str, str]]]:
    """What a labelling interface is made of, in its order: tags and their attributes."""
    return [(one.tag, dict(one.attrib)) for one in ET.fromstring(config).iter()]


def _plain(text: object) -> str:
    return " ".join(str(text or "").split()).rstrip(".")


def _environment(home: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "core.settings.label_studio",
        "LABEL_STUDIO_BASE_DATA_DIR": str(home.absolute() / "data"),
        "LABEL_STUDIO_DATABASE_NAME": str(home.absolute() / "data/archive.sqlite3"),
        "SECRET_KEY": "a site on loopback has no secrets",
        "DISABLE_SIGNUP_WITHOUT_LINK": "1",
        "COLLECT_ANALYTICS": "0",  # nothing is told to another host, or asked of one
        "LATEST_VERSION_CHECK": "0",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
        "CONVERTER_DOWNLOAD_RESOURCES": "0",
    }
