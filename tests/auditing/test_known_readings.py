"""The reading that a family states is the one that follows from the pieces; and oyez reads the probes so."""

from __future__ import annotations

import random

import fuzz_replies
import pytest

import oyez
from auditing.derive import derived
from auditing.made import contracts
from oyez.audit.finding import Kind
from oyez.audit.own import own_audit
from oyez.core.value import same
from oyez.probes import FAMILIES, Kit, Role, probes
from oyez.probes._kit import promised

CONTRACTS = contracts()
NAMES = [contract.name for contract in CONTRACTS]


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_the_stated_reading_follows_from_the_pieces(contract: oyez.Contract) -> None:
    terms = promised(contract)
    seen = 0
    for probe in probes(contract):
        known, again = probe.known, derived(probe.scene, terms)
        assert (known.has, known.plain or not known.has) == (again.has, again.plain or not again.has), (
            probe.id
        )
        assert same(known.verdict, again.verdict), probe.id
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_the_wrong_value_is_another_one_and_both_are_on_the_scale(contract: oyez.Contract) -> None:
    kit = Kit(contract)
    for right, wrong in kit.pairs:
        assert not same(kit.verdict(right), kit.verdict(wrong))
    for probe in probes(contract):
        said = [piece for piece in probe.scene.pieces if piece.role is Role.SAID]
        if probe.known.has and probe.known.plain:
            assert any(same(piece.value, probe.known.verdict) for piece in said), probe.id


@pytest.mark.parametrize(
    "contract", [one for one in CONTRACTS if not one.parity], ids=[c.name for c in CONTRACTS if not c.parity]
)
def test_oyez_gives_no_wrong_verdict_and_invents_none(contract: oyez.Contract) -> None:
    found = own_audit(contract)
    assert found.sound, found.faults
    assert not found.counts[Kind.DROPPED], found.faults


PARITY = {
    "arena-hard-legacy": {
        "silent block-quotation",
        "invented block-quotation",
        "silent fenced-field",
        "invented fenced-field",
        "silent injected",
        "silent inline-quotation",
        "invented repeats",
        "invented thinking-draft",
    },
    "lean-faithfulness-strict": {
        "invented decorated-label",
        "dropped fenced-field",
        "invented fenced-field",
        "dropped thinking-draft",
        "invented thinking-draft",
    },
}
"""What a parity contract copies on purpose, by kind and family."""


def test_the_faults_of_parity_contracts_are_these() -> None:
    parity = {contract.name for contract in CONTRACTS if contract.parity}
    found = {name: own_audit(oyez.contract(name)).faults for name in parity}
    assert {name: {fault.split("/")[0] for fault in faults} for name, faults in found.items()} == PARITY


def test_the_same_seed_gives_the_same_replies_and_another_one_other_prose() -> None:
    contract = oyez.contract("lean-faithfulness")
    one, again, other = ([probe.text for probe in probes(contract, seed=seed)] for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_more_replies_than_a_round_has_are_made_with_other_prose() -> None:
    contract = oyez.contract("arena-hard")
    found = list(probes(contract, count=1500))
    assert len(found) == 1500
    assert len({probe.id for probe in found}) == 1500


def test_every_family_is_used_by_some_contract_in_both_polarities_and_every_language() -> None:
    used: dict[str, set[str]] = {}
    sides: set[str] = set()
    languages: set[str] = set()
    for contract in CONTRACTS:
        for probe in probes(contract):
            used.setdefault(probe.family, set()).add(contract.name)
            sides.add(probe.id.split("/")[2])
            languages.add(probe.language)
    assert set(used) == {family.name for family in FAMILIES}
    assert sides == {"a", "b"}
    assert languages == {"en", "de", "ja", "zh", "ar", "code"}


def made_up(count: int, seed: int) -> list[oyez.Contract]:
    """Contracts as the fuzzer makes them."""
    dice = random.Random(seed)
    made: list[oyez.Contract] = []
    while len(made) < count:
        tree = fuzz_replies.contract(dice)
        if "truncated-first-key" not in str(tree):  # it may complete a cut object, which the probes rule out
            made.append(oyez.contract(tree))
    return made


@pytest.mark.parametrize("number", range(4))
def test_no_verdict_is_wrong_or_invented_under_made_up_contracts(number: int) -> None:
    probed = 0
    for contract in made_up(12, number):
        try:
            found = own_audit(contract)
        except oyez.ContractError:
            continue
        probed += 1
        assert found.sound, (found.faults, contract.tree)
    assert probed > 5
