"""Sends the requests that an exporter wrote, one after the other, and stops at the first that is refused."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from oyez.core.errors import InputError
from oyez.importers._source import Source

PARTLY: Final = 207
"""The HTTP status with which Langfuse says that it rejected some scores of a list."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would go on as a GET, and look like a success."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def send(
    requests: Path, base_url: str, headers: Mapping[str, str] | None = None, *, timeout: float = 30.0
) -> Iterator[tuple[str, int]]:
    """Send every request of a file that the exporters `langfuse` or `phoenix` wrote.

    Yields (place, HTTP status) as each is answered. Every request names what it makes, so sending a file
    twice changes nothing. `headers` hold what the service asks for, such as its key; `timeout` is in
    seconds. Raises `InputError` for an address that is not http or https, a line that is no request, and,
    with the place to go on from, the first request that is not accepted.
    """
    if not base_url.startswith(("http://", "https://")):
        raise InputError(f"{base_url}: an address begins with http:// or https://")
    for row in Source(requests).lines():
        yield row.place, _sent(row.place, row.value, base_url, dict(headers or {}), timeout)


def _sent(place: str, request: dict[str, Any], base_url: str, headers: dict[str, str], timeout: float) -> int:
    method, path, body = (request.get(key) for key in ("method", "path", "body"))
    if method != "POST" or not isinstance(path, str) or not path.startswith("/") or body is None:
        raise InputError(f"{place}: is no request that an exporter wrote")
    data = json.dumps(body).encode()
    made = urllib.request.Request(
        base_url.rstrip("/") + path, data, {**headers, "Content-Type": "application/json"}
    )
    try:
        with _OPENER.open(made, timeout=timeout) as answer:
            if answer.status == PARTLY:
                raise InputError(f"{place}: was accepted in part only: {_said(answer)}")
            return int(answer.status)
    except urllib.error.HTTPError as fault:
        with fault:
            said = _said(fault)
        raise InputError(f"{place}: was not accepted: {fault.code} {said}") from fault
    except OSError as fault:
        raise InputError(f"{place}: could not be sent: {fault}") from fault


def _said(answer: Any) -> str:
    """The beginning of what the service answered, on one line."""
    return " ".join(answer.read(500).decode("utf-8", "replace").split())
