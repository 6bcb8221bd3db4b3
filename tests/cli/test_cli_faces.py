"""`oyez contracts prompt`, `schema` and `grammar`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import oyez

Call = Callable[..., Result]


@pytest.mark.parametrize("name", oyez.contract_names())
def test_every_contract_of_the_catalogue_can_be_asked_for(call: Call, name: str) -> None:
    asked = call("contracts", "prompt", name)
    assert (asked.exit_code, asked.stdout) == (0, oyez.contract(name).prompt())
    drawn = call("contracts", "grammar", name, "--ids", "1,2")
    assert (drawn.exit_code, drawn.stdout) == (0, oyez.contract(name).grammar(ids=["1", "2"]))
    described = call("contracts", "schema", name)
    has_json = any(form.path for form in next(iter(oyez.contract(name).fields.values())).forms)
    assert described.exit_code == (0 if has_json else 2)
    if has_json:
        assert json.loads(described.stdout) == oyez.contract(name).schema()


def test_as_json(call: Call) -> None:
    terms = oyez.contract("yes-no")
    tree = json.loads(call("contracts", "prompt", "yes-no", "--json").stdout)
    assert tree == {"contract": terms.ref, "prompt": terms.prompt()}
    tree = json.loads(call("contracts", "--json", "grammar", "yes-no").stdout)
    assert tree == {"contract": terms.ref, "grammar": terms.grammar()}


def test_a_contract_in_a_file(call: Call, contract: Path) -> None:
    assert "[[A|B|C]]" in call("contracts", "prompt", contract).stdout
    assert call("contracts", "grammar", contract).stdout.startswith('root ::= (lines "\\n")? field-verdict\n')


def test_ids_of_items(call: Call) -> None:
    said = call("contracts", "prompt", "rubric-criteria", "--ids", "7, b").stdout
    assert '"id": 7' in said
    assert '"id": "b"' in said
    narrow = json.loads(call("contracts", "schema", "rubric-criteria", "--narrow", "--ids", "7,b").stdout)
    assert narrow["properties"]["criteria"]["minItems"] == 2
    assert call("contracts", "prompt", "rubric-criteria", "--ids", "7,7").exit_code == 2
    assert call("contracts", "prompt", "rubric-criteria", "--ids", "7,,b").exit_code == 2


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("schema", "yes-no"), "oyez: yes-no: has no schema: the field verdict is no JSON, it stands alone"),
        (
            ("grammar", "rubric-criteria"),
            "the ids of the items of verdict are not known; give the contract ids",
        ),
        (("prompt", "yes-know"), "oyez: yes-know: no such contract in the catalogue"),
        (("prompt", "none.toml"), "oyez: none.toml: "),
    ],
)
def test_what_cannot_be_asked_for_is_one_error(call: Call, args: tuple[str, str], why: str) -> None:
    done = call("contracts", *args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
