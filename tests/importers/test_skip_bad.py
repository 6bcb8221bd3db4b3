"""Broken rows of archives: an error by default, and on request reported, counted and passed over; never just gone."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from archives import Examples
from click.testing import CliRunner, Result

from oyez.cli import main
from oyez.core.errors import InputError
from oyez.importers import Limits, open_archive
from oyez.ledger import Draw, Ledger


@pytest.fixture
def example(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, list(arguments))


def taken(path: Path, format_: str, limits: Limits | None = None) -> tuple[list[Draw], list[str]]:
    """The draws of an archive, and what was said of its broken rows."""
    said: list[str] = []
    archive = open_archive(
        path, format_, limits=limits or Limits(), on_bad=lambda fault: said.append(str(fault))
    )
    return list(archive), said


def texts(draws: list[Draw]) -> list[Any]:
    return [(draw.reply.id, draw.reply.text, draw.recorded) for draw in draws]


LINES = [
    "mt-bench-single.jsonl",
    "mt-bench-pair.jsonl",
    "arena-hard.jsonl",
    "arena-hard-v2.jsonl",
    "evalscope.jsonl",
    "anthropic-batch.jsonl",
    "openai-batch.jsonl",
    "openai-evals.jsonl",
    "langfuse.jsonl",
    "phoenix.jsonl",
    "otel.jsonl",
    "promptfoo.jsonl",
    "samples_example_2026-11-30T12-00-00.000000.jsonl",
]


@pytest.mark.parametrize("name", LINES)
def test_the_whole_rows_of_jsonl_come_out_as_without_the_broken_ones(
    name: str, example: Examples, tmp_path: Path
) -> None:
    whole = example(name)
    format_ = open_archive(whole).importer.name
    path = tmp_path / name
    broken = ['{"half": ', "[1, 2]", '"text"', "[" * 100_000, '{"a": "\\ud8"}', "\x00"]
    lines = whole.read_text().splitlines()
    path.write_text("\n".join([broken[0], lines[0], *broken[1:], *lines[1:], ""]))
    for beside in whole.parent.glob("results_*.json"):  # lm-eval looks for the run's own file
        shutil.copy(beside, tmp_path)
    draws, said = taken(path, format_)
    wanted = list(open_archive(whole))
    if format_ == "otel":  # an event has no id but its place, and that has moved
        assert [draw.recorded for draw in draws] == [draw.recorded for draw in wanted]
    else:
        assert texts(draws) == texts(wanted)
    assert len(said) == len(broken)
    places = [1, *range(3, 3 + len(broken) - 1)]
    assert [message.partition(": ")[0] for message in said] == [f"{path}:{place}" for place in places]
    with pytest.raises(InputError, match=":1: not JSON"):
        list(open_archive(path, format_))


@pytest.mark.parametrize("name", ["leanscreen.jsonl", "alpaca-eval.json"])
def test_ids_made_of_places_do_not_move(name: str, example: Examples, tmp_path: Path) -> None:
    whole = list(open_archive(example(name)))
    format_ = open_archive(example(name)).importer.name
    path = tmp_path / name
    if name.endswith(".json"):
        path.write_text(json.dumps([7, *json.loads(example(name).read_text())[1:]]))
    else:
        path.write_text("\n".join(["{", *example(name).read_text().splitlines()[1:]]))
    draws, said = taken(path, format_)
    assert len(said) == 1
    assert texts(draws) == texts(whole)[-len(draws) :]


def test_a_row_is_taken_whole_or_not_at_all(example: Examples, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in example("arena-hard.jsonl").read_text().splitlines()]
    rows[0]["games"][1]["score"] = ["no", "score"]
    path = tmp_path / "arena.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    draws, said = taken(path, "arena-hard")
    assert len(said) == 1
    assert {draw.reply.item for draw in draws} == {str(row["question_id"]) for row in rows[1:]}


@pytest.mark.parametrize(
    ("name", "place"), [("promptfoo.json", ("results", "results")), ("inspect.json", ("samples",))]
)
def test_items_of_a_document(name: str, place: tuple[str, ...], example: Examples, tmp_path: Path) -> None:
    document = json.loads(example(name).read_text())
    items = document
    for key in place:
        items = items[key]
    items.insert(1, "no object")
    path = tmp_path / name
    path.write_text(json.dumps(document))
    draws, said = taken(path, open_archive(example(name)).importer.name)
    assert texts(draws) == texts(list(open_archive(example(name))))
    assert len(said) == 1
    assert f"{'.'.join(place)}[1]: an object is expected" in said[0]


def test_a_document_that_never_ends_is_an_error_all_the_same(example: Examples, tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(example("alpaca-eval.json").read_bytes()[:-30])
    with pytest.raises(InputError, match="ends in the middle"):
        taken(path, "alpaca-eval")


def test_a_line_beyond_the_limit_is_one_bad_row(example: Examples, tmp_path: Path) -> None:
    lines = example("mt-bench-single.jsonl").read_text().splitlines()
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join([lines[0], '{"x": "' + "y" * 5_000_000 + '"}', *lines[1:]]))
    draws, said = taken(path, "mt-bench-single", Limits(value_bytes=1024 * 1024))
    assert texts(draws) == texts(list(open_archive(example("mt-bench-single.jsonl"))))
    assert said == [f"{path}:2: larger than 1 MiB, the limit for one line"]


def test_a_row_of_csv(example: Examples, tmp_path: Path) -> None:
    lines = example("phoenix.csv").read_text().splitlines(keepends=True)
    path = tmp_path / "phoenix.csv"
    path.write_text("".join([lines[0], "a," * 40 + "b\n", *lines[1:]]))
    draws, said = taken(path, "phoenix")
    assert texts(draws) == texts(list(open_archive(example("phoenix.csv"))))
    assert len(said) == 1
    assert "more cells than the header has columns" in said[0]


def test_an_entry_of_a_zip_file(example: Examples, tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(example("kettle.eval")) as whole, zipfile.ZipFile(path, "w") as out:
        for name in whole.namelist():
            out.writestr(name, whole.read(name))
        out.writestr("samples/broken_epoch_1.json", '{"id": ')
    draws, said = taken(path, "inspect")
    assert texts(draws) == texts(list(open_archive(example("kettle.eval"))))
    assert len(said) == 1
    assert said[0].startswith(f"{path}: samples/broken_epoch_1.json: not JSON")


@pytest.fixture
def broken(example: Examples, tmp_path: Path) -> Path:
    path = tmp_path / "judged.jsonl"
    lines = example("mt-bench-single.jsonl").read_text().splitlines()
    path.write_text("\n".join([lines[0], '{"question_id": ', *lines[1:], "no row"]))
    return path


def test_import_counts_them_and_goes_on(broken: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "l.db")
    assert "judged.jsonl:2: not JSON" in run("import", str(broken), "--into", target).stderr
    done = run("import", str(broken), "--into", target, "--skip-bad", "--json")
    assert done.exit_code == 0
    assert [line.partition(": not")[0] for line in done.stderr.splitlines()] == [
        f"oyez: bad row: {broken}:{number}" for number in (2, 5)
    ]
    (one,) = json.loads(done.stdout)["archives"]
    assert (one["added"], one["there"], one["bad"]) == (2, 1, 2)  # the first was taken in before the error
    with Ledger(target, readonly=True) as ledger:
        assert len(list(ledger.draws())) == 3


def test_recheck_counts_them_and_goes_on(broken: Path) -> None:
    assert run("recheck", str(broken), "-c", "mt-bench-rating").exit_code == 2
    done = run("recheck", str(broken), "-c", "mt-bench-rating", "--skip-bad")
    assert done.exit_code == 0
    assert "bad rows  2, passed over and in none of the numbers" in done.stdout
    assert done.stderr.count("bad row") == 2
    told = json.loads(run("recheck", str(broken), "-c", "mt-bench-rating", "--skip-bad", "--json").stdout)
    assert (told["draws"], told["bad_rows"]) == (3, 2)


def test_an_archive_of_nothing_else_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"question_id": \n{\n')
    done = run(
        "import", str(path), "--format", "mt-bench-single", "--into", str(tmp_path / "l.db"), "--skip-bad"
    )
    assert done.exit_code == 2
    assert "bad.jsonl: holds no draws; all 2 rows are bad" in done.stderr
