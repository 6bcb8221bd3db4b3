from __future__ import annotations

from typing import Any

import pytest
from faces_made import FORMS, contracts, expected, one_field, values_for
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scripted_judge import follow

from oyez import Contract, Status, contract, contract_names, read
from oyez.contract.layout import layout
from oyez.core.value import same

CATALOGUE = contract_names()
MARKED = [form for form in FORMS if not {"whole", "first_line", "last_line"} & set(form)]


def any_text_is_a_verdict(terms: Contract) -> bool:
    """Whether the verdict is any text outside JSON, so that no instruction can help holding one."""
    counted = terms.fields.values() if terms.verdict == "*" else [terms.fields[terms.verdict]]
    return all(field.scale.free and any(form.path is None for form in field.forms) for field in counted)


def check_no_verdict(terms: Contract) -> None:
    text = terms.prompt()
    for line in text.split("\n"):
        assert not read(line, terms).ok, (line, terms.tree)
    assert not read(text, terms).ok, text


def answers_for(terms: Contract, values: dict[str, Any]) -> list[Any]:
    """What the judge wants to say, in the order of the instruction."""
    answers = []
    for spot in layout(terms).spots:
        scale = spot.field.scale
        say = scale.data if spot.form.site == "object" else scale.write
        value = values[spot.field.name]
        answers.append({p: say(v) for p, v in value.items()} if spot.form.parts is not None else say(value))
    return answers


def check_followed(terms: Contract, values: dict[str, Any]) -> None:
    items = [key for value in values.values() if isinstance(value, dict) for key in value]
    reply = follow(terms.prompt(), answers_for(terms, values), items)
    reading = read(reply, terms)
    assert reading.status is Status.READ, (terms.prompt(), reply, reading)
    assert same(reading.verdict, expected(terms, values))


@given(contracts())
def test_no_line_of_an_instruction_is_a_verdict(terms: Contract) -> None:
    assume(not any_text_is_a_verdict(terms))
    check_no_verdict(terms)


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_line_of_an_instruction_of_the_catalogue_is_a_verdict(name: str) -> None:
    check_no_verdict(contract(name))


@given(st.data())
def test_a_judge_that_follows_the_instruction_is_read(data: st.DataObject) -> None:
    terms = data.draw(contracts())
    check_followed(terms, data.draw(values_for(terms)))


@pytest.mark.parametrize("name", CATALOGUE)
@settings(max_examples=20)
@given(data=st.data())
def test_a_judge_that_follows_the_catalogue_is_read(name: str, data: st.DataObject) -> None:
    terms = contract(name)
    check_followed(terms, data.draw(values_for(terms)))


def stands_apart(terms: Contract) -> bool:
    """Whether the verdict is marked in the text, so that a prompt before it can be told from it."""
    forms = terms.fields[terms.verdict].forms
    return all(form.marked and form.path is None for form in forms) and terms.starts_after is None


@given(st.data())
def test_an_echoed_instruction_does_not_hide_the_answer(data: st.DataObject) -> None:
    terms = data.draw(one_field(free=False).filter(stands_apart))
    values = data.draw(values_for(terms))
    reply = terms.write(values)
    alone, after = read(reply, terms), read(f"{terms.prompt()}\n{reply}", terms)
    assert (after.status, after.evidence) == (alone.status, alone.evidence), (terms.prompt(), reply, after)


def test_the_words_for_a_labelled_line() -> None:
    terms = contract({"name": "x", "form": {"line": "VERDICT"}, "scale": {"labels": ["good", "bad"]}})
    assert terms.prompt() == (
        "Write your value once, on a line of its own, in this shape:\n"
        "\n"
        "VERDICT: good|bad\n"
        "\n"
        "In place of good|bad write exactly one of these: good, bad.\n"
        "Write nothing else on that line, and write it only once.\n"
        "If you give reasons, give them before it.\n"
    )


def test_a_shape_that_would_read_is_told_in_words() -> None:
    terms = contract({"name": "x", "form": {"line": "ORDER"}, "scale": {"ranking": ["m", "M"]}})
    assert terms.prompt().splitlines()[:2] == [
        "Write a line that begins with the label ORDER, then a colon, then your value.",
        "Your value is each of m, M once, best first, with > between.",
    ]


def test_bounds_below_zero_are_shown_with_a_word_between() -> None:
    def shape(low: int, high: int) -> str:
        terms = contract({"name": "x", "form": {"line": "V"}, "scale": {"integer": [low, high]}})
        return terms.prompt().splitlines()[2]

    assert (shape(1, 5), shape(-5, 5), shape(-9, -1)) == ("V: 1-5", "V: -5 to 5", "V: -9 to -1")


def test_a_placeholder_that_is_a_value_or_part_of_the_form_is_not_shown() -> None:
    ranking = {"name": "x", "form": {"line": "My order"}, "scale": {"ranking": ["m", "M"]}}
    assert "My order: ..." in contract(ranking | {"placeholders": ["order", "..."]}).prompt()
    assert "shape" not in contract(ranking | {"placeholders": ["order"]}).prompt()
    free = contract({"name": "x", "form": {"json": "v"}, "scale": "json", "placeholders": ["..."]})
    assert "shape" not in free.prompt()


def test_a_shape_is_shown_only_where_every_value_that_counts_can_be_set_aside() -> None:
    fields = {
        "label": {"form": {"line": "LABEL"}, "scale": {"labels": ["good", "bad"]}},
        "order": {"form": {"line": "ORDER"}, "scale": {"ranking": ["m", "M"]}},
    }
    both = contract({"name": "x", "verdict": "*", "field": fields})
    reply = both.write({"label": "bad", "order": ["M", "m"]})
    assert read(f"{both.prompt()}\n{reply}", both).verdict == {"label": "bad", "order": ["M", "m"]}
    one = contract({"name": "x", "verdict": "label", "field": fields})
    assert "LABEL: good|bad\nORDER: <order>" in one.prompt()


def test_keys_are_shown_in_the_order_in_which_their_values_are_told() -> None:
    paths = {"a": "deep.one", "b": "flat", "c": "deep.two"}
    fields = {name: {"form": {"json": path}, "scale": "text"} for name, path in paths.items()}
    fields["b"]["scale"] = {"integer": [0, 9]}
    told = contract({"name": "x", "verdict": "b", "field": fields}).prompt()
    assert [told.index(f'In place of "{each}"') for each in ("<a>", "<c>", "0-9")] == sorted(
        told.index(f'In place of "{each}"') for each in ("<a>", "<c>", "0-9")
    )


@pytest.mark.parametrize(
    "form", [each for each in FORMS if not ({"whole", "first_line", "last_line"} & set(each))], ids=str
)
def test_the_words_for_a_mark_hold_no_value_even_where_any_text_is_one(form: dict[str, Any]) -> None:
    terms = contract({"name": "x", "form": form, "scale": "text"})
    for line in terms.prompt().split("\n"):
        assert not read(line, terms).ok, line
