from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from faces_made import FORMS, OBJECTS, contracts, values_for, with_ids
from gbnf_sample import Grammar
from hypothesis import given, settings
from hypothesis import strategies as st

from oyez import Contract, ContractError, Status, contract, contract_names, read
from oyez.core.gbnf import Rules, char_class, literal, within, without
from oyez.text.gbnf_numbers import decimals, whole_numbers
from oyez.text.gbnf_prose import PROSE, prose_line

SEEDS = st.integers(0, 2**32)


@lru_cache(maxsize=64)
def parsed(text: str) -> Grammar:
    return Grammar(text)


def check_drawn(terms: Contract, data: st.DataObject) -> None:
    grammar = parsed(terms.grammar())
    for _ in range(5):
        text = grammar.draw(Random(data.draw(SEEDS)))
        reading = read(text, terms)
        assert reading.status is Status.READ, (text, reading, terms.tree)
        for name, field in (reading.fields or {}).items():
            assert field.status is Status.READ, (name, text, field)


@given(st.data())
def test_what_a_grammar_generates_is_read(data: st.DataObject) -> None:
    check_drawn(data.draw(contracts().map(with_ids)), data)


@given(st.data())
def test_what_a_grammar_takes_is_read(data: st.DataObject) -> None:
    """Texts that nearly are replies: marks, values and labels in prose, before and after an answer."""
    terms = data.draw(contracts().map(with_ids))
    grammar = parsed(terms.grammar())
    reply = terms.write(data.draw(values_for(terms)))
    other = terms.write(data.draw(values_for(terms)))
    around = st.lists(
        st.sampled_from(["Zo ", "so ", other, other.lower(), reply, "\n", "- ", "<b>"]), max_size=5
    )
    before, after = ("".join(data.draw(around)) for _ in range(2))
    text = data.draw(st.sampled_from([before + "\n" + reply, before + reply + after, reply + "\n" + after]))
    if grammar.matches(text):
        assert read(text, terms).status is Status.READ, (text, read(text, terms))


@pytest.mark.parametrize("tree", [*FORMS, *OBJECTS], ids=str)
def test_a_second_answer_in_prose_does_not_count(tree: dict[str, Any]) -> None:
    terms = with_ids(contract({"name": "x", "form": tree, "scale": {"labels": ["good", "bad"]}}))
    grammar = parsed(terms.grammar())
    form = terms.fields["verdict"].forms[0]
    parts = form.parts if form.parts != () else terms.ids
    reply, other = (
        terms.write({"verdict": dict.fromkeys(parts, v) if parts else v}) for v in ("good", "bad")
    )
    assert grammar.matches(reply)
    for text in (
        f"{other}\n{reply}",
        f"So {other} it is.\n{reply}",
        f"{reply}\nSo {other}",
        f"So I think.\n{reply}",
    ):
        reading = read(text, terms)
        if form.marked:
            assert not grammar.matches(text) or reading.verdict == read(reply, terms).verdict
        else:
            assert grammar.matches(text) is (reading.status is Status.READ)


@pytest.mark.parametrize("name", contract_names())
@settings(max_examples=20)
@given(data=st.data())
def test_what_a_grammar_of_the_catalogue_generates_is_read(name: str, data: st.DataObject) -> None:
    check_drawn(with_ids(contract(name)), data)


@given(st.integers(-2000, 2000), st.integers(0, 4000), st.data())
def test_whole_numbers_are_all_and_only_those_between_the_bounds(
    low: int, size: int, data: st.DataObject
) -> None:
    high = low + size
    grammar = Grammar(f"root ::= {whole_numbers(low, high)}\n")
    for _ in range(5):
        assert low <= int(grammar.draw(Random(data.draw(SEEDS)))) <= high
    for number in {low, high, data.draw(st.integers(low, high))}:
        assert matches(whole_numbers(low, high), str(number))
    assert not matches(whole_numbers(low, high), str(low - 1))
    assert not matches(whole_numbers(low, high), str(high + 1))


@given(st.decimals(-50, 50, places=2), st.integers(1, 9000), st.data())
def test_decimals_are_between_the_bounds(low: Decimal, size: int, data: st.DataObject) -> None:
    high = low + Decimal(size) / 100
    expression = decimals(str(low), str(high))
    grammar = Grammar(f"root ::= {expression}\n")
    for _ in range(5):
        assert low <= Decimal(grammar.draw(Random(data.draw(SEEDS)))) <= high
    inside = Decimal(data.draw(st.integers(int(low * 100), int(high * 100)))) / 100
    assert matches(expression, f"{inside:.2f}") or matches(expression, str(int(inside)))


@given(
    st.lists(st.text("abAB [(", min_size=1, max_size=4), max_size=4),
    st.lists(st.text("abc", min_size=1, max_size=4), max_size=3),
    st.data(),
)
def test_a_line_of_prose_holds_no_forbidden_text(
    texts: list[str], labels: list[str], data: st.DataObject
) -> None:
    rules = Rules()
    grammar = Grammar(rules.text(prose_line(rules, texts, labels)))
    for _ in range(5):
        line = grammar.draw(Random(data.draw(SEEDS)))
        assert line.strip()
        assert not any(text.lower() in line.lower() for text in texts)
        assert not any(line.lower().startswith(label.lower()) for label in labels)


@given(st.text(min_size=1, max_size=20))
def test_a_literal_is_the_text(text: str) -> None:
    shown = text.encode("utf-8", "ignore").decode()
    assert shown == "" or Grammar(f"root ::= {literal(shown)}\n").rules["root"] == (
        "row",
        [("literal", shown)],
    )


@given(st.sets(st.characters(max_codepoint=0x2FF), max_size=6))
def test_a_class_without_some_characters(chars: set[str]) -> None:
    left = without(PROSE, chars)
    for code in range(0x300):
        assert within(left, chr(code)) is (within(PROSE, chr(code)) and chr(code) not in chars)
    assert Grammar(f"root ::= {char_class(left)}\n").rules["root"] == ("row", [("class", list(left))])


def matches(expression: str, text: str) -> bool:
    """Whether an expression without names matches the text, by way of a regular expression."""
    import re

    pattern = re.sub(r'"((?:[^"\\]|\\.)*)"', lambda match: re.escape(match[1]), expression).replace(" ", "")
    return re.fullmatch(pattern, text) is not None


def test_prose_may_stand_before_a_marked_answer_and_not_around_an_object() -> None:
    scale = {"labels": ["good", "bad"]}
    marked = contract({"name": "x", "form": {"line": "V"}, "scale": scale}).grammar()
    assert marked.splitlines()[0] == 'root ::= (lines "\\n")? field-verdict'
    alone = contract({"name": "x", "form": {"json": "v"}, "scale": scale}).grammar()
    assert alone.splitlines() == [
        "root ::= object",
        'value-of-field-verdict ::= ("\\"good\\"" | "\\"bad\\"")',
        'gap ::= "" | " " | "\\n" [\\x20\\x09]{0,12}',
        'object ::= "{" gap "\\"v\\"" gap ":" gap value-of-field-verdict gap "}"',
    ]


def test_items_need_ids_and_long_rankings_are_refused() -> None:
    form = {"json_items": "v", "id": "i", "value": "k"}
    terms = contract({"name": "x", "form": form, "scale": {"boolean": True}})
    with pytest.raises(ContractError, match="the ids of the items of verdict are not known"):
        terms.grammar()
    assert Grammar(terms.grammar(ids=["a"])).rules
    ranked = contract({"name": "x", "form": {"line": "V"}, "scale": {"ranking": list("abcdefghi")}})
    with pytest.raises(ContractError, match="it ranks 9 ids"):
        ranked.grammar()
