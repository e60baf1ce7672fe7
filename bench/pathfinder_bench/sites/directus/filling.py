"""The club's first data, made through Directus's own API."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.serving import NotInstalled

TOKEN = "a-site-on-loopback-has-no-secrets"
_DESK = "5f0c8c1e-2f0a-4b53-9a57-6a0f5d1c7e21"
_PLAIN = {
    "text": ("string", "input", True),
    "number": ("integer", "input", True),
    "day": ("date", "datetime", True),
    "lines": ("text", "input-multiline", False),
}
_NUMBER = {
    "field": "id",
    "type": "integer",
    "meta": {"hidden": True, "readonly": True},
    "schema": {"is_primary_key": True, "has_auto_increment": True},
}


def fill(url: str, folder: Path) -> None:
    """Make the sorts of things, the things, who may log in and how lists look."""
    sorts = read_yaml(folder / "forms.yaml").content
    rows = read_yaml(folder / "club.yaml").content
    account = read_yaml(folder / "site.yaml").content["persona"]
    for path, content in [*_forms(sorts), *_things(sorts, rows), *_desk(sorts, account)]:
        _post(url, path, content)


def _forms(sorts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each sort with its fields, then what refers to what, then how its list looks."""
    for place, (name, sort) in enumerate(sorts.items()):
        meta = {"icon": sort["icon"], "display_template": sort["named"], "sort": place}
        fields = [_NUMBER, *(_field(*each) for each in sort["fields"].items())]
        yield "/collections", {"collection": name, "meta": meta, "schema": {}, "fields": fields}
    for name, sort in sorts.items():
        for field, kind in sort["fields"].items():
            if isinstance(kind, dict) and "of" in kind:
                other = {"field": field, "related_collection": kind["of"]}
                yield "/relations", {"collection": name, **other, "schema": {}}
        layout = {"layout": sort["layout"], "layout_options": {sort["layout"]: sort["looks"]}}
        yield "/presets", {"collection": name, **layout}


def _field(name: str, kind: Any) -> dict[str, Any]:
    """How Directus is told of a field."""
    if isinstance(kind, str):
        column, interface, required = _PLAIN[kind]
        return {"field": name, "type": column, "meta": _meta(interface, {}, required=required)}
    if "of" in kind:
        meta = _meta("select-dropdown-m2o", {}, required=True) | {"special": ["m2o"]}
        return {"field": name, "type": "integer", "meta": meta, "schema": {}}
    choices = [{"value": value, "text": text} for value, text in kind.items()]
    meta = _meta("select-dropdown", {"choices": choices}, required=True)
    return {"field": name, "type": "string", "meta": meta | _labels(choices)}


def _meta(interface: str, options: Mapping[str, Any], *, required: bool) -> dict[str, Any]:
    return {"interface": interface, "options": options, "required": required}


def _labels(choices: list[dict[str, str]]) -> dict[str, Any]:
    """Lists show the words of what was chosen."""
    return {"display": "labels", "display_options": {"choices": choices}}


def _things(sorts: Mapping[str, Any], rows: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, sort in sorts.items():
        columns = ["id", *sort["fields"]]
        things = [dict(zip(columns, map(_plain, row), strict=True)) for row in rows[name]]
        yield f"/items/{name}", [{key: one[key] for key in one if one[key] != ""} for one in things]


def _plain(value: Any) -> Any:
    """YAML's days as text."""
    return value if isinstance(value, int | str) else str(value)


def _desk(sorts: Mapping[str, Any], persona: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Who keeps the books: what the desk may do, and who sits at it."""
    rights: list[dict[str, Any]] = [
        {"collection": name, "action": action, "fields": ["*"], "permissions": {}}
        for name in sorts
        for action in ("create", "read", "update", "delete")
    ]
    yield "/roles", {"id": _DESK, "name": "Desk"}
    grants = {"name": "Desk", "app_access": True, "permissions": rights}
    yield "/policies", {**grants, "roles": [{"role": _DESK}]}
    yield (
        "/users",
        {
            "first_name": persona["first_name"],
            "last_name": persona["last_name"],
            "email": persona["account"]["username"],
            "password": persona["account"]["password"],
            "role": _DESK,
        },
    )


def _post(url: str, path: str, content: Any) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    body = json.dumps(content).encode()
    asked = urllib.request.Request(url + path, data=body, headers=headers)
    try:
        urllib.request.urlopen(asked, timeout=60).close()
    except urllib.error.HTTPError as error:
        said = error.read().decode("utf-8", "replace")[:300]
        raise NotInstalled(f"Directus refused {path}: {said}") from error
