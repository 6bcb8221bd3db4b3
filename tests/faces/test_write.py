from __future__ import annotations

from typing import Any

import pytest
from faces_made import SEVERAL, contracts, expected, values_for
from hypothesis import given, settings
from hypothesis import strategies as st

from oyez import ContractError, OyezError, Status, contract, contract_names, read
from oyez.core.value import same


@given(st.data())
def test_a_written_reply_reads_back(data: st.DataObject) -> None:
    terms = data.draw(contracts())
    values = data.draw(values_for(terms))
    reading = read(terms.write(values), terms)
    assert reading.status is Status.READ, (terms.tree, values, reading)
    assert same(reading.verdict, expected(terms, values))


@pytest.mark.parametrize("name", contract_names())
@settings(max_examples=20)
@given(data=st.data())
def test_a_reply_under_every_contract_of_the_catalogue_reads_back(name: str, data: st.DataObject) -> None:
    terms = contract(name)
    values = data.draw(values_for(terms))
    reading = read(terms.write(values), terms)
    assert reading.status is Status.READ, (values, reading)
    assert same(reading.verdict, expected(terms, values))


def line(**more: Any) -> dict[str, Any]:
    return {"name": "x", "form": {"line": "V"}, "scale": {"labels": ["a", "b"]}} | more


def test_what_cannot_be_written_is_refused() -> None:
    terms = contract(line())
    with pytest.raises(OyezError, match="no field 'verdikt'; it has verdict"):
        terms.write({"verdikt": "a"})
    with pytest.raises(OyezError, match="'c' is not on the scale of verdict: exactly one of these: a, b"):
        terms.write({"verdict": "c"})
    for other in (True, "A", " a", None, ["a"]):
        with pytest.raises(OyezError, match="not on the scale"):
            terms.write({"verdict": other})
    sheet = contract(line(form={"lines": ["P", "Q"]}))
    with pytest.raises(OyezError, match="takes an object"):
        sheet.write({"verdict": "a"})


@pytest.mark.parametrize("forms", SEVERAL, ids=str)
@pytest.mark.parametrize("repeats", ["agree", "forbid", "last", "first"])
@pytest.mark.parametrize(
    ("scale", "verdict"), [({"labels": ["a", "b"]}, "b"), ("text", "Zo it is"), ("json", 7)]
)
def test_a_reply_in_one_of_several_forms_reads_back(
    forms: Any, repeats: str, scale: Any, verdict: Any
) -> None:
    terms = contract(line(form=forms, repeats=repeats, scale=scale))
    reading = read(terms.write({"verdict": verdict}), terms)
    assert (reading.status, reading.verdict) == (Status.READ, verdict)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ({"whole": True}, {"line": "V"}, "the field x is the whole reply"),
        ({"last_line": True}, {"bracket": ["[", "]"], "at": "last-line"}, "one and the same place"),
        ({"json": "a"}, {"line": "V"}, "leaves no room"),
        ({"json": "a", "around": "prose"}, {"last_line": True}, "leaves no room"),
    ],
)
def test_fields_that_no_one_reply_holds_are_refused(one: Any, other: Any, why: str) -> None:
    scale = {"labels": ["a", "b"]}
    fields = {"x": {"form": one, "scale": scale}, "y": {"form": other, "scale": scale}}
    terms = contract({"name": "two", "verdict": "x", "field": fields})
    for face in (terms.prompt, terms.grammar):
        with pytest.raises(ContractError, match=why):
            face()


def test_two_fields_cannot_claim_one_key() -> None:
    fields = {"x": {"form": {"json": "a"}, "scale": "json"}, "y": {"form": {"json": "a.b"}, "scale": "json"}}
    terms = contract({"name": "two", "verdict": "x", "field": fields})
    with pytest.raises(OyezError, match=r"the path a\.b goes through a value of its own"):
        terms.write({"x": 1, "y": 2})
