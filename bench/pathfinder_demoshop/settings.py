"""How one demo shop is set up."""

import secrets
from dataclasses import dataclass, field
from pathlib import Path

SHOP_NAME = "Fernhill"


@dataclass(frozen=True)
class ShopSettings:
    """What the owner of a shop decides before it opens.

    Attributes:
        seed: Varies stock, prices, featured products and the order of products and categories; 0 is
            the shop window.
        truth: Serve `/truth/…`, which says what really happened.
        empty: The catalogue has no products.
        refuse_login: Every log-in is refused.
        skin: Name of another look of the same shop, in skins/known.py.
        fault: Name of something that is wrong with it, in faults.yaml.
        data: Folder of the database; without one it lives in memory.
        cookie: Name of the visitors' cookie; of its own, since browsers share cookies between the
            ports of a machine.
    """

    seed: int = 0
    truth: bool = False
    empty: bool = False
    refuse_login: bool = False
    data: Path | None = None
    skin: str = ""
    fault: str = ""
    cookie: str = field(default_factory=lambda: f"fernhill_{secrets.token_hex(3)}")

    @property
    def database(self) -> str:
        """Where SQLite keeps the shop."""
        return ":memory:" if self.data is None else str(self.data / "shop.sqlite3")
