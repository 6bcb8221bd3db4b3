"""A command: a program of yours looks at the item; its exit code, or the JSON that it prints, is the finding."""

from __future__ import annotations

import asyncio
import json
import shlex
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from oyez.core.visible import fit
from oyez.screening.evidence._evidence import Asking, Evidence, EvidenceRule, EvidenceSpec
from oyez.screening.pair import NONE_GIVEN, Pair
from oyez.screening.states import Finding

_KEYS = ("command", "file", "ending", "before", "ready", "unavailable", "timeout", "json")
_LONGEST = 1_000_000
SEPARATOR = "\n\n"


class CommandEvidence(Evidence):
    """Runs the program once an item, without a shell. Exit code 0: nothing wrong; 1: something; others: not checked.

    `{file}` in the command is a file that holds one text of the item, or several, one below the other. A program that
    is missing, takes too long, ends by a signal, or says one of the `unavailable` sentences has not checked anything.
    With `json = true` the last line printed must be `{"ok": true}` or `{"ok": false, "said": "…"}`, and the exit code
    must be 0.
    """

    def __init__(self, spec: EvidenceSpec) -> None:
        super().__init__(spec)
        self._words = _command(spec.option("command"), "command")
        self._ready = _command(spec.option("ready"), "ready") if spec.option("ready") is not None else None
        file = spec.option("file")
        self._slots: list[str] = [file] if isinstance(file, str) else file or []
        self._unavailable = spec.option("unavailable", [])
        self._timeout = spec.option("timeout", 120.0)
        if type(self._timeout) not in (int, float) or not self._timeout > 0:
            raise ValueError("timeout must be seconds above 0")
        if not isinstance(self._unavailable, list) or not all(
            isinstance(one, str) for one in self._unavailable
        ):
            raise ValueError("unavailable must be a list of texts")
        if any("{file}" in word for word in self._words) != bool(self._slots):
            raise ValueError('{file} in the command and file = "TEXT OF THE ITEM" belong together')
        self._why: str | None = None
        self._asked = asyncio.Lock()
        self._known = False

    async def find(self, pair: Pair, asking: Asking, draw: int = 0) -> Finding:
        """What the program found."""
        if (why := await self._missing()) is not None:
            return self.spec.not_checked(why)
        if not self._slots:
            return await self._look(self._words, pair)
        held = [pair.texts[slot] for slot in self._slots if pair.texts.get(slot, NONE_GIVEN) != NONE_GIVEN]
        if not held:
            return self.spec.not_checked(f"the item has no {' and no '.join(self._slots)}")
        with tempfile.TemporaryDirectory(prefix="oyez-") as folder:
            path = Path(folder, f"Item{self.spec.option('ending', '.txt')}")
            text = f"{self.spec.option('before', '')}{SEPARATOR.join(held)}\n"
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
            return await self._look([word.replace("{file}", str(path)) for word in self._words], pair)

    async def _missing(self) -> str | None:
        """Why the program cannot be asked at all; found out once."""
        async with self._asked:
            if not self._known and self._ready is not None:
                code, printed = await self._run(self._ready, b"")
                if code != 0:
                    self._why = f"{self._ready[0]} is not there: {_first(printed)}"
            self._known = True
        return self._why

    async def _look(self, words: list[str], pair: Pair) -> Finding:
        told = {"id": pair.id, "texts": pair.texts}
        code, printed = await self._run(words, json.dumps(told).encode() + b"\n")
        for sentence in self._unavailable:
            if sentence in printed:
                return self.spec.not_checked(f"{words[0]} says: {_line_with(printed, sentence)}")
        if self.spec.option("json", False):
            return self._told(code, printed, words[0])
        if code in (0, 1):
            return self.spec.checked(None if code == 0 else _first(printed) or "exit code 1", "exit code 0")
        return self.spec.not_checked(
            f"{words[0]}: {_first(printed)}" if code is None else f"{words[0]}: exit code {code}"
        )

    def _told(self, code: int | None, printed: str, program: str) -> Finding:
        last = printed.rstrip("\n").rpartition("\n")[2]
        try:
            found: Any = json.loads(last)
        except (ValueError, RecursionError):
            found = None
        ok = found.get("ok") if isinstance(found, dict) else None
        if code != 0 or not isinstance(ok, bool):
            why = f"exit code {code}" if code else 'its last line is no {"ok": true} or {"ok": false}'
            return self.spec.not_checked(f"{program}: {why}")
        words = str(found.get("said") or ("nothing wrong" if ok else "not ok"))
        return self.spec.checked(None if ok else fit(words, 200), fit(words, 200))

    async def _run(self, words: list[str], given: bytes) -> tuple[int | None, str]:
        """Exit code (`None`: it did not end by itself) and what it printed on both streams."""
        try:
            program = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                cwd=self.spec.base,
            )
        except (OSError, ValueError) as fault:
            return None, f"cannot be run: {getattr(fault, 'strerror', None) or fault}"
        try:
            async with asyncio.timeout(self._timeout):
                printed, _ = await program.communicate(given)
        except TimeoutError:
            with suppress(ProcessLookupError):
                program.kill()
            await program.wait()
            return None, f"not done after {self._timeout:g} s"
        text = printed[:_LONGEST].decode("utf-8", "replace")
        code = program.returncode
        return (code, text) if code is not None and code >= 0 else (None, f"ended by signal {-(code or 0)}")


def _command(written: Any, key: str) -> list[str]:
    words = shlex.split(written) if isinstance(written, str) else written
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise ValueError(f"{key} must be a command line, or a list of its words")
    return words


def _first(printed: str) -> str:
    return fit(next((line for line in printed.splitlines() if line.strip()), ""), 200)


def _line_with(printed: str, sentence: str) -> str:
    return fit(next((line for line in printed.splitlines() if sentence in line), sentence), 200)


EVIDENCE = EvidenceRule("command", "A program looks at the item.", _KEYS, CommandEvidence)
