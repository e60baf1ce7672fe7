"""Who is at the browser: one signed cookie, and the form token that goes with it."""

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass, field

_LONGEST_NAME = 40


@dataclass(frozen=True)
class Visit:
    """A browser that uses the pages.

    rater: The name under which it rates; empty until given.
    blind: It asked not to be told the models.
    entered: It gave the token, or none is asked for.
    """

    rater: str = ""
    blind: bool = False
    entered: bool = False
    id: str = field(default_factory=lambda: secrets.token_hex(16))


class Seal:
    """Signs what a browser keeps for us.

    Args:
        token: The access token, or nothing. With one, visits outlive a restart of the server.
    """

    def __init__(self, token: str) -> None:
        self._key = (
            hashlib.sha256(b"pathfinder serve " + token.encode()).digest()
            if token
            else secrets.token_bytes(32)
        )

    def close(self, visit: Visit) -> str:
        """The visit as a cookie's value."""
        text = base64.urlsafe_b64encode(json.dumps(asdict(visit)).encode()).decode()
        return f"{text}.{self._sign('visit', text)}"

    def open(self, cookie: str) -> Visit | None:
        """The visit in a cookie; None when it is not one of ours."""
        text, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._sign("visit", text).encode()):
            return None
        try:
            return Visit(**json.loads(base64.urlsafe_b64decode(text)))
        except (ValueError, TypeError):
            return None  # of an older version

    def form_token(self, visit: Visit) -> str:
        """What every form of this visit has to bring along."""
        return self._sign("form", visit.id)

    def knows_form(self, visit: Visit, token: str) -> bool:
        """Whether a form is one of this visit's."""
        return hmac.compare_digest(token.encode(), self.form_token(visit).encode())

    def _sign(self, what: str, text: str) -> str:
        return hmac.new(self._key, f"{what} {text}".encode(), hashlib.sha256).hexdigest()


def rater_name(typed: str) -> str:
    """A rater's name as it is kept: one line of printable characters, at most 40."""
    return " ".join("".join(c if c.isprintable() else " " for c in typed).split())[
        :_LONGEST_NAME
    ].strip()


def same(given: str, expected: str) -> bool:
    """Compare secrets in a time that tells nothing of where they differ."""
    return hmac.compare_digest(
        hashlib.sha256(given.encode()).digest(), hashlib.sha256(expected.encode()).digest()
    )
