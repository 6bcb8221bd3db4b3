"""Lean files as items: one a declaration, with its doc comment, its context, and without its proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oyez.core.errors import InputError
from oyez.screening import Pair, inline, load_profile, pairs
from oyez.screening.lean_pairs import lean_pairs
from oyez.screening.lean_scan import masked, pieces

FILE = """\
import Mathlib
/-! A module comment with theorem fake : True in it. -/
open Nat

namespace Demo
variable (n : ℕ)

/-- A number is big
if it is above 100. -/
def Big (m : ℕ) : Prop := m > 100

-- theorem commented (n : ℕ) : False
/-- Every big number is positive. /- nested -/ -/
@[simp]
theorem big_pos (m : ℕ) (h : Big m)
    (k : m = m := by rfl) : 0 < m := by
  have : "theorem x := y" = "theorem x := y" := rfl
  exact lt_trans (by norm_num) h

section
/-- Two is even. -/
private lemma two : Even 2
  | _ => sorry
end
end Demo

/-- One. -/
example : 1 = 1 := rfl
"""


def found(folder: Path, text: str) -> list[Pair]:
    path = folder / "Item.lean"
    path.write_text(text, encoding="utf-8")
    return [*lean_pairs(path)]


def test_one_item_a_declaration(tmp_path: Path) -> None:
    made = found(tmp_path, FILE)
    assert [one.id for one in made] == ["Demo.Big", "Demo.big_pos", "Demo.two", "Item:28"]
    assert [one.texts["informal"] for one in made] == [
        "A number is big if it is above 100.",
        "Every big number is positive. /- nested -/",
        "Two is even.",
        "One.",
    ]
    assert [one.texts["formal"] for one in made] == [
        "def Big (m : ℕ) : Prop := m > 100",
        "@[simp]\ntheorem big_pos (m : ℕ) (h : Big m)\n    (k : m = m := by rfl) : 0 < m := by sorry",
        "private lemma two : Even 2 := by sorry",
        "example : 1 = 1 := by sorry",
    ]
    assert made[1].texts["context"] == (
        "import Mathlib\nopen Nat\nnamespace Demo\nvariable (n : ℕ)\ndef Big (m : ℕ) : Prop := m > 100"
    )
    assert made[1].place.endswith("Item.lean:14")


def test_a_folder_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "Two.lean").write_text("/-- Two. -/\ntheorem two : True := trivial\n")
    (tmp_path / "A.lean").write_text("/-- One. -/\r\ntheorem one : True := trivial\r\n", newline="")
    profile = load_profile("lean-faithfulness")
    made = [*pairs(str(tmp_path), profile)]
    assert [one.id for one in made] == ["one", "two"]
    assert made[0].texts == {
        "informal": "One.", "formal": "theorem one : True := by sorry", "context": "(none given)"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("theorem a : 1 = 1 := rfl\n", r"Item\.lean:1: the declaration a has no doc comment of its own"),
        (
            "/-- A. -/\ntheorem a : 1 = 1 := rfl\n\ntheorem b : 2 = 2 := rfl\n",
            r"Item\.lean:4: the declaration b has no",
        ),
        (
            "/-- A. -/\nopen Nat\ntheorem a : 1 = 1 := rfl\n",
            r"Item\.lean:3: the declaration a has no doc comment",
        ),
        (
            "/-! Only a module comment. -/\ntheorem a : 1 = 1 := rfl\n",
            r"Item\.lean:2: the declaration a has no",
        ),
        ("/--  -/\ntheorem a : 1 = 1 := rfl\n", r"Item\.lean:2: the declaration a has no doc comment"),
        ("-- nothing\n", r"Item\.lean:1: there is no declaration"),
        (
            "/-- A. -/\ntheorem a : 1 = 1 := rfl\n/-- A. -/\ntheorem a : 2 = 2 := rfl\n",
            r"Item\.lean:4: the name 'a' stands at .*Item\.lean:2 already",
        ),
    ],
)
def test_bad_files_are_told_with_their_place(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "Item.lean").write_text(text)
    with pytest.raises(InputError, match=said):
        [*pairs(str(tmp_path / "Item.lean"), load_profile("lean-faithfulness"))]


def test_no_file_and_no_utf8(tmp_path: Path) -> None:
    profile = load_profile("lean-faithfulness")
    for source, said in ((tmp_path, "holds no .lean file"), (tmp_path / "No.lean", "there is no such file")):
        with pytest.raises(InputError, match=said):
            [*pairs(str(source), profile)]
    (tmp_path / "Bad.lean").write_bytes(b"/-- \xff -/")
    with pytest.raises(InputError, match=r"Bad\.lean: is not UTF-8"):
        [*pairs(str(tmp_path), profile)]
    with pytest.raises(InputError, match="claim-support needs source, claim"):
        [*pairs(str(tmp_path), load_profile("claim-support"))]


def test_inline_takes_one_declaration(tmp_path: Path) -> None:
    profile = load_profile("lean-faithfulness")
    path = tmp_path / "Item.lean"
    path.write_text("open Nat\ntheorem a : 1 = 1 := rfl\n")
    made = inline({"informal": "One is one.", "formal": str(path)}, profile)
    assert (made.id, made.texts["formal"], made.texts["context"]) == (
        "a",
        "theorem a : 1 = 1 := by sorry",
        "open Nat",
    )
    path.write_text("theorem a : 1 = 1 := rfl\ntheorem b : 2 = 2 := rfl\n")
    with pytest.raises(
        InputError, match=r"holds 2 declarations \(.*Item\.lean:1, .*Item\.lean:2\); screen the file"
    ):
        inline({"informal": "One is one.", "formal": str(path)}, profile)
    with pytest.raises(InputError, match="has no formal"):
        inline({"informal": "One is one."}, profile)


@given(
    st.lists(
        st.sampled_from(["/--", "/-", "-/", "--", '"', 'r#"', '"#', "\n", "theorem a : b := c", " ", "\\"]),
        max_size=25,
    )
)
def test_the_pieces_are_the_text(parts: list[str]) -> None:
    text = "".join(parts)
    made = [*pieces(text)]
    assert "".join(text[one.start : one.end] for one in made) == text
    assert len(masked(text)) == len(text)
    assert masked(text).count("\n") == text.count("\n")


@given(st.lists(st.sampled_from(FILE.splitlines(keepends=True)), max_size=12))
def test_no_text_breaks_the_reader(lines: list[str]) -> None:
    """Any mixture of lines gives items or a plain error."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        try:
            made = found(Path(folder), "".join(lines))
        except InputError:
            return
        assert all(one.texts["informal"] and one.texts["formal"] for one in made)
