"""Replies in: what each format takes, and what it says of rows that it does not take."""

from __future__ import annotations

import datetime
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.rows.columns import COLUMNS, Columns
from oyez.rows.jsonl_in import JsonLines
from oyez.rows.raw import AnyRow
from oyez.rows.replies import Replies, ReplyRow, open_source


def rows_of(path: Path | str, *, by: str | None = None, skip: bool = False, **mapped: str) -> list[ReplyRow]:
    columns = Columns(mapped)
    wanted = columns.paths() | ({columns.place(by)} if by else set())
    return read_rows(path, columns, wanted, by, skip)


def read_rows(
    path: Path | str, columns: Columns, wanted: set[str], by: str | None, skip: bool
) -> list[ReplyRow]:
    with open_source(str(path), wanted) as source:
        bad: list[object] = []
        return list(Replies(source, columns, by=by, on_bad=bad.append if skip else None))


def replies_of(path: Path | str, **mapped: str) -> list[Reply]:
    columns = Columns(mapped)
    return [row.reply for row in read_rows(path, columns, columns.paths(), None, False)]


def bad_of(path: Path | str, **mapped: str) -> list[str]:
    """The bad rows of a source that has good ones too."""
    bad: list[str] = []
    columns = Columns(mapped)
    with open_source(str(path), columns.paths()) as source:
        replies = Replies(source, columns, on_bad=lambda row: bad.append(str(row)))
        assert list(replies)
        assert replies.bad == len(bad)
    return bad


def refusal(path: Path | str, **mapped: str) -> str:
    with pytest.raises(InputError) as caught:
        replies_of(path, **mapped)
    return str(caught.value)


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    def write(*lines: str | bytes) -> Path:
        path = tmp_path / "replies.jsonl"
        path.write_bytes(
            b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
        )
        return path

    return write


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str | bytes) -> Path:
        path = tmp_path / "replies.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_every_column_of_a_json_line_is_taken(jsonl: Callable[..., Path]) -> None:
    row = {
        "id": 7,
        "text": "[[A]]",
        "stop": "end_turn",
        "error": None,
        "item": 12,
        "arm": "base",
        "judge": "m",
        "judge_digest": "sha256:1",
        "draw": 2,
        "order": "AB",
        "ids": ["x", 4],
        "meta": {"a": {"b": 1}},
    }
    assert set(row) == set(COLUMNS)
    assert replies_of(jsonl(json.dumps(row))) == [
        Reply(
            id="7",
            text="[[A]]",
            stop="end_turn",
            item="12",
            arm="base",
            judge="m",
            judge_digest="sha256:1",
            draw=2,
            order="AB",
            ids=("x", "4"),
            meta={"a": {"b": 1}},
        )
    ]


def test_columns_are_mapped_and_dots_reach_into_objects_and_lists(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"key": "k", "out": {"choices": [{"message": "yes", "finish": "length"}]}, "a.b": "j"}')
    found = replies_of(path, id="key", text="out.choices.0.message", stop="out.choices.0.finish", judge="a.b")
    assert found == [Reply(id="k", text="yes", stop="length", judge="j")]


def test_a_row_without_an_id_gets_the_number_of_its_line(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a"}', "", '{"id": null, "text": "b"}', '{"id": "", "text": "c"}')
    assert [reply.id for reply in replies_of(path)] == ["1", "3", "4"]


def test_json_lines_end_at_line_feeds_only(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a\u2028b\u0085c"}\r', '{"text": "d"}')
    assert [reply.text for reply in replies_of(path)] == ["a\u2028b\u0085c", "d"]


def test_a_byte_order_mark_and_a_missing_last_line_end_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"text": "a"}\n{"text": "b"}')
    assert [reply.text for reply in replies_of(path)] == ["a", "b"]


def test_lone_surrogates_and_nul_survive(jsonl: Callable[..., Path]) -> None:
    assert replies_of(jsonl('{"text": "\\ud83d x \\u0000"}'))[0].text == "\ud83d x \x00"


def test_undelivered_rows_need_no_text(jsonl: Callable[..., Path]) -> None:
    path = jsonl(
        '{"error": "timed out"}', '{"text": null}', '{"text": "", "error": {"code": 429}}', '{"text": ""}'
    )
    found = replies_of(path)
    assert [(reply.text, reply.error) for reply in found] == [
        (None, "timed out"),
        (None, None),
        ("", '{"code": 429}'),
        ("", None),
    ]


def test_nothing_is_an_error_that_says_nothing(jsonl: Callable[..., Path]) -> None:
    nothing = ("false", '""', "NaN", "{}", "[]", "0", '"  "')
    path = jsonl(*('{"text": "a", "error": ' + value + "}" for value in nothing))
    assert [reply.error for reply in replies_of(path)] == [None] * len(nothing)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"text": "a"', "not JSON: Expecting ',' delimiter at column 13"),
        ("[1]", "the line is a list; each line must be one JSON object"),
        ('{"text": "a", "text": "b"}', 'the key "text" stands twice'),
        ('{"txt": "a"}', "no column 'text'; there are: 'txt'; the nearest is 'txt' (--text txt)"),
        ('{"answer": "a"}', "no column 'text'; there are: 'answer'; name the right one with --text"),
        (
            '{"text": ["a"]}',
            "'text' holds a list, and text must be a string or null; a dotted path reaches into it",
        ),
        ('{"text": 7}', "'text' holds a number, and text must be a string or null"),
        (
            '{"text": "a", "judge": {"name": "x"}}',
            "'judge' holds an object, and judge must be a string or a number",
        ),
        ('{"text": "a", "stop": 3}', "'stop' holds a number, and stop must be a string or null"),
        ('{"text": "a", "draw": -1}', "the draw is -1; a draw is a number counted from 0"),
        ('{"text": "a", "draw": true}', "the draw is True"),
        ('{"text": "a", "ids": {"a": 1}}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "ids": [null]}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "meta": 3}', "meta is a number; it must be an object"),
        (b'{"text": "\xff"}', "undecodable bytes at byte 11 of the line; the file must be UTF-8"),
        ("[" * 200_000, "nested too deep"),
        (
            '{"text": "a", "n": ' + "9" * 5000 + "}",
            "not read: a number in it has more digits than can be taken",
        ),
        ('{"text": "a", "ids": 3}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "ids": true}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "ids": 1.5}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "ids": [true]}', "the ids are not a list of strings or numbers"),
        ('{"text": "a", "ids": ["x", ""]}', "the ids are empty or stand twice in their list"),
        ('{"text": "a", "ids": [1, "1"]}', "the ids are empty or stand twice in their list"),
        ('{"text": "a", "draw": "' + "1" * 5000 + '"}', "the draw is too large"),
        ('{"text": "a", "draw": ' + "1" * 4000 + "}", "the draw is too large"),
        ('{"text": "a", "draw": 1e300}', "the draw is too large"),
        ('{"text": "a", "draw": [1]}', "the draw is a list"),
        ('{"text": "a", "meta": ' + '{"a":' * 250 + "1e999" + "}" * 251, "meta is nested deeper than 200"),
        ('{"text": "a", "meta": {"a": ' + "[" * 900 + "]" * 900 + "}}", "meta is nested deeper than 200"),
        ('{"id": "1", "text": "a"}', "the id '1' stands twice; ids must be unique"),
    ],
)
def test_a_bad_line_is_one_clear_error(jsonl: Callable[..., Path], line: str | bytes, said: str) -> None:
    path = jsonl('{"id": "1", "text": "good"}', line)
    message = refusal(path)
    assert message.startswith(f"{path}:2: ")
    assert said in message
    assert "\n" not in message
    assert bad_of(path) == [message]


def test_a_row_without_an_id_says_where_its_id_comes_from(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"id": "2", "text": "a"}', '{"text": "b"}')
    assert refusal(path).endswith("(--id names another column; a row without one takes its number)")


@pytest.mark.parametrize("text", ['[\n  {"text": "a"}\n]\n', '[{"text": "a"}]'])
def test_a_json_array_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text)
    assert "the file looks like one JSON array" in refusal(path)


def test_utf_16_is_named(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes('{"text": "a"}\n'.encode("utf-16"))
    assert refusal(path) == f"{path}:1: undecodable bytes: the file looks like UTF-16; write it as UTF-8"


@pytest.mark.parametrize("name", ["r.jsonl", "r.csv"])
@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_input_without_rows_is_an_error(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert "holds no rows" in refusal(path) or "no column 'text'" in refusal(path)


def test_only_bad_rows_are_an_error_too(jsonl: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="holds no rows; all 2 rows are bad"):
        rows_of(jsonl("x", "y"), skip=True)


def test_a_mapped_column_that_is_in_no_row_is_an_error(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a", "finish": "stop"}', '{"text": "a"}', '{"text": "b", "finish": "stop"}')
    assert "in all 3 rows: no column 'finsh'" in refusal(path, stop="finsh")
    assert "the nearest is 'finish' (--stop finish)" in refusal(path, stop="finsh")
    assert [reply.stop for reply in replies_of(path, stop="finish")] == ["stop", None, "stop"]


def test_the_columns_that_are_there_are_those_of_all_rows(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a", "lang": "ko"}', '{"text": "a", "judge": "m"}')
    assert "there are: 'text', 'lang', 'judge'" in refusal(path, stop="nope")


def test_a_hint_for_the_shell_is_quoted(jsonl: Callable[..., Path]) -> None:
    assert "(--text 'the text')" in refusal(jsonl('{"the text": "a"}'), text="the txt")


def test_the_name_of_an_input_is_not_empty() -> None:
    assert refusal("") == "the name of the replies is empty"


def test_control_characters_in_a_name_are_shown(tmp_path: Path) -> None:
    assert "evil␛[31m␊.jsonl: cannot be read" in refusal(tmp_path / "evil\x1b[31m\n.jsonl")
    path = tmp_path / "evil\x1b.jsonl"
    path.write_text("x\n")
    assert "evil␛.jsonl:1: not JSON" in refusal(path)


@pytest.mark.parametrize(
    ("name", "said"), [("r.jsonl.gz", "is packed"), ("r.tsv", "separated by tabs"), ("r.xlsx", "a workbook")]
)
def test_files_that_are_no_tables_of_rows_are_named(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / name).write_bytes(b"x")
    assert said in refusal(tmp_path / name)


def test_a_read_that_fails_in_the_middle_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"text": "a"}\n' * 3)
    with open_source(str(path), set()) as source:

        class Failing(JsonLines):
            def __iter__(self) -> Iterator[AnyRow]:
                yield from super().__iter__()
                raise OSError(5, "Input/output error")

        assert isinstance(source, JsonLines)
        source.__class__ = Failing
        with pytest.raises(InputError, match=r"r\.jsonl: cannot be read on: Input/output error"):
            list(Replies(source, Columns()))


def test_an_empty_group_is_no_group(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a", "lang": ""}', '{"text": "b", "lang": null}', '{"text": "c", "lang": "x"}')
    assert [row.group for row in rows_of(path, by="lang")] == [None, None, "x"]


def test_rows_are_grouped_by_words(jsonl: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="the column 'ids' holds a list, and rows are grouped by words"):
        rows_of(jsonl('{"text": "a", "ids": ["x"]}'), by="ids")


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    assert "cannot be read: No such file" in refusal(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ("judge", ["m", None]),
        ("meta.lang", ["ko", "en"]),
        ("extra", ["3", "true"]),
        ("deep.er", ["x", None]),
    ],
)
def test_groups_come_from_any_column(jsonl: Callable[..., Path], by: str, groups: list[str | None]) -> None:
    path = jsonl(
        '{"text": "a", "judge": "m", "meta": {"lang": "ko"}, "extra": 3, "deep": {"er": "x"}}',
        '{"text": "b", "meta": {"lang": "en"}, "extra": true}',
    )
    assert [row.group for row in rows_of(path, by=by)] == groups


def test_a_group_column_that_is_nowhere_is_an_error(jsonl: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match=r"no column 'meta.lng'.*--by"):
        rows_of(jsonl('{"text": "a", "meta": {"lang": "ko"}}'), by="meta.lng")


def test_groups_follow_the_mapping(jsonl: Callable[..., Path]) -> None:
    path = jsonl('{"text": "a", "model": "m", "extra": {"lang": "ko"}}')
    assert [row.group for row in rows_of(path, by="judge", judge="model")] == ["m"]
    assert [row.group for row in rows_of(path, by="meta.lang", meta="extra")] == ["ko"]


def test_standard_input_is_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"text": "a"}\nx\n')))
    assert refusal("-").startswith("stdin:2: not JSON")


# CSV


def test_csv_keeps_line_ends_inside_quotes(table: Callable[..., Path]) -> None:
    path = table(b'\xef\xbb\xbfid,text,draw\r\n1,"a\r\nb\rc\nd",0\r\n\r\n2,"say ""x""",\r\n')
    found = rows_of(path)
    assert [row.reply.text for row in found] == ["a\r\nb\rc\nd", 'say "x"']
    assert [row.reply.draw for row in found] == [0, None]


def test_csv_takes_what_pandas_and_spreadsheets_write(table: Callable[..., Path]) -> None:
    assert [reply.draw for reply in replies_of(table(",,text,draw\n,,a,3.0\n,,b,\n"))] == [3, None]


def test_csv_in_utf_16_is_named(table: Callable[..., Path]) -> None:
    assert "it looks like UTF-16" in refusal(table("id,text\n1,a\n".encode("utf-16")))


def test_csv_takes_huge_fields(table: Callable[..., Path]) -> None:
    text = "x" * (300_000)
    assert replies_of(table(f"id,text\n1,{text}\n"))[0].text == text


def test_csv_cells_are_typed_like_json(table: Callable[..., Path]) -> None:
    path = table('text,ids,meta,stop\na,"[""x"", 2]","{""k"": 1}",\n')
    assert replies_of(path) == [Reply(id="1", text="a", ids=("x", "2"), meta={"k": 1})]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("id,txt\n1,a\n", "", "no column 'text'; there are: 'id', 'txt'; the nearest is 'txt' (--text txt)"),
        ("text,text\na,b\n", ":1", "the column 'text' stands twice in the header"),
        ("id,text\n1,a\n2,b,c\n", ":3", "the record has 3 fields, and the header 2"),
        ('id,text\n1,"a\n\n2,b\n', ":2", "the record that begins here is not CSV: unexpected end of data"),
        ('id,text\n1,"a"b\n', ":2", "the record that begins here is not CSV"),
        (b"id,text\n1,a\n2,\xff\n", ":3", "undecodable bytes in 'text'; the file must be UTF-8"),
        (b"id,t\xffxt\n1,a\n", ":1", "undecodable bytes in the header"),
        ("id,text\n1,a\n1,b\n", ":3", "the id '1' stands twice"),
        ("id,text\n", "", "holds no rows"),
        ("id;text\n1;a\n", ":1", "the header has no comma; is ';' between the columns?"),
        ("id\ttext\n1\ta\n", ":1", "the header has no comma; is '\\t' between"),
        ('text,meta\na,"{""k"": 1, ""k"": 2}"\n', ":2", 'meta: the key "k" stands twice'),
        ("id,text,draw\n1,a," + "1" * 5000 + "\n", ":2", "the draw is too large"),
        ("text,ids\na,1\n", ":2", "the ids are not a list"),
        ("text,ids\na,x\n", ":2", "ids is a string that does not hold a JSON list of ids"),
    ],
)
def test_bad_csv_is_one_clear_error(
    table: Callable[..., Path], text: str | bytes, place: str, said: str
) -> None:
    path = table(text)
    message = refusal(path)
    assert message.startswith(f"{path}{place}: ")
    assert said in message


def test_bad_csv_records_are_passed_over_and_counted(table: Callable[..., Path]) -> None:
    path = table(b"id,text\n1,a\n2,b,c\n3,\xff\n4,d\n")
    assert len(bad_of(path)) == 2


def test_nothing_after_a_broken_quote_is_trusted(table: Callable[..., Path]) -> None:
    with pytest.raises(InputError, match="is not CSV"):
        rows_of(table('id,text\n1,a\n2,"b"x\n3,c\n'), skip=True)


# Parquet


def parquet(path: Path, columns: dict[str, Any]) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def test_parquet_columns_are_taken(tmp_path: Path) -> None:
    path = parquet(
        tmp_path / "r.parquet",
        {
            "id": [1, 2],
            "out": [{"text": "a", "stop": "length"}, {"text": None, "stop": None}],
            "draw": [0.0, None],
            "ids": [["x"], None],
            "meta": [{"k": 1}, {"k": 2}],
            "unused": ["u", "v"],
        },
    )
    assert replies_of(path, text="out.text", stop="out.stop") == [
        Reply(id="1", text="a", stop="length", draw=0, ids=("x",), meta={"k": 1}),
        Reply(id="2", text=None, meta={"k": 2}),
    ]
    assert [row.group for row in rows_of(path, by="unused", text="out.text")] == ["u", "v"]


def test_parquet_rows_are_numbered_over_all_batches(tmp_path: Path) -> None:
    path = parquet(tmp_path / "r.parquet", {"text": [str(number) for number in range(1000)]})
    found = rows_of(path)
    assert [row.reply.id for row in found] == [str(number + 1) for number in range(1000)]
    assert found[-1].place == f"{path}, row 1000"
    assert found[-1].done == 1000


def test_parquet_is_known_by_its_first_bytes_too(tmp_path: Path) -> None:
    assert replies_of(parquet(tmp_path / "data", {"text": ["a"]})) == [Reply(id="1", text="a")]


def test_bad_parquet_is_one_clear_error(tmp_path: Path) -> None:
    invalid = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0"), pa.py_buffer(b"a\xff")]
    )
    path = parquet(tmp_path / "r.parquet", {"text": invalid})
    assert refusal(path) == f"{path}, row 2: undecodable bytes in 'text'; text must be UTF-8"
    assert bad_of(path) == [refusal(path)]
    binary = parquet(tmp_path / "b.parquet", {"text": pa.array([b"ok", b"\xff"])})
    assert "row 2: undecodable bytes" in refusal(binary)
    missing = parquet(tmp_path / "m.parquet", {"txt": ["a"]})
    assert "no column 'text'; there are: 'txt'" in refusal(missing)
    numbers = parquet(tmp_path / "n.parquet", {"text": [1, 2]})
    assert "'text' holds a number" in refusal(numbers)
    none = parquet(tmp_path / "e.parquet", {"text": pa.array([], pa.string())})
    assert "holds no rows" in refusal(none)
    twice = parquet(tmp_path / "t.parquet", {"id": ["a", "a"], "text": ["x", "y"]})
    assert "row 2: the id 'a' stands twice" in refusal(twice)


def test_parquet_kinds_are_named(tmp_path: Path) -> None:
    dates = parquet(tmp_path / "d.parquet", {"id": [datetime.date(2024, 1, 1)], "text": ["a"]})
    assert "the column 'id' holds a date, and id must be" in refusal(dates)
    numbers = parquet(tmp_path / "i.parquet", {"ids": [1], "text": ["a"]})
    assert "row 1: the ids are not a list" in refusal(numbers)


def test_a_broken_parquet_file_is_one_clear_error(tmp_path: Path) -> None:
    path = parquet(tmp_path / "r.parquet", {"text": ["abc" * 50] * 5000})
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "not a Parquet file" in refusal(path)
    path.write_bytes(whole[:4] + bytes(200) + whole[204:])
    assert refusal(path).startswith(str(path))


# Directories


def test_a_directory_of_texts(tmp_path: Path) -> None:
    root = tmp_path / "replies"
    (root / "b").mkdir(parents=True)
    (root / "b" / "two.txt").write_bytes(b"x\r\ny")
    (root / "a.txt").write_bytes(b"")
    (root / "c.md").write_bytes(b"\xff[[A]]")
    (root / ".hidden").write_text("no")
    found = replies_of(root)
    assert found == [
        Reply(id="a.txt", text=""),
        Reply(id="b/two.txt", text="x\r\ny"),
        Reply(id="c.md", text="\udcff[[A]]"),
    ]


def test_a_directory_that_holds_a_table_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("{}")
    assert "looks like a table of replies" in refusal(tmp_path)


def test_an_empty_directory_is_an_error(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: holds no rows"


def test_a_broken_link_in_a_directory_is_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.txt").symlink_to(tmp_path / "nowhere")
    assert bad_of(tmp_path) == [f"{tmp_path / 'b.txt'}: not a regular file"]


def test_a_linked_directory_is_a_bad_row(tmp_path: Path) -> None:
    root, outside = tmp_path / "in", tmp_path / "out"
    root.mkdir()
    outside.mkdir()
    (root / "a.txt").write_text("x")
    (outside / "b.txt").write_text("y")
    (root / "linked").symlink_to(outside)
    assert bad_of(root) == [f"{root / 'linked'}: a link to a directory, which is not followed"]


def test_rows_are_streamed(tmp_path: Path) -> None:
    """The bad line is met only after the rows before it have been handed out."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"text": "a"}\n' * 10 + "x\n")
    with open_source(str(path), set()) as source:
        found = iter(Replies(source, Columns()))
        assert [next(found).reply.id for _ in range(10)] == [str(number) for number in range(1, 11)]
        with pytest.raises(InputError, match=":11: not JSON"):
            next(found)
