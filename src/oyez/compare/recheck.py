"""What an archive recorded beside what its replies say under a contract, draw by draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from oyez.contract import Contract
from oyez.core.errors import InputError
from oyez.core.observation import Observation, not_read, observed, slim
from oyez.core.reading import Reading
from oyez.core.value import same
from oyez.known_parsers import KnownParser, parser_of
from oyez.ledger.facts import Draw, Recorded
from oyez.measure.load import scale_of
from oyez.measure.usual import usual_estimate, usual_metric
from oyez.reader import read

if TYPE_CHECKING:
    from oyez.measure.estimate import Estimate

_UNREAD = (None, -1)
"""What known parsers give for a reply in which they find nothing."""


class Kind(StrEnum):
    """How a recorded value and a reading stand to each other."""

    AGREE = "agree"
    DIFFERENT = "different"
    """Both have a value, and not the same."""
    NOT_THERE = "recorded, but not there"
    """The tool recorded a value, and the contract finds none in the reply."""
    NOT_RECORDED = "there, but not recorded"
    """The reply states a value that the tool did not record."""
    NEITHER = "neither"
    UNDELIVERED = "undelivered"
    """No reply came."""
    NOT_REREADABLE = "not re-readable"
    """The archive kept no text of the reply."""


class Rechecked(msgspec.Struct, frozen=True, kw_only=True):
    """One draw, read again."""

    draw: Draw
    kind: Kind
    recorded: Recorded | None
    """The recorded value that was compared; `None` where the draw has none of that name."""
    told: Any
    """It, in the words of the judge where the archive gives them."""
    reading: Reading | None
    """`None` for a draw that is not re-readable."""
    value: Any = None
    """The verdict in the terms of the recorded value; `None` without one."""
    explained: bool | None
    """Whether the known parser gives the recorded value; `None` without a known parser or text."""
    by: str | None
    """The known parser that was asked."""


class Measured(msgspec.Struct, frozen=True):
    """An estimate, or the reason why there is none."""

    estimate: Estimate | None
    reason: str | None


class Recheck:
    """Reads an archive again; iterate once, and then the counts are whole."""

    def __init__(
        self,
        draws: Iterable[Draw],
        contract: Contract,
        *,
        parser: KnownParser | None = None,
        metric: str | None = None,
    ) -> None:
        self.contract = contract
        self.metric = metric
        """Which recorded value is compared, by its name; the first that a draw has if none was asked for."""
        self.kinds: Counter[Kind] = Counter()
        self.statuses: Counter[str] = Counter()
        """Of the replies that could be read again."""
        self.recorded: Counter[str] = Counter()
        """Recorded value as text → how often; of the draws that could be read again."""
        self.verdicts: Counter[str] = Counter()
        """The same of the verdicts."""
        self.sums = [[0.0, 0], [0.0, 0]]
        """Sum and count of the numbers among recorded values, and among verdicts."""
        self.tools: Counter[tuple[str | None, str | None]] = Counter()
        """Tool and version → draws."""
        self.names: Counter[str] = Counter()
        """Name of the recorded value that was compared → draws."""
        self.explained: Counter[tuple[str, bool]] = Counter()
        """Known parser, and whether it gives the recorded value → draws."""
        self._draws = draws
        self._parser = parser
        self._keeps = usual_metric(scale_of(contract)) is not None
        self._seen: tuple[list[Observation], list[Observation]] = ([], [])

    @property
    def draws(self) -> int:
        """How many draws were looked at."""
        return sum(self.kinds.values())

    def estimates(self) -> tuple[Measured, Measured]:
        """The usual metric of the contract over the recorded values, and over the readings."""
        scale = scale_of(self.contract)
        recorded, read_ = (
            Measured(*usual_estimate(seen, scale, {"side": side}))
            for seen, side in zip(self._seen, ("recorded", "read"), strict=True)
        )
        return recorded, read_

    def __iter__(self) -> Iterator[Rechecked]:
        found = False
        for draw in self._draws:
            one = self._one(draw)
            found = found or one.recorded is not None
            self._count(one)
            yield one
        if self.metric is not None and self.draws and not found:
            raise InputError(f"no draw has a recorded value named {self.metric!r}")

    def _one(self, draw: Draw) -> Rechecked:
        recorded = self._chosen(draw)
        told = _told(recorded)
        text = draw.reply.text
        if draw.raw_absent is not None:
            return _rechecked(draw, Kind.NOT_REREADABLE, recorded, told)
        reading = read(draw.reply, self.contract)
        if text is None:
            return _rechecked(draw, Kind.UNDELIVERED, recorded, told, reading)
        parser = self._parser or (parser_of(recorded.parser, recorded.tool_version) if recorded else None)
        explained = None
        if parser is not None and recorded is not None:
            explained = _explains(parser, text, told)
        kind = _kind(told, reading, draw, recorded)
        return _rechecked(draw, kind, recorded, told, reading, explained, parser)

    def _chosen(self, draw: Draw) -> Recorded | None:
        for recorded in draw.recorded:
            if self.metric in (None, recorded.name):
                return recorded
        return None

    def _count(self, one: Rechecked) -> None:
        self.kinds[one.kind] += 1
        if one.recorded is not None:
            self.tools[one.recorded.tool, one.recorded.tool_version] += 1
            self.names[one.recorded.name or "(no name)"] += 1
        if one.reading is None:
            return
        self.statuses[str(one.reading.status)] += 1
        if self._keeps:
            self._seen[0].append(slim(not_read(one.draw.reply, one.reading.stop, one.told)))
            self._seen[1].append(slim(observed(one.reading, one.draw.reply)))
        for counter, sums, value in (
            (self.recorded, self.sums[0], one.told),
            (self.verdicts, self.sums[1], one.value),
        ):
            if value is not None:
                counter[str(value)] += 1
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                sums[0], sums[1] = sums[0] + value, sums[1] + 1
        if one.explained is not None and one.by is not None:
            self.explained[one.by, one.explained] += 1


def _rechecked(
    draw: Draw,
    kind: Kind,
    recorded: Recorded | None,
    told: Any,
    reading: Reading | None = None,
    explained: bool | None = None,
    parser: KnownParser | None = None,
) -> Rechecked:
    by = parser.name if parser is not None and explained is not None else None
    value = _comparable(reading.verdict, draw, recorded) if reading is not None and reading.ok else None
    return Rechecked(
        draw=draw,
        kind=kind,
        recorded=recorded,
        told=told,
        reading=reading,
        value=value,
        explained=explained,
        by=by,
    )


def _told(recorded: Recorded | None) -> Any:
    if recorded is None:
        return None
    return recorded.value if recorded.label is None else recorded.label


def _explains(parser: KnownParser, text: str, told: Any) -> bool:
    given = parser.read(text)
    return told is None if given in _UNREAD and not isinstance(given, bool) else same(given, told)


def _kind(told: Any, reading: Reading, draw: Draw, recorded: Recorded | None) -> Kind:
    if told is None:
        return Kind.NOT_RECORDED if reading.ok else Kind.NEITHER
    if not reading.ok:
        return Kind.NOT_THERE
    return Kind.AGREE if same(_comparable(reading.verdict, draw, recorded), told) else Kind.DIFFERENT


def _comparable(verdict: Any, draw: Draw, recorded: Recorded | None) -> Any:
    """The verdict in the terms of the recorded value: AlpacaEval records 1 or 2, its judges name a model."""
    names = (draw.reply.meta or {}).get("referenced_models")
    if recorded is None or recorded.tool != "alpaca-eval" or not isinstance(names, dict):
        return verdict
    best = verdict[0] if isinstance(verdict, list) and verdict else verdict
    output = names.get(best) if isinstance(best, str) else None
    return {"output_1": 1, "output_2": 2}.get(output, verdict) if isinstance(output, str) else verdict
