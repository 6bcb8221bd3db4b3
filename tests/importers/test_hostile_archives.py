"""Archives that are broken, or made to do harm: one clear error that names the place, and nothing else touched."""

from __future__ import annotations

import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from archives import Examples

from oyez.core.errors import InputError
from oyez.importers import IMPORTERS, Limits, _unpack, open_archive


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


HEADER = json.dumps({"eval": {"model": "m", "packages": {}}})


def refused(path: Path, format_: str | None = None, limits: Limits | None = None) -> str:
    with pytest.raises(InputError) as caught:
        list(open_archive(path, format_, limits=limits or Limits()))
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that a test may put one file into; nothing else may appear in it or above it."""
    inner = tmp_path / "inner"
    inner.mkdir()
    yield inner
    assert len(list(inner.iterdir())) <= 1
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


def made(path: Path, entries: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as out:
        out.writestr("header.json", HEADER)
        for name, content in entries.items():
            out.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b"\xff\xfe\x00",
        b"hello",
        b"[]",
        b"{}",
        b"[1]",
        b'"text"',
        b"a,b\n1,2\n",
        b"[" * 1000,
    ],
)
def test_a_file_of_no_known_format(folder: Path, content: bytes) -> None:
    path = folder / "file.bin"
    path.write_bytes(content)
    assert "in no format that is known" in refused(path)


def test_what_is_no_regular_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refused(tmp_path / "pipe")
    assert "not a regular file" in refused(tmp_path)
    assert "cannot be read: No such file" in refused(tmp_path / "missing")


def test_an_ambiguous_file_asks_which(folder: Path) -> None:
    both = {
        "question_id": 1,
        "model": "m",
        "judgment": "x",
        "score": 1,
        "testIdx": 0,
        "promptIdx": 0,
        "testCase": {},
    }
    path = folder / "both.jsonl"
    path.write_text(json.dumps(both) + "\n")
    assert "looks like mt-bench-single or promptfoo-jsonl; --format says which" in refused(path)


TEXTS = [
    "mt-bench-single.jsonl",
    "mt-bench-pair.jsonl",
    "arena-hard.jsonl",
    "alpaca-eval.json",
    "promptfoo.json",
    "mlflow.json",
    "inspect.json",
    "evalscope.jsonl",
    "opencompass_replica0.json",
]


OTHERS = [
    "anthropic-batch.jsonl",
    "arena-hard-v2.jsonl",
    "deepeval.json",
    "langfuse.jsonl",
    "leanscreen.jsonl",
    "openai-batch.jsonl",
    "openai-evals.jsonl",
    "otel.jsonl",
    "phoenix.jsonl",
    "samples_example_2026-11-30T12-00-00.000000.jsonl",
    "wildbench.json",
]


def read_or_refused(path: Path, importer: str) -> None:
    """Every draw comes out, or an error that names the file; nothing else is raised."""
    with suppress(InputError):
        list(open_archive(path, importer))
        return
    refused(path, importer)


@pytest.mark.parametrize("name", TEXTS)
def test_a_half_written_text_file(name: str, example: Examples, folder: Path) -> None:
    whole = example(name).read_bytes().rstrip()
    path = folder / name
    importer = open_archive(example(name)).importer.name
    for share in (0.2, 0.5, 0.9, 0.999):
        path.write_bytes(whole[: int(len(whole) * share)])
        said = refused(path, importer)
        assert "ends in the middle" in said or "not JSON" in said


@pytest.mark.parametrize("name", [*TEXTS, "kettle.eval", "llm-logs.sql"])
def test_damaged_bytes_raise_nothing_else(name: str, example: Examples, folder: Path) -> None:
    whole = example(name).read_bytes()
    importer = open_archive(example(name)).importer.name
    path = folder / name
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xA5]) + whole[at + 1 :])
        read_or_refused(path, importer)


WRONG: list[Any] = [
    None,
    True,
    0,
    -1,
    1e999,
    "",
    "text",
    [],
    [[]],
    {},
    {"a": []},
    [{"role": 5}],
    {"raw": 1},
    "\ud800",
]


@pytest.mark.parametrize("name", [*TEXTS, *OTHERS])
def test_every_field_with_every_wrong_value(name: str, example: Examples, folder: Path) -> None:
    importer = open_archive(example(name)).importer.name
    text = example(name).read_text()
    lines = name.endswith(".jsonl")
    document = [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)
    path = folder / name
    for number, where in enumerate(places(document)):
        for wrong in WRONG[
            number % 3 :: 3
        ]:  # a third of the pairs is enough, and every kind of field meets all
            changed = replaced(document, where, wrong)
            path.write_text(
                "".join(json.dumps(row) + "\n" for row in changed) if lines else json.dumps(changed)
            )
            read_or_refused(path, importer)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """A path to every value inside; of a list only its first item."""
    if at:
        yield at
    inside = (
        value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    )
    for key, each in inside:
        yield from places(each, (*at, key))


def replaced(value: Any, where: tuple[Any, ...], new: Any) -> Any:
    """A copy of `value` with `new` at one place."""
    if not where:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[where[0]] = replaced(copy[where[0]], where[1:], new)
    return copy


def test_a_million_levels(folder: Path) -> None:
    deep = "[" * 1_000_000 + "]" * 1_000_000
    path = folder / "deep.jsonl"
    path.write_text('{"question_id": 1, "model": "m", "judgment": ' + deep + ', "score": 1}\n')
    assert f"{path}:1: not read: the JSON is nested too deep" in refused(path, "mt-bench-single")
    path.unlink()
    path = folder / "deep.json"
    path.write_text('{"evalId": "e", "results": {"results": [' + deep + "]}}")
    assert "results.results[0]: not read: the JSON is nested too deep" in refused(path)
    path.unlink()
    path = made(folder / "deep.eval", {"samples/a_epoch_1.json": deep})
    assert "samples/a_epoch_1.json: not read: the JSON is nested too deep" in refused(path)


def test_a_line_beyond_the_limit(folder: Path) -> None:
    path = folder / "long.jsonl"
    path.write_text('{"question_id": 1, "model": "m", "judgment": "' + "x" * 3_000_000 + '", "score": 1}\n')
    small = Limits(value_bytes=1024 * 1024)
    assert f"{path}:1: larger than 1 MiB" in refused(path, "mt-bench-single", small)
    path.write_text('[{"instruction": "' + "x" * 3_000_000 + '"}]')
    assert f"{path}[0]: larger than 1 MiB" in refused(path, "alpaca-eval", small)


# zip files


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_half_written_zip(example: Examples, folder: Path, share: float) -> None:
    whole = example("kettle.eval").read_bytes()
    path = folder / "cut.eval"
    path.write_bytes(whole[: int(len(whole) * share)])
    assert "not a whole zip file" in refused(path)


@pytest.mark.parametrize(
    "name", ["../up.json", "samples/../../up.json", "/etc/up.json", "C:/up.json", "..\\up.json"]
)
def test_a_name_that_leads_out(folder: Path, name: str) -> None:
    path = made(folder / "out.eval", {name: "{}"})
    assert "has a name that leads out of the archive" in refused(path)
    assert name.replace("\\", "\\\\") in refused(path)


def test_a_symbolic_link(folder: Path) -> None:
    path = folder / "link.eval"
    with zipfile.ZipFile(path, "w") as out:
        link = zipfile.ZipInfo("samples/link_epoch_1.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        out.writestr("header.json", HEADER)
        out.writestr(link, "/etc/passwd")
    assert "'samples/link_epoch_1.json' is a symbolic link" in refused(path)


def test_a_name_that_stands_twice(folder: Path) -> None:
    path = folder / "twice.eval"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("header.json", HEADER)
        with pytest.warns(UserWarning, match="Duplicate name"):
            out.writestr("header.json", HEADER)
    assert "'header.json' stands twice" in refused(path)


def test_an_encrypted_entry(folder: Path) -> None:
    path = made(folder / "secret.eval", {"samples/a_epoch_1.json": "{}"})
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")  # the last entry of the directory
    data[at + 8] |= 1
    path.write_bytes(data)
    assert "'samples/a_epoch_1.json' is encrypted" in refused(path)


def test_a_bomb_by_ratio(folder: Path) -> None:
    path = made(folder / "bomb.eval", {"samples/a_epoch_1.json": b" " * 20_000_000})
    assert path.stat().st_size < 100_000
    small = Limits(ratio=500)
    assert "unpacks to 20000000 bytes from" in refused(path, limits=small)
    assert "more than 500 to 1 is refused" in refused(path, limits=small)


def test_a_bomb_by_size(folder: Path) -> None:
    path = made(folder / "large.eval", {"samples/a_epoch_1.json": b" " * 3_000_000})
    small = Limits(value_bytes=1024 * 1024)
    assert "unpacks to 3000000 bytes; the limit is 1 MiB" in refused(path, limits=small)


def test_a_bomb_that_lies_about_its_size(folder: Path) -> None:
    path = made(folder / "liar.eval", {"samples/a_epoch_1.json": b" " * 20_000_000})
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 1000)
    path.write_bytes(data)
    assert "'samples/a_epoch_1.json' unpacks to more than the directory says" in refused(path)


def test_entries_that_share_bytes(folder: Path) -> None:
    path = made(folder / "overlap.eval", {"a.json": "{}" * 50, "b.json": "{}" * 50}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    first, last = data.index(b"PK\x01\x02"), data.rindex(b"PK\x01\x02")
    offset = data[data.index(b"PK\x01\x02", first + 4) + 42 :][:4]
    data[last + 42 : last + 46] = offset
    path.write_bytes(data)
    assert "overlaps another entry" in refused(path)


def test_an_entry_whose_checksum_is_wrong(folder: Path) -> None:
    path = made(folder / "wrong.eval", {"samples/a_epoch_1.json": '{"id": "a"}'}, zipfile.ZIP_STORED)
    data = path.read_bytes().replace(b'{"id": "a"}', b'{"id": "b"}', 1)
    path.write_bytes(data)
    assert "'samples/a_epoch_1.json' is damaged" in refused(path)


def test_too_many_entries(folder: Path) -> None:
    path = made(folder / "many.eval", {f"samples/{number}.json": "{}" for number in range(20)})
    assert "21 entries; the limit is 20" in refused(path, limits=Limits(entries=20))


def test_a_compression_that_is_not_known(folder: Path) -> None:
    path = made(folder / "bz2.eval", {"samples/a_epoch_1.json": '{"id": "a"}'}, zipfile.ZIP_BZIP2)
    assert "'header.json' has the compression method 12, which is not known" in refused(path)


def test_a_zip_file_that_is_no_log(folder: Path) -> None:
    path = folder / "other.zip"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("readme.txt", "hello")
    assert "not an Inspect log: no entry header.json" in refused(path)


def test_a_run_that_was_cut_off_keeps_its_samples(example: Examples, folder: Path) -> None:
    path = folder / "started.eval"
    with zipfile.ZipFile(example("kettle.eval")) as whole, zipfile.ZipFile(path, "w") as out:
        for name in whole.namelist():
            if name not in ("header.json", "summaries.json"):
                out.writestr(name, whole.read(name))
    assert len(list(open_archive(path))) == 4


def test_zstd_where_its_package_is_missing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    path = zstd_zip(folder / "zstd.eval", {"header.json": HEADER.encode()})
    assert list(open_archive(path)) == []
    monkeypatch.setattr("oyez.importers._extra.import_module", missing)
    with pytest.raises(
        InputError, match=r"needs a package that is not installed: pip install 'oyez\[zstd\]'"
    ):
        list(open_archive(path))


def test_zstd_entries_are_read_and_bounded(folder: Path, example: Examples) -> None:
    with zipfile.ZipFile(example("kettle.eval")) as plain:
        entries = {name: plain.read(name) for name in plain.namelist()}
    path = zstd_zip(folder / "log.eval", entries)
    assert [draw.reply for draw in open_archive(path)] == [
        draw.reply for draw in open_archive(example("kettle.eval"))
    ]
    zstd_zip(path, {"header.json": HEADER.encode(), "samples/a_epoch_1.json": b" " * 20_000_000}, told=1000)
    assert "unpacks to more than the directory says" in refused(path)


def zstd_zip(path: Path, entries: dict[str, bytes], told: int | None = None) -> Path:
    """A zip file with method 93, which the standard library of older Pythons cannot write; `told`: a false size."""
    body, directory = bytearray(), bytearray()
    for name, plain in entries.items():
        packed = _unpack.zstd().compress(plain)
        size = told if told is not None and name.startswith("samples") else len(plain)
        shared = struct.pack(
            "<HHHHHIIIHH", 63, 0, 93, 0, 33, zlib.crc32(plain), len(packed), size, len(name), 0
        )
        directory += (
            struct.pack("<IH", 0x02014B50, 63)
            + shared
            + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
            + name.encode()
        )
        body += struct.pack("<I", 0x04034B50) + shared + name.encode() + packed
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(entries), len(entries), len(directory), len(body), 0)
    path.write_bytes(body + directory + end)
    return path


# SQLite


def test_an_open_database_is_left_alone(example: Examples) -> None:
    path = example("llm-logs.sql")
    wal = path.with_name(path.name + "-wal")
    wal.write_bytes(b"x")
    assert "not closed (logs.db-wal is not empty)" in refused(path)
    wal.unlink()
    before = path.read_bytes()
    assert len(list(open_archive(path))) == 2
    assert path.read_bytes() == before
    assert sorted(each.name for each in path.parent.iterdir()) == ["logs.db"]


def test_a_database_of_another_kind(folder: Path) -> None:
    import sqlite3

    path = folder / "other.db"
    db = sqlite3.connect(path)
    db.executescript("CREATE TABLE turns_taken (id TEXT); CREATE VIEW turns AS SELECT * FROM turns_taken;")
    db.close()
    assert "no table turns or responses" in refused(path, "llm-logs")


def test_csv_with_more_cells_than_columns(folder: Path) -> None:
    path = folder / "scores.csv"
    path.write_text("name,traceId,dataType\nhelpful,tr-1,NUMERIC,0.5\n")
    assert f"{path}:2: more cells than the header has columns" in refused(path)
    path.write_text('name,traceId,dataType\nhelpful,"tr-1,NUMERIC\n')
    assert "not CSV" in refused(path)


def test_every_importer_survives_every_other_format(example: Examples) -> None:
    for path in [example(name) for name in (*TEXTS, *OTHERS, "kettle.eval", "llm-logs.sql", "langfuse.csv")]:
        for importer in IMPORTERS:
            read_or_refused(path, importer.name)
