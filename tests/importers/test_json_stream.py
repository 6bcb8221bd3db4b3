"""Documents read piece by piece give what reading them whole gives, and break in the same places."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oyez.core.errors import InputError
from oyez.importers import _json_stream
from oyez.importers._json_stream import JsonStream, walk

LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUE = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6)


few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Drip(io.BytesIO):
    """Gives at most a few bytes at a time, whatever is asked for."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self.step = step

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.step)


def stream(data: bytes, step: int = 7, limit: int = 10_000) -> JsonStream:
    return JsonStream(Drip(data, step), "file", limit)


def refused(data: bytes, into: tuple[str, ...] = (), limit: int = 10_000) -> str:
    with pytest.raises(InputError) as caught:
        list(walk(stream(data, limit=limit), into))
    return str(caught.value)


@few
@given(VALUE, st.integers(1, 20), st.sampled_from([None, 1, "\t"]))
def test_a_value_in_pieces_is_the_value(value: Any, step: int, indent: Any) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=step % 2 == 0).encode("utf-8", "surrogatepass")
    assert stream(data, step).value("here") == value


@few
@given(st.dictionaries(st.text(min_size=1).filter("runs".__ne__), VALUE), st.lists(VALUE), st.integers(1, 20))
def test_the_items_of_a_list_inside(head: dict[str, Any], items: list[Any], step: int) -> None:
    document = {**head, "runs": {"before": 1, "list": items, "after": 2}}
    found = list(walk(stream(json.dumps(document).encode(), step), ("runs", "list")))
    assert [value for _, key, value in found if key is None] == items
    members = {key: value for _, key, value in found if key is not None}
    assert members == {**head, "runs.before": 1, "runs.after": 2}


@few
@given(st.lists(VALUE, min_size=1), st.data())
def test_a_document_cut_anywhere_is_refused(items: list[Any], data: st.DataObject) -> None:
    whole = json.dumps({"list": items}).encode()
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert "file" in refused(whole[:cut], ("list",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1} x', "more text after the end"),
        ('{"a" 1}', "file: 'a': not JSON: : expected, '1' found"),
        ('{"a": tru}', "file: a: not JSON"),
        ("{1: 2}", 'not JSON: " expected'),
        ('{"list": [1, 2', "the file ends in the middle"),
        ('{"list": [1, "never closed', "file: list[1]: the file ends in the middle"),
        (
            '{"list": [{"a": 1}, {"a": }, {"a": 3}' + " " * 100 + "]}",
            "file: list[1]: not JSON: Expecting value",
        ),
        ('{"a": "\x01"}', "file: a: not JSON: Invalid control character"),
        ("", "the file ends in the middle"),
        ("[" * 100_000, "nested too deep"),
        ('{"a": ' + "9" * 5000 + "}", "file: a: not read"),
        ('{"a": "' + "x" * 30_000 + '"}', "larger than 0 MiB"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_what_is_broken_is_named(text: str, said: str) -> None:
    assert said in refused(text.encode("utf-8", "surrogateescape"), ("list",))


def test_tools_write_nan() -> None:
    value = stream(b'{"value": NaN, "other": -Infinity}').value("here")
    assert str(value) == "{'value': nan, 'other': -inf}"


def test_a_long_value_is_tried_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    class Counting(json.JSONDecoder):
        def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
            nonlocal tried
            tried += 1
            return super().raw_decode(s, idx)

    monkeypatch.setattr(_json_stream, "_DECODER", Counting())
    monkeypatch.setattr(_json_stream, "_CHUNK", 16)
    text = json.dumps(["word"] * 50_000)
    assert JsonStream(io.BytesIO(text.encode()), "file", 10**6).value("here") == ["word"] * 50_000
    assert tried < 25
