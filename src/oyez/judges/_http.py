"""One HTTP call with everything that can go wrong told apart, and with the key kept out of what is told."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from oyez.core.errors import InputError
from oyez.judges._faults import fault_of, message_of, named, wait_of
from oyez.judges._judge import Delivery, Fault, JudgeSpec

if TYPE_CHECKING:
    import aiohttp

LARGEST = 64_000_000
"""Bytes of one body; a server that sends more is cut off."""
_ENV_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_REQUEST_IDS = ("x-request-id", "request-id")
_LONGEST_ERROR = 500
HIDDEN = "[key]"
"""Stands in the ledger wherever a server sent the key back."""


class Got(msgspec.Struct, frozen=True, kw_only=True):
    """What one call brought: a body, or a fault."""

    status: int | None = None
    body: str | None = None
    error: str | None = None
    fault: Fault | None = None
    wait: float | None = None
    request_id: str | None = None

    def failed(self, sent: dict[str, Any]) -> Delivery:
        """The call as a delivery that failed."""
        return Delivery(
            error=self.error,
            fault=self.fault,
            wait=self.wait,
            raw=self.body,
            status=self.status,
            request_id=self.request_id,
            sent=sent,
        )


def delivered(got: Got, sent: dict[str, Any], parts: Callable[[Any], dict[str, Any]]) -> Delivery:
    """What a call brought; a body that is not JSON, or in which `parts` finds no reply, is a transport fault.

    `parts` gives the fields of a `Delivery` that differ by interface, text and stop among them.
    """
    if got.error is not None or got.body is None:
        return got.failed(sent)
    try:
        found = json.loads(got.body)
        made = parts(found)
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as fault:
        return Delivery(
            error=f"the body is not what the API promises: {type(fault).__name__}: {fault}"[:200],
            fault=Fault.AGAIN,
            raw=got.body,
            status=got.status,
            request_id=got.request_id,
            sent=sent,
        )
    usage = found.get("usage")
    return Delivery(
        model=found.get("model") if isinstance(found.get("model"), str) else None,
        usage=usage if isinstance(usage, dict) else None,
        raw=got.body,
        status=got.status,
        request_id=got.request_id,
        sent=sent,
        **made,
    )


def key_of(spec: JudgeSpec, default: str) -> str | None:
    """The key, from the environment variable that the plan names; `None` where it says `key = false`.

    Raises `ValueError`, without repeating what may be a key, for anything but the name of a variable that is set.
    """
    named = spec.option("key", default)
    if named is False:
        return None
    if not isinstance(named, str) or not _ENV_NAME.fullmatch(named) or named.lower().startswith("sk"):
        raise ValueError(
            "key must be the name of an environment variable, such as OPENAI_API_KEY, and never a key"
        )
    value = os.environ.get(named, "").strip()
    if not value:
        raise ValueError(f"the environment variable {named} is not set; it holds the key (key = false: none)")
    if not value.isprintable():
        raise ValueError(f"the environment variable {named} holds a line break or another control character")
    return value


def base_url(spec: JudgeSpec, default: str) -> str:
    """The base URL without a final slash. Raises `ValueError` for what is none, or holds a password."""
    url = spec.option("url", default)
    parts = urlsplit(url) if isinstance(url, str) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("url must begin with http:// or https:// and name a host")
    if parts.username or parts.password or parts.query:
        raise ValueError("url must not hold a user, a password or a query; keys come from the environment")
    return str(url).rstrip("/")


class Http:
    """Posts JSON to one server."""

    def __init__(self, base: str, headers: dict[str, str], secret: str | None, spec: JudgeSpec) -> None:
        self.base = base
        self._headers = {"content-type": "application/json", **headers}
        self._secret = secret
        self._spec = spec
        self._session: aiohttp.ClientSession | None = None

    async def post(self, path: str, body: dict[str, Any]) -> Got:
        """One call; never raises for what the server or the network does."""
        return await self._call("POST", path, json.dumps(body).encode())

    async def get(self, path: str) -> Got:
        """One call without a body."""
        return await self._call("GET", path, None)

    async def _call(self, method: str, path: str, content: bytes | None) -> Got:
        import aiohttp

        session = self._open()
        try:
            async with (
                asyncio.timeout(self._spec.timeout),
                session.request(method, self.base + path, data=content, allow_redirects=False) as response,
            ):
                body = await _body(response)
                if body is None:
                    said = f"a body of more than {LARGEST:,} bytes"
                    return Got(status=response.status, error=said, fault=Fault.FINAL)
                return self._got(response.status, response.headers, body)
        except TimeoutError:
            return Got(error=f"timed out after {self._spec.timeout:g} s", fault=Fault.AGAIN)
        except (aiohttp.ClientError, OSError, ValueError) as fault:
            return Got(error=self._hidden(named(fault)), fault=Fault.AGAIN)

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            aiohttp = client()
            own = (urlsplit(self.base).hostname or "") in _LOOPBACK
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(total=None),
                trust_env=not own,  # proxies are for other hosts
                connector=aiohttp.TCPConnector(limit=self._spec.concurrency + 2),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session

    def _got(self, status: int, headers: Any, body: bytes) -> Got:
        text = self._hidden(body.decode("utf-8", "surrogateescape"))
        seen = next((headers[name] for name in _REQUEST_IDS if name in headers), None)
        if 200 <= status < 300:
            return Got(status=status, body=text, request_id=seen)
        said = f"status {status}: {message_of(text)}"[:_LONGEST_ERROR]
        fault = fault_of(status, text)
        return Got(
            status=status, body=text, error=said, fault=fault, wait=wait_of(headers, fault), request_id=seen
        )

    def _hidden(self, text: str) -> str:
        return text.replace(self._secret, HIDDEN) if self._secret else text

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None


def client() -> Any:
    """The HTTP client. Raises `InputError` with the command that installs it."""
    try:
        import aiohttp
    except ImportError as fault:
        raise InputError("asking over HTTP needs the package aiohttp: pip install 'oyez[judge]'") from fault
    return aiohttp


async def _body(response: aiohttp.ClientResponse) -> bytes | None:
    """The whole body; `None` for one that is too large."""
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > LARGEST:
            return None
    return bytes(body)


async def reach(http: Http, path: str, name: str) -> None:
    """Ask a server for something free. Raises `InputError` where it cannot be reached or refuses the key."""
    got = await http.get(path)
    if got.status is None:
        raise InputError(f"the judge {name}: {http.base} cannot be reached: {got.error}")
    if got.status in (401, 402, 403):
        raise InputError(f"the judge {name}: {http.base} refuses the key: {got.error}")
