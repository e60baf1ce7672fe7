"""Passwords are kept as salted scrypt hashes."""

import hashlib
import hmac
import secrets


def hash_password(password: str) -> str:
    """The salted hash to keep instead of the password."""
    salt = secrets.token_hex(8)
    return f"{salt}${_digest(password, salt)}"


def is_password(password: str, kept: str) -> bool:
    """Whether this is the password that was hashed."""
    salt, _, digest = kept.partition("$")
    return hmac.compare_digest(_digest(password, salt), digest)


def _digest(password: str, salt: str) -> str:
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**10, r=8, p=1).hex()
