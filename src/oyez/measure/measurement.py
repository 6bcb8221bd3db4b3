"""Estimates side by side, as frozen values, records and Arrow."""

from __future__ import annotations

from typing import Any

import msgspec

from oyez.measure.estimate import Estimate


class Measurement(msgspec.Struct, frozen=True):
    """What measuring came to: one estimate a group and policy."""

    estimates: tuple[Estimate, ...]

    def records(self) -> list[dict[str, Any]]:
        """One flat row an estimate."""
        return [one.record() for one in self.estimates]

    def tree(self) -> list[dict[str, Any]]:
        """The estimates as JSON objects, everything in them."""
        return [tree_of(one) for one in self.estimates]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The records for any program that takes Arrow, such as polars, pandas, duckdb. Needs `oyez[parquet]`."""
        from oyez.rows.parquet_in import arrow

        records = self.records()
        table = arrow().Table.from_pylist(records, schema=_schema(list(records[0]) if records else []))
        return table.__arrow_c_stream__(requested_schema)


def tree_of(value: msgspec.Struct) -> Any:
    """A frozen value as plain dicts, lists and numbers."""
    return msgspec.to_builtins(value)


_TEXT = ("metric", "what", "group", "policy", "abstain", "method", "reason", "warnings")
_WHOLE = ("items", "draws", "read", "recovered", "recorded", "lost", "abstained", "units", "counted")


def _schema(names: list[str]) -> Any:
    """The Arrow schema of the records, the same whatever is in them."""
    from oyez.rows.parquet_in import arrow

    pa = arrow()

    def kind(name: str) -> Any:
        if name == "parity":
            return pa.bool_()
        return pa.string() if name in _TEXT else pa.int64() if name in _WHOLE else pa.float64()

    return pa.schema([(name, kind(name)) for name in names])
