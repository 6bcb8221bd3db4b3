"""A program of your own: one JSON line goes to its standard input for each question, one JSON line comes back."""

from __future__ import annotations

import asyncio
import json
import shlex
from typing import Any

from oyez.core.errors import InputError
from oyez.judges._judge import Delivery, Fault, Judge, JudgeRule, JudgeSpec, Request

LONGEST_LINE = 64_000_000
"""Bytes of one line from the program."""
_WORDS = ("text", "stop", "error", "model")


class CommandJudge(Judge):
    """Starts the program once, when it is first asked, and matches its lines to the questions by `id`."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        written = spec.option("command")
        self._args = shlex.split(written) if isinstance(written, str) else written
        if (
            not isinstance(self._args, list)
            or not self._args
            or not all(isinstance(a, str) for a in self._args)
        ):
            raise ValueError("command must be a command line, or a list of its words")
        self._program: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Delivery]] = {}
        self._starting = asyncio.Lock()
        self._gone: str | None = None

    async def reach(self) -> None:
        """Start the program. Raises `InputError` if it cannot be started."""
        await self._start()

    async def _start(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._program is None or self._program.returncode is not None:
                try:
                    self._program = await asyncio.create_subprocess_exec(
                        *self._args,
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                        cwd=self.spec.base,
                        limit=LONGEST_LINE,
                    )
                except OSError as fault:
                    said = fault.strerror or fault
                    raise InputError(
                        f"the judge {self.spec.name}: {self._args[0]} cannot be run: {said}"
                    ) from fault
                self._reader = asyncio.create_task(self._listen(self._program))
            return self._program

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        sent = self.line(request)
        try:
            program = await self._start()
        except InputError as fault:
            return Delivery(error=str(fault), fault=Fault.STOP)
        answer: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = answer
        try:
            assert program.stdin is not None
            program.stdin.write(json.dumps(sent).encode() + b"\n")
            await program.stdin.drain()
            async with asyncio.timeout(self.spec.timeout):
                return await answer
        except TimeoutError:
            return Delivery(error=f"timed out after {self.spec.timeout:g} s", fault=Fault.AGAIN)
        except (OSError, RuntimeError) as fault:
            return Delivery(error=f"the program does not read its input: {fault}", fault=Fault.AGAIN)
        finally:
            self._waiting.pop(request.id, None)

    def line(self, request: Request) -> dict[str, Any]:
        """What the program is given."""
        sent: dict[str, Any] = {
            "id": request.id,
            "messages": [{"role": one.role, "content": one.content} for one in request.messages],
            "settings": self.spec.settings,
        }
        facts = ("item", "arm", "order", "draw")
        sent |= {name: getattr(request, name) for name in facts if getattr(request, name) is not None}
        if self.spec.model is not None:
            sent["model"] = self.spec.model
        if request.shape is not None:
            sent["schema" if request.shape.grammar is None else "grammar"] = (
                request.shape.schema if request.shape.grammar is None else request.shape.grammar
            )
        return sent

    async def _listen(self, program: asyncio.subprocess.Process) -> None:
        """Hand every line to the question that it answers; at the end, tell those that wait."""
        assert program.stdout is not None
        why = "the program ended"
        try:
            while line := await program.stdout.readline():
                self._take(line.decode("utf-8", "surrogateescape"))
        except ValueError:
            why = f"the program wrote a line of more than {LONGEST_LINE:,} bytes"
        if self._program is program:
            self._program = None
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(Delivery(error=why, fault=Fault.AGAIN))

    def _take(self, line: str) -> None:
        """A line that is no answer to a question that waits is passed over: nobody can say whose it is."""
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(found, dict):
            return
        answer = self._waiting.get(str(found.get("id")))
        if answer is not None and not answer.done():
            answer.set_result(_delivery(found, line.rstrip("\n")))

    async def close(self) -> None:
        """Close the program's input, give it two seconds, and end it."""
        program, self._program = self._program, None
        if program is None or program.returncode is not None:
            return
        assert program.stdin is not None
        program.stdin.close()
        try:
            async with asyncio.timeout(2):
                await program.wait()
        except TimeoutError:
            program.kill()
            await program.wait()
        if self._reader is not None:
            await self._reader


def _delivery(found: dict[str, Any], raw: str) -> Delivery:
    wrong = [name for name in _WORDS if not isinstance(found.get(name), str | None)]
    if wrong or ("text" not in found and "error" not in found):
        return Delivery(
            error=f"a line without text, or whose {wrong[0] if wrong else 'text'} is not text",
            fault=Fault.AGAIN,
            raw=raw,
        )
    usage = found.get("usage")
    return Delivery(
        text=found.get("text"),
        stop=found.get("stop"),
        error=found.get("error"),
        fault=Fault.FINAL if found.get("error") is not None else None,
        model=found.get("model"),
        usage=usage if isinstance(usage, dict) else None,
        logprobs=found.get("logprobs") if isinstance(found.get("logprobs"), list) else None,
        raw=raw,
    )


JUDGE = JudgeRule(
    "command", ("command",), CommandJudge, model=False, structured=("schema", "grammar"), logprobs=True
)
