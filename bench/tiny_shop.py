"""A shop of a few pages in memory, and a plan of scripted sessions in it: for simulations of many sessions."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pathfinder.experiments.experiment import Experiment, read_experiment
from webprocessor.pages import PagesBrowser

GOODS = ("Oak lamp", "Felt case", "Linen cushion")
_PRODUCTS = "".join(f'<li><a href="/{name.replace(" ", "-").lower()}">{name}: £{price}.00</a></li>' for price, name in enumerate(GOODS, 12))
PAGES = {
    "/": f'<title>Tiny shop</title><h1>Tiny shop</h1><ul>{_PRODUCTS}</ul><a href="/help">Help</a>',
    "/help": '<title>Help</title><h1>How can we help?</h1><a href="/">Home</a>',
    **{f"/{n.replace(' ', '-').lower()}": f'<title>{n}</title><h1>{n}</h1><a href="/basket">Add to basket</a>' for n in GOODS},
    "/basket": '<title>Basket</title><h1>Your basket</h1><a href="/thanks">Place order</a><a href="/">Home</a>',
    "/thanks": "<title>Thanks</title><h1>Thank you for your order</h1>",
}
_SITES = """
tiny:
  url: http://127.0.0.1:9/
  safe: false
  success: {make a purchase: text present Thank you for your order}
  reached: {make a purchase: url contains /thanks}
"""
_SCRIPTS = {
    "buyer": '{"prefer": ["Place order", "Add to basket", ": £"], "agree": ["(?s)^(?!.*nothing changed).*closer"]}',
    "looker": '{"prefer": ["Help", "Home"], "agree": []}',
}


def open_pages(hosts: Sequence[str], /, **options: Any) -> PagesBrowser:
    """A browser in the tiny shop."""
    return PagesBrowser(PAGES)


def tiny_experiment(folder: Path, *, sessions: int, name: str = "tiny") -> Experiment:
    """Two scripted models in two roles, so many sessions of each of the four constellations; its files are written to `folder`."""
    (folder / "sites.yaml").write_text(_SITES, encoding="utf-8")
    for script, text in _SCRIPTS.items():
        (folder / f"{script}.yaml").write_text(text, encoding="utf-8")
    plan = folder / f"{name}.yaml"
    plan.write_text(
        f"""
models: [scripted/buyer.yaml, scripted/looker.yaml]
roles: [system1, oracle]
fixed: {{perceptron: scripted/buyer.yaml, entrybot: scripted/buyer.yaml, critic: scripted/buyer.yaml}}
sites_file: {folder / "sites.yaml"}
sites: tiny
goals: make a purchase
sessions: {sessions}
max_steps: 6
""",
        encoding="utf-8",
    )
    return read_experiment(plan)
