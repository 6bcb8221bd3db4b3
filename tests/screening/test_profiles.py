"""Profiles: what is built in, what extends what, and every fault with its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oyez.screening import ProfileError, load_profile, profile_names
from oyez.screening.load import FAIL_ON

CONTRACT = {
    "name": "pf", "version": 1, "form": {"line": "VERDICT"}, "scale": {"labels": ["pass", "fail", "part"]}
}  # fmt: skip
REVIEWER = {
    "contract": CONTRACT,
    "template": "Is it?\n{text}\n{instructions}",
    "accept": ["pass"],
    "reject": ["fail", "part"],
}
WHOLE = {"name": "own", "needs": ["text"], "reviewer": {"a": REVIEWER, "b": REVIEWER}}


@pytest.mark.parametrize("name", profile_names())
def test_built_in_profiles(name: str) -> None:
    made = load_profile(name)
    assert made.name == name
    assert len(made.reviewers) == 2
    assert made.about.endswith(".")
    for one in made.reviewers:
        assert one.ask is not None
        assert one.ask.task.fence
        prompt = one.ask.task.template.source
        assert "{fence}" in prompt
        assert "{instructions}" in prompt
        assert all(f"{{{slot}}}" in prompt for slot in made.slots)


def test_the_profile_for_builds_fails_on_all_that_went_wrong() -> None:
    made = load_profile("lean-faithfulness-ci")
    assert {"flagged", "review", "unread", "undelivered"} <= set(made.fail_on) <= set(FAIL_ON)
    assert made.digest == load_profile("lean-faithfulness").digest


def test_what_decides_is_in_the_digest() -> None:
    made = load_profile(WHOLE)
    assert made.confirm
    same: dict[str, Any] = {
        "about": "Other words.",
        "fail_on": ["review"],
        "judge": {"a": {"kind": "command", "command": "x"}},
    }
    assert load_profile({**WHOLE, **same}).digest == made.digest
    other = {**REVIEWER, "accept": ["pass", "part"], "reject": ["fail"]}
    for change in ({"confirm": False}, {"reviewer": {"a": REVIEWER, "b": other}}):
        assert load_profile({**WHOLE, **change}).digest != made.digest


def test_a_file_extends_another(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "answer-gate"\nname = "base"\nconfirm = false\n')
    (tmp_path / "own.toml").write_text(
        'extends = "./base.toml"\nfail_on = ["unread"]\n[reviewer.answers-it]\njudge = "strict"\n'
        '[judge.strict]\nkind = "command"\ncommand = "cat"\n'
    )
    made = load_profile(tmp_path / "own.toml")
    assert (made.name, made.confirm, made.fail_on) == ("base", False, ("unread",))
    assert made.reviewers[0].ask is not None
    assert made.reviewers[0].ask.judge == "strict"
    (tmp_path / "base.toml").write_text('extends = "./own.toml"\n')
    with pytest.raises(ProfileError, match="extends leads back"):
        load_profile(tmp_path / "own.toml")


def but(**change: Any) -> dict[str, Any]:
    return {**WHOLE, **change}


def second(**change: Any) -> dict[str, Any]:
    return but(reviewer={"a": REVIEWER, "b": {**REVIEWER, **change}})


FAULTS = [
    (but(needs=[]), "needs is missing"),
    (but(colour="red"), "unknown key 'colour' in a profile"),
    (but(reviewer={"a": REVIEWER}), "there are 1 reviewers; a profile has two, or none"),
    (but(fail_on=["flaged"]), "'flaged' is no outcome and no reason; did you mean 'flagged'"),
    (second(accept=["good"]), "'good' must be a verdict of the contract"),
    (second(reject=["fail"]), "'part' stands neither under accept"),
    (second(accept=[]), "accept and reject must be lists"),
    (second(template="{body}"), "the slot {body} is no text of the profile"),
    (second(template="none.txt"), "the file 'none.txt'"),
    (second(contract="no-such"), "no such contract"),
    (second(contract="trait-score"), "needs a contract whose verdict is a label"),
    (second(colour=1), "unknown key 'colour' in [reviewer.b]"),
    (but(evidence={"e": {"kind": "magic"}}), "there is no kind of evidence 'magic'; there are command, pattern"),
    (but(evidence={"a": {"kind": "quotes", "of": "x", "in": "y"}}), "a is the name of a reviewer too"),
    (but(evidence={"e": {"kind": "pattern", "in": "text", "forbid": "("}}), "no regular expression"),
    (but(evidence={"e": {"kind": "pattern", "in": "text"}}), "either forbid or demand"),
    (but(evidence={"e": {"kind": "pattern", "in": "nope", "forbid": "x"}}), "an item has no text 'nope' here"),
    (but(evidence={"e": {"kind": "quotes", "of": "text", "in": "nope"}}), "an item has no text 'nope' here"),
    (but(evidence={"e": {"kind": "command"}}), "command must be a command line"),
    (but(evidence={"e": {"kind": "command", "command": "x {file}"}}), "belong together"),
    (but(evidence={"e": {"kind": "command", "command": "x", "timeout": 0}}), "timeout must be seconds above 0"),
    (but(evidence={"e": {"kind": "probe", "contract": CONTRACT, "template": "{text}"}}), "a probe needs a contract"),
    (but(judge={"a": {"kind": "magic"}}), "there is no kind of judge 'magic'"),
    (but(confirm="yes"), "confirm must be true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_faults(tree: dict[str, Any], said: str) -> None:
    with pytest.raises(ProfileError) as caught:
        load_profile(tree)
    assert said in str(caught.value)


def test_an_unknown_profile_and_a_broken_file(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="there is no such profile; did you mean 'lean-faithfulness"):
        load_profile("lean-faithfullness")
    with pytest.raises(ProfileError, match="No such file"):
        load_profile(tmp_path / "none.toml")
    (tmp_path / "own.toml").write_text('name = "x"\nneeds = ["a"\n')
    with pytest.raises(ProfileError, match=r"own\.toml: not TOML: .*own\.toml:"):
        load_profile(tmp_path / "own.toml")
    (tmp_path / "own.toml").write_text('name = "x"\nneeds = ["a"]\nneds = 1\n')
    with pytest.raises(
        ProfileError, match=r"unknown key 'neds' in a profile; did you mean 'needs'\? @ .*own\.toml:3:1"
    ):
        load_profile(tmp_path / "own.toml")
    (tmp_path / "judges.toml").write_text('name = "x"\n')
    with pytest.raises(ProfileError, match="a file of judges holds"):
        load_profile("answer-gate", judges=tmp_path / "judges.toml")


def test_a_fault_in_a_file_of_judges_is_placed_there(tmp_path: Path) -> None:
    (tmp_path / "judges.toml").write_text('[judge.default]\nkind = "openai"\nmodl = "m"\n')
    with pytest.raises(
        ProfileError, match=r"unknown key 'modl' in \[judge.default\]; .* @ .*judges\.toml:3:1"
    ):
        load_profile("lean-faithfulness", tmp_path / "judges.toml")
