"""Certificates for one browser, to judge its https requests before they are sent."""

import base64
import datetime
import hashlib
import ipaddress
import ssl
import tempfile
import threading
from functools import cached_property

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

_LIFE = datetime.timedelta(days=2)


class Authority:
    """One key for one browser, never kept, with a certificate for each host asked for.

    The browser is started to trust this key (`pin`) and nothing else beyond what it trusts anyway.
    """

    def __init__(self) -> None:
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._lock = threading.Lock()

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return ec.generate_private_key(ec.SECP256R1())

    @property
    def pin(self) -> str:
        """The SHA-256 of the public key, base64, as Chromium wants it."""
        public = self._key.public_key().public_bytes(
            Encoding.DER, PublicFormat.SubjectPublicKeyInfo
        )
        return base64.b64encode(hashlib.sha256(public).digest()).decode()

    def context(self, host: str) -> ssl.SSLContext:
        """What a server needs to be taken for `host` by this browser."""
        with self._lock:
            if host not in self._contexts:
                self._contexts[host] = self._made(host)
            return self._contexts[host]

    def _made(self, host: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(["http/1.1"])
        key = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        # The ssl module takes keys from files only; this one is the owner's alone, and gone when it
        # has been read.
        with tempfile.NamedTemporaryFile(prefix="pathfinder-", suffix=".pem") as file:
            file.write(key + self._certificate(host).public_bytes(Encoding.PEM))
            file.flush()
            context.load_cert_chain(file.name)
        return context

    def _certificate(self, host: str) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "PathFinder, for one browser")])
        return (
            x509.CertificateBuilder()
            .subject_name(who)
            .issuer_name(who)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - _LIFE)
            .not_valid_after(now + _LIFE)
            .add_extension(x509.SubjectAlternativeName([_name(host)]), critical=False)
            .sign(self._key, hashes.SHA256())
        )


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
