"""A server on loopback that speaks both vendors' wire formats and does what a script says, good or bad."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What the server does with one request."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = {}
    delay: float = 0.0
    """Seconds before anything is sent."""
    drip: float = 0.0
    """Seconds between the bytes of the body."""
    cut: int | None = None
    """Bytes of the body after which the connection is reset."""


Script = Callable[[int, str, dict[str, Any]], Act]
"""The number of the request (from 0), its path and its JSON body → what to do."""


def chat(text: str | None, stop: str = "stop", model: str = "test-1", **more: Any) -> Act:
    """A chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": text, **more.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": stop, **more.pop("choice", {})}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return Act(
        body=json.dumps({"id": "c-1", "model": model, "choices": [choice], "usage": usage}).encode(), **more
    )


def claude(text: str, stop: str = "end_turn", model: str = "test-1", **more: Any) -> Act:
    """A message of the other vendor."""
    content = [{"type": "text", "text": text}] if text else []
    usage = {"input_tokens": 11, "output_tokens": 7}
    body = {
        "id": "m-1",
        "type": "message",
        "model": model,
        "content": content,
        "stop_reason": stop,
        "usage": usage,
    }
    return Act(body=json.dumps(body).encode(), **more)


def failing(status: int, kind: str = "error", message: str = "no", **more: Any) -> Act:
    """An error in the shape that both vendors use."""
    return Act(status=status, body=json.dumps({"error": {"type": kind, "message": message}}).encode(), **more)


class FaultServer:
    """Runs in a thread of its own; `seen` holds the path and body of every request."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.seen: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.most_at_once = 0
        self._now = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._start())
        self._ready.set()
        self._loop.run_forever()

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, backlog=512)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (head := await reader.readuntil(b"\r\n\r\n")) and await self._one(head, reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _one(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first, *lines = head.decode().split("\r\n")
        method, path, _ = first.split(" ")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if method == "GET":
            act = Act(body=b'{"data": []}') if self.free is None else self.free
        else:
            asked = json.loads(body)
            self.seen.append((path, asked, headers))
            act = self.script(len(self.seen) - 1, path, asked)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            return await _send(act, writer)
        finally:
            self._now -= 1

    free: Act | None = None
    """What a GET is given; `None`: an empty list."""

    def start(self) -> FaultServer:
        self._thread.start()
        self._ready.wait()
        return self

    def stop(self) -> None:
        async def end() -> None:
            self._server.close()
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _send(act: Act, writer: asyncio.StreamWriter) -> bool:
    if act.delay:
        await asyncio.sleep(act.delay)
    headers = {"content-type": "application/json", "content-length": str(len(act.body)), **act.headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"HTTP/1.1 {act.status} X\r\n{head}\r\n".encode())
    if act.cut is not None:
        writer.write(act.body[: act.cut])
        await writer.drain()
        writer.transport.abort()
        return False
    if act.drip:
        for at in range(len(act.body)):
            writer.write(act.body[at : at + 1])
            await writer.drain()
            await asyncio.sleep(act.drip)
    else:
        writer.write(act.body)
    await writer.drain()
    return True


@contextmanager
def serving(script: Script, free: Act | None = None) -> Iterator[FaultServer]:
    """A server that runs while the block does."""
    server = FaultServer(script)
    server.free = free
    server.start()
    try:
        yield server
    finally:
        server.stop()
