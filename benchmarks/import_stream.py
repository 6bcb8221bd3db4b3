"""Streams a large archive through its importer, beside a bare parse of the same file, and prints speed and memory.

    python benchmarks/import_stream.py [--mib 2048] [--format mt-bench-single] [--keep DIR]

Each way runs in a process of its own, so that its peak memory is its own. The bare parse of JSON lines is json.loads
of each line; of one document it is json.load of the whole, which needs memory in proportion to the file and is
therefore left out above 256 MiB, where a bare pass of json's raw_decode over the items stands in for it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MIB = 1024 * 1024
LOREM = "The answer names the amount of vinegar and the time to wait, and it warns of steam. " * 12
SUFFIX = {"alpaca-eval": ".json", "mt-bench-single": ".jsonl", "promptfoo": ".json", "inspect": ".eval"}


def reply(number: int) -> str:
    return f"{LOREM}\n\nRating: [[{number % 10 + 1}]]"


def row(kind: str, number: int) -> dict[str, Any]:
    if kind == "mt-bench-single":
        return {
            "question_id": number,
            "model": "heron-1",
            "judge": ["owl-2", "single-v1"],
            "user_prompt": LOREM,
            "judgment": reply(number),
            "score": number % 10 + 1,
            "turn": 1,
            "tstamp": 1.0,
        }
    if kind == "alpaca-eval":
        return {
            "instruction": f"{number} {LOREM}",
            "output_1": LOREM,
            "generator_1": "a",
            "output_2": LOREM,
            "generator_2": "b",
            "annotator": "owl",
            "preference": 1.5,
            "raw_completion": reply(number),
        }
    graded = {
        "assertion": {"type": "llm-rubric"},
        "pass": True,
        "score": 1,
        "reason": LOREM,
        "metadata": {"raw": reply(number)},
    }
    return {
        "testIdx": number,
        "promptIdx": 0,
        "gradingResult": {"componentResults": [graded]},
        "testCase": {},
        "vars": {"x": LOREM},
    }


def rows(kind: str, size: int) -> Iterator[str]:
    written, number = 0, 0
    while written < size:
        text = json.dumps(row(kind, number))
        written, number = written + len(text) + 2, number + 1
        yield text


def write(path: Path, kind: str, size: int) -> None:
    """An archive of about `size` bytes; for Inspect the bytes of the samples before they are packed."""
    if kind == "inspect":
        write_eval(path, size)
        return
    with path.open("w") as out:
        if kind == "mt-bench-single":
            out.writelines(f"{text}\n" for text in rows(kind, size))
            return
        before, after = (
            ("[", "]") if kind == "alpaca-eval" else ('{"evalId": "e", "results": {"results": [', "]}}")
        )
        out.write(before)
        for number, text in enumerate(rows(kind, size)):
            out.write(f",\n{text}" if number else text)
        out.write(after)


def write_eval(path: Path, size: int) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        written, number = 0, 0
        while written < size:
            said = {"id": f"a{number}", "role": "assistant", "content": reply(number), "model": "owl-2"}
            asked = {"id": f"u{number}", "role": "user", "content": LOREM}
            score = {"value": "C", "explanation": reply(number), "metadata": {"grading": [asked, said]}}
            sample = {
                "id": number,
                "epoch": 1,
                "input": LOREM,
                "scores": {"model_graded_qa": score},
                "events": [{"event": "state", "changes": LOREM}] * 20,
            }
            text = json.dumps(sample)
            out.writestr(f"samples/{number}_epoch_1.json", text)
            written, number = written + len(text), number + 1
        out.writestr("header.json", json.dumps({"eval": {"model": "heron-1", "packages": {}}}))


def stream(path: Path, kind: str) -> int:
    from oyez.importers import open_archive

    return sum(1 for _ in open_archive(path, kind))


def bare(path: Path, kind: str) -> int:
    if kind == "inspect":
        with zipfile.ZipFile(path) as entries:
            return sum(bool(json.loads(entries.read(name))) for name in entries.namelist()) - 1
    if kind == "mt-bench-single":
        with path.open("rb") as lines:
            return sum(bool(json.loads(line)) for line in lines)
    if path.stat().st_size <= 256 * MIB:
        with path.open() as whole:
            found = json.load(whole)
        return len(found if isinstance(found, list) else found["results"]["results"])
    with path.open() as lines:  # the items stand a line each
        return sum(bool(json.loads(text)) for line in lines if (text := trimmed(line)))


def trimmed(line: str) -> str:
    """The item on a line, without what stands before the first and after the last."""
    if "[{" in line[:60]:
        line = line[line.index("[{") + 1 :]
    return line.rstrip(",\n").removesuffix("]}}").removesuffix("]")


def child(path: Path, kind: str, way: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--child", way, "--format", kind, "--path", str(path)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return found


def measured(path: Path, kind: str, way: str) -> dict[str, float]:
    began = time.perf_counter()
    count = stream(path, kind) if way == "stream" else bare(path, kind)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"rows": count, "seconds": seconds, "peak": peak}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mib", type=int, default=64)
    parser.add_argument("--format", choices=sorted(SUFFIX), action="append")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--child", choices=["stream", "bare"])
    parser.add_argument("--path", type=Path)
    asked = parser.parse_args()
    if asked.child:
        print(json.dumps(measured(asked.path, asked.format[0], asked.child)))
        return
    heads = [
        "format",
        "file MiB",
        "rows",
        "oyez MiB/s",
        "bare MiB/s",
        "ratio",
        "oyez peak MiB",
        "bare peak MiB",
    ]
    print("".join(f"{head:>16}" for head in heads))
    with tempfile.TemporaryDirectory() as made:
        for kind in asked.format or sorted(SUFFIX):
            path = (asked.keep or Path(made)) / f"large-{kind}{SUFFIX[kind]}"
            write(path, kind, asked.mib * MIB)
            size = asked.mib if kind == "inspect" else path.stat().st_size / MIB
            ours, theirs = child(path, kind, "stream"), child(path, kind, "bare")
            cells = [
                kind,
                round(size),
                ours["rows"],
                round(size / ours["seconds"]),
                round(size / theirs["seconds"]),
            ]
            cells += [
                round(ours["seconds"] / theirs["seconds"], 2),
                round(ours["peak"]),
                round(theirs["peak"]),
            ]
            print("".join(f"{cell:>16}" for cell in cells), flush=True)
            if not asked.keep:
                path.unlink()


if __name__ == "__main__":
    main()
