"""Connections from the gateway to the servers of sites."""

import errno
import socket
import ssl

from pathfinder.core.origin import Origin, origin_of

_CONNECT_SECONDS = 20.0
_HANDSHAKE_SECONDS = 15.0


class Servers:
    """Reaches origins' servers, and remembers why one could not be reached.

    Args:
        insecure: Take servers' certificates as they are.
    """

    def __init__(self, *, insecure: bool = False) -> None:
        self.insecure = insecure
        self._failures: dict[str, str] = {}

    def connect(self, origin: Origin, *, tls: bool) -> socket.socket:
        """A connection to an origin's server.

        Raises:
            OSError: There is none; `failure` says why.
        """
        try:
            sock = _connected(origin)
            made = self._secured(sock, origin.host) if tls else sock
        except OSError as error:
            self.failed(origin, _reason(error))
            raise
        self._failures.pop(str(origin), None)
        return made

    def failed(self, origin: Origin, why: str) -> None:
        """Remember why an origin gave no answer, in the browser's own words."""
        self._failures[str(origin)] = why

    def failure(self, url: str) -> str:
        """Why a URL's server could not be reached when that was tried last.

        Empty where it could.
        """
        return self._failures.get(str(origin_of(url)), "")

    def _secured(self, sock: socket.socket, host: str) -> socket.socket:
        context = ssl.create_default_context()
        if self.insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols(["http/1.1"])
        try:
            sock.settimeout(_HANDSHAKE_SECONDS)
            secured = context.wrap_socket(sock, server_hostname=host)
            secured.settimeout(None)
        except OSError:
            sock.close()
            raise
        return secured


def _connected(origin: Origin) -> socket.socket:
    # *.localhost is this machine for a browser, whatever the resolver says.
    local = origin.host == "localhost" or origin.host.endswith(".localhost")
    error: OSError = OSError("no address")
    for host in ("127.0.0.1", "::1") if local else (origin.host,):
        try:
            sock = socket.create_connection((host, origin.port), timeout=_CONNECT_SECONDS)
            sock.settimeout(None)
            return sock
        except (OSError, UnicodeError) as failed:
            error = failed if isinstance(failed, OSError) else socket.gaierror(str(failed))
    raise error


def _reason(error: OSError) -> str:
    """The failure in the browser's own words, which are known everywhere else."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"ERR_CERT_INVALID: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "ERR_SSL_PROTOCOL_ERROR"
    if isinstance(error, socket.gaierror):
        return "ERR_NAME_NOT_RESOLVED"
    if isinstance(error, TimeoutError):
        return "ERR_CONNECTION_TIMED_OUT"
    known = {
        errno.ECONNREFUSED: "ERR_CONNECTION_REFUSED",
        errno.ECONNRESET: "ERR_CONNECTION_RESET",
        errno.ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
        errno.EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
    }
    return known.get(error.errno or 0, f"ERR_CONNECTION_FAILED: {error}")
