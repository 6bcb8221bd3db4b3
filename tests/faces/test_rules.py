"""Every form and every scale of the registries has its faces, those of a newcomer too."""

from __future__ import annotations

from random import Random

import pytest
from faces_made import FORMS as DRAWN_FORMS
from faces_made import OBJECTS, SHUT, with_ids
from gbnf_sample import Grammar
from hypothesis import find

import oyez
from oyez.core.form import FormRule
from oyez.core.scale import ScaleRule
from oyez.forms import FORMS
from oyez.pages.forms import SHOWN
from oyez.scales import SCALES


@pytest.mark.parametrize("rule", list(FORMS), ids=lambda rule: rule.name)
def test_a_form_is_drawn_and_has_every_face(rule: FormRule) -> None:
    assert any(rule.name in tree for tree in DRAWN_FORMS + OBJECTS)
    terms = with_ids(oyez.contract(SHOWN[rule.name][0]))
    form = terms.fields["verdict"].forms[0]
    assert form.describe()
    assert all(form.ask_for())
    assert not oyez.read(terms.prompt(), terms).ok
    grammar = Grammar(terms.grammar())
    assert all(oyez.read(grammar.draw(Random(seed)), terms).status == "read" for seed in range(20))
    assert (form.schema({}, terms.asks["verdict"], narrow=False) is None) is (form.path is None)


@pytest.mark.parametrize("rule", list(SCALES), ids=lambda rule: rule.name)
def test_a_scale_is_drawn(rule: ScaleRule) -> None:
    if rule.name not in ("text", "json"):  # these two are drawn as the free scales
        assert rule.name in find(SHUT, lambda tree: rule.name in tree)
