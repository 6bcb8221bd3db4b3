"""Writing a run to the ledger: a draw is on disk before it is read, and what is acknowledged is on disk.

One thread writes. It takes all draws that have come in the meantime into one transaction, so that a slow disk makes
transactions larger and not the run slower.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from oyez.contract import Contract
from oyez.core.reading import Reading
from oyez.core.reply import Reply
from oyez.ledger import Draw, Ledger
from oyez.ledger.addition import Addition, Run
from oyez.ledger.escape import escaped, fits
from oyez.ledger.hashing import Ref
from oyez.ledger.readings import Instruments, add_reading
from oyez.ledger.taking import add_draw, judge_digest
from oyez.reader import VERSION

_MOST = 256
"""Draws of one transaction."""


class Kept(msgspec.Struct, frozen=True):
    """A draw that is on disk, with its reading."""

    draw: int
    """Its number in the ledger."""
    reply: Reply
    """As it was kept: its id, where the same draw stood there already, ends in `~2`."""
    reading: Reading


class _Waiting(msgspec.Struct, frozen=True):
    draw: Draw
    read: Callable[[Reply], Reading]
    done: asyncio.Future[Kept]
    loop: asyncio.AbstractEventLoop


class _Reading(msgspec.Struct, frozen=True):
    draw: Ref
    judge: str | None
    reading: Reading


class Recorder:
    """Adds draws and their readings to a ledger, from any number of tasks at once."""

    def __init__(self, ledger: Ledger, contract: Contract, note: str) -> None:
        self._ledger = ledger
        self._contract = contract
        self._run = Run("judge", note)
        self._queue: queue.SimpleQueue[_Waiting | _Reading | None] = queue.SimpleQueue()
        self._unwritten: list[tuple[Ref, str | None, Reading]] = []
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="oyez-recorder", daemon=True)
        self._thread.start()

    async def add(self, draw: Draw, read: Callable[[Reply], Reading]) -> Kept:
        """Add one draw; on disk when this returns. `read` is called once it is there.

        Raises `LedgerError` where the ledger cannot be written.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Kept] = loop.create_future()
        if self._fault is not None:
            raise self._fault
        self._queue.put(_Waiting(draw, read, done, loop))
        return await done

    def put(self, draws: Iterable[Draw], read: Callable[[Reply], Reading]) -> list[Kept]:
        """Add several at once, from a thread that has no event loop."""

        async def all_of_them() -> list[Kept]:
            return await asyncio.gather(*(self.add(draw, read) for draw in draws))

        return asyncio.run(all_of_them())

    def keep(self, draw: Ref, judge: str | None, reading: Reading) -> None:
        """Add the reading of a draw that was there before, unless the ledger has it."""
        self._queue.put(_Reading(draw, judge, reading))

    def close(self) -> None:
        """Write what is left and end the run. Raises what kept the ledger from being written."""
        self._queue.put(None)
        self._thread.join()
        if self._fault is not None:
            raise self._fault

    def _work(self) -> None:
        while True:
            batch, last = self._batch()
            try:
                if self._fault is None:
                    self._write(batch, last=last)
            except BaseException as fault:
                self._fault = fault
            if self._fault is not None:
                for one in batch:
                    _tell(one.loop, [(one.done, self._fault)])
            if last:
                return

    def _batch(self) -> tuple[list[_Waiting], bool]:
        """All draws that wait, at least one unless the run is to end; readings are laid aside for the commit."""
        batch: list[_Waiting] = []
        while len(batch) < _MOST:
            try:
                one = self._queue.get(block=not batch and len(self._unwritten) < _MOST)
            except queue.Empty:
                break
            if one is None:
                return batch, True
            if isinstance(one, _Reading):
                self._unwritten.append((one.draw, one.judge, one.reading))
            else:
                batch.append(one)
        return batch, False

    def _write(self, batch: list[_Waiting], *, last: bool) -> None:
        if batch:
            self._commit(batch)
        elif len(self._unwritten) >= _MOST:
            with self._ledger.writer.addition(self._run) as addition:
                self._readings(addition)
            self._unwritten.clear()
        if last and (self._unwritten or self._run.ref is not None):
            with self._ledger.writer.addition(self._run, last=True) as addition:
                self._readings(addition)
            self._unwritten.clear()

    def _commit(self, batch: list[_Waiting]) -> None:
        """Add the draws, and the readings of the draws before; then read, and tell those that wait."""
        kept: list[tuple[_Waiting, Reply, int, Ref]] = []
        with self._ledger.writer.addition(self._run) as addition:
            self._readings(addition)
            taken = _taken(addition.db, [one.draw.reply.id or "" for one in batch])
            for one in batch:
                draw = _unlike(one.draw, taken)
                ref = add_draw(addition, draw)
                kept.append((one, draw.reply, ref.id, ref))
        self._unwritten.clear()
        told: list[tuple[asyncio.Future[Kept], Kept | BaseException]] = []
        for one, reply, number, ref in kept:
            reading = one.read(reply)
            self._unwritten.append((ref, judge_digest(one.draw), reading))
            told.append((one.done, Kept(number, reply, reading)))
        _tell(batch[0].loop, told)

    def _readings(self, addition: Addition) -> None:
        instruments = Instruments(addition, self._contract, VERSION)
        added: set[tuple[int, int]] = set()
        query = "SELECT 1 FROM readings WHERE draw = ? AND instrument = ?"
        for ref, judge, reading in self._unwritten:
            instrument = instruments.of(judge)
            key = (ref.id, instrument.id)
            # the same draw may have been looked up twice, and `oyez read` may have been here
            if key not in added and not addition.db.execute(query, key).fetchone():
                added.add(key)
                add_reading(addition, ref, instrument, reading)


def _unlike(draw: Draw, taken: Counter[str]) -> Draw:
    """The draw, marked and named otherwise where one of its name is there: it was asked for twice."""
    name = draw.reply.id or ""
    taken[name] += 1
    if taken[name] == 1:
        return draw
    meta = dict(draw.reply.meta or {})
    meta["judging"] = {**meta.get("judging", {}), "twice": name}
    reply = msgspec.structs.replace(draw.reply, id=f"{name}~{taken[name]}", meta=meta)
    return msgspec.structs.replace(draw, reply=reply)


def _taken(db: sqlite3.Connection, names: list[str]) -> Counter[str]:
    """How many draws there are of each name, those that were asked for again (`name~2`) included."""
    stored = {name if fits(name) else escaped(name): name for name in names}
    query = """SELECT e.value, count(*) FROM json_each(?1) e JOIN draws d ON d.name = e.value GROUP BY e.value
      UNION ALL SELECT e.value, count(*) FROM json_each(?1) e
      JOIN draws d ON d.name > e.value || '~' AND d.name < e.value || '~:' GROUP BY e.value"""
    taken: Counter[str] = Counter()
    for name, count in db.execute(query, (json.dumps([*stored]),)):
        taken[stored[name]] += count
    return taken


def _tell(
    loop: asyncio.AbstractEventLoop, told: list[tuple[asyncio.Future[Kept], Kept | BaseException]]
) -> None:
    """Give the tasks that wait what came of their draws, in their own loop."""

    def give() -> None:
        for done, what in told:
            if done.done():
                continue
            if isinstance(what, BaseException):
                done.set_exception(what)
            else:
                done.set_result(what)

    try:
        loop.call_soon_threadsafe(give)
    except RuntimeError:  # the loop is closed: nobody waits any more
        return
