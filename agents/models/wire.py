"""How a llama.cpp server in another process is spoken to."""

import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit


def chunks(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """The events of a streamed answer; an answer that is none is an event with its error."""
    if response.status != http.client.OK:
        said = response.read().decode("utf-8", "replace")
        yield {"error": {"message": f"status {response.status}: {said[:200]}"}}
        return
    for line in response:
        text = line.decode("utf-8", "replace").strip()
        name, _, data = text.partition(":")
        if name == "data" and data.strip() != "[DONE]":
            yield json.loads(data)
        elif name == "error":
            yield {"error": json.loads(data)}


def connection(url: str, timeout: float | None) -> http.client.HTTPConnection:
    """A connection to a server. timeout: Seconds of silence, or None."""
    parts = urlsplit(url)
    return http.client.HTTPConnection(parts.hostname or "127.0.0.1", parts.port, timeout=timeout)


def headers(key: str) -> dict[str, str]:
    """What a request shows."""
    return {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
