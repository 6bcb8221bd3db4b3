"""The table of real libraries can be run: its contracts load, read the format strictly, and its adapters are Python."""

from __future__ import annotations

import tomllib
from typing import Any

import peers
import pytest

from oyez.audit.own import own_audit
from oyez.probes import FAMILIES

TABLE: list[dict[str, Any]] = tomllib.loads(peers.TABLE.read_text(encoding="utf-8"))["peer"]


@pytest.mark.parametrize("peer", TABLE, ids=[peer["name"] for peer in TABLE])
def test_an_entry(peer: dict[str, Any]) -> None:
    terms = peers.contract(peer)
    assert not terms.fields[terms.verdict].recover
    assert own_audit(terms).sound
    compile(peer["code"], peer["name"], "exec")
    assert "def read(text):" in peer["code"]
    assert {"asks", "call", "install", "package"} <= set(peer)
    assert set(peers.disputed(peer)) <= {family.name for family in FAMILIES}
