"""The office of a seed merchant, served by Node with Vendure, told by its API."""

import json
import shutil
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_npm,
    run_tool,
    serving,
)

_SERVED = Path(__file__).parent / "served"
_GRETA = "greta.nyholm@example.com"
_OWNER = {"who": "owner", "word": "a site on loopback has no secrets"}
_LOGIN = """
mutation ($who: String!, $word: String!) {
  login(username: $who, password: $word) { __typename }
}
"""
_STATE = """
{
  products(options: {take: 100}) {
    items { id name enabled variants { sku enabled price priceWithTax stockLevel } }
  }
  customers(options: {take: 100}) {
    items { id firstName lastName emailAddress groups { name } }
  }
  customerGroups(options: {take: 100}) { items { id name } }
  promotions(options: {take: 100}) {
    items {
      id name enabled couponCode
      conditions { code args { name value } }
      actions { code args { name value } }
    }
  }
  administrators(options: {take: 100}) { items { id firstName lastName emailAddress } }
}
"""


def install(home: Path) -> None:
    """Install the packages and make the shop's first data."""
    packages = ("@vendure/core@3.7.3", "@vendure/admin-ui-plugin@3.7.3", "sql.js@1.13.0")
    install_npm(home, packages)
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    run_tool(_command(home, "fill.js", free_port()), env=_environment(home), cwd=home)
    with start(home, free_port()) as url:
        (home / "first.json").write_text(json.dumps(_state(url)), encoding="utf-8")
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = _command(home, "serve.js", port)
    with serving(command, port, path="/health", env=_environment(home), cwd=home) as url:
        yield url


def coupon(home: Path, url: str, name: str, code: str, percent: str) -> bool:
    """Whether exactly this promotion is new: with that code, so much off the order, for all."""
    new = _new(home, url, "promotions")
    if len(new) != 1:
        return False
    [made] = new
    wanted = {"name": name, "couponCode": code, "enabled": True, "conditions": []}
    gives = [(each["code"], _arguments(each).get("discount")) for each in made["actions"]]
    return _holds(made, wanted) and gives == [("order_percentage_discount", percent)]


def customer(home: Path, url: str, first: str, last: str, email: str) -> bool:
    """Whether exactly this customer is new."""
    wanted = {"firstName": first, "lastName": last, "emailAddress": email}
    new = _new(home, url, "customers")
    return len(new) == 1 and _holds(new[0], wanted)


def priced(home: Path, url: str, product: str, price: str) -> bool:
    """Whether exactly this product costs so much now."""
    before, now, old, new = _product(home, url, product)
    if not new:
        return False
    cents = round(float(price) * 100)
    kept = {"price": old["price"], "priceWithTax": old["priceWithTax"]}
    same = new | kept == old and now | {"variants": [old]} == before
    return bool(same and new["priceWithTax"] == cents)


def withdrawn(home: Path, url: str, product: str) -> bool:
    """Whether exactly this product is there but can't be bought."""
    before, now, old, new = _product(home, url, product)
    same = bool(new) and new | {"enabled": True} == old
    return bool(same and now | {"enabled": True, "variants": [old]} == before)


def grouped(home: Path, url: str, names: str, group: str) -> bool:
    """Whether exactly these customers, as `One; Another`, are in the group now."""
    wanted = {("customers", name.strip()) for name in names.split(";")}
    changed = _changed(home, url)
    return set(changed) == wanted and all(
        now == before | {"groups": [*before["groups"], {"name": group}]}
        for before, now in changed.values()
    )


def surname(home: Path, url: str, last: str) -> bool:
    """Whether exactly Greta's last name is another."""
    changed = _changed(home, url)
    if set(changed) != {("administrators", _GRETA)}:
        return False
    before, now = changed["administrators", _GRETA]
    return bool(now == before | {"lastName": last})


def _state(url: str) -> dict[str, list[dict[str, Any]]]:
    """What the shop has, as its owner is told by its API."""
    _, token = _asked(url, _LOGIN, _OWNER)
    told, _ = _asked(url, _STATE, token=token)
    return {what: listed["items"] for what, listed in told.items()}


def _new(home: Path, url: str, what: str) -> list[dict[str, Any]]:
    """Those of a sort that are new, or nothing where anything else has changed."""
    changed = _changed(home, url)
    fit = all(sort == what and not before for (sort, _), (before, _) in changed.items())
    return [now for _, now in changed.values()] if fit else []


def _product(home: Path, url: str, name: str) -> tuple[dict[str, Any], ...]:
    """The one product that has changed, and its one article: each as it was and as it is.

    Four times nothing where anything else has changed, or where it has not just one article.
    """
    changed = _changed(home, url)
    before, now = changed.get(("products", name), ({}, {}))
    if len(changed) != 1 or len(now.get("variants", ())) != 1:
        return {}, {}, {}, {}
    return before, now, before["variants"][0], now["variants"][0]


def _changed(home: Path, url: str) -> dict[tuple[str, str], tuple[Any, Any]]:
    """What is not as on the first day: by its sort and first name, as it was and as it is."""
    first = json.loads((home / "first.json").read_text(encoding="utf-8"))
    before, now = _by_number(first), _by_number(_state(url))
    found = {}
    for key in before | now:
        if before.get(key) != now.get(key):
            old, new = before.get(key, {}), now.get(key, {})
            found[key[0], _title(old or new)] = (old, new)
    return found


def _by_number(state: Mapping[str, list[dict[str, Any]]]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(what, each["id"]): each for what, listed in state.items() for each in listed}


def _title(one: Mapping[str, Any]) -> str:
    """What it is called: a customer by both names, a colleague by the address."""
    if "groups" in one:
        return f"{one['firstName']} {one['lastName']}"
    return str(one.get("name") or one["emailAddress"])


def _arguments(operation: Mapping[str, Any]) -> dict[str, str]:
    return {each["name"]: each["value"] for each in operation["args"]}


def _holds(one: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return {key: one[key] for key in wanted} == wanted


def _asked(
    url: str, question: str, variables: Mapping[str, str] | None = None, token: str = ""
) -> tuple[dict[str, Any], str]:
    """What the API tells, and the token of the session that it has begun."""
    request = urllib.request.Request(
        f"{url}/admin-api",
        json.dumps({"query": question, "variables": variables or {}}).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        told = json.loads(answer.read())
        return dict(told["data"]), str(answer.headers.get("vendure-auth-token", ""))


def _command(home: Path, script: str, port: int) -> list[str]:
    return ["node", str(_SERVED / script), str(home.absolute() / "data"), str(port)]


def _environment(home: Path) -> dict[str, str]:
    return {
        "NODE_PATH": str(home.absolute() / "node_modules"),
        "VENDURE_DISABLE_TELEMETRY": "true",
    }
