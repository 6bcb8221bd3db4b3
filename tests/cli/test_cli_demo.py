"""`oyez demo`, and what its archives promise."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from click.testing import Result

from oyez import contract
from oyez.core.status import Status
from oyez.demo import archives
from oyez.recoveries import RECOVERIES
from oyez.report.demo import SHOWN, read_archives, shown, total

Call = Callable[..., Result]


def test_every_status_and_every_recovery_is_in_the_archives() -> None:
    whole = total(read_archives(archives()))
    assert 200 <= whole.replies <= 250
    assert {status for status, found in whole.statuses.items() if found} == set(Status)
    rules = Counter(rule for joined in whole.rules for rule in joined.split("+"))
    assert set(rules) == set(RECOVERIES.built_in)
    assert whole.abstained
    assert whole.kept_truncated


def test_there_is_no_bad_row_and_no_contract_without_examples() -> None:
    tables = read_archives(archives())
    assert all(table.bad == 0 for table in tables)
    assert all(contract(terms).examples for _, terms in archives())


def test_three_replies_are_shown() -> None:
    found = dict(shown(archives()))
    assert tuple(found) == SHOWN
    assert [reading.status for reading in found.values()] == [Status.READ, Status.RECOVERED, Status.CONFLICT]


def test_the_demo_is_short_and_ends_with_a_table(call: Call) -> None:
    done = call("demo")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) <= 45
    assert lines[-1].split()[:2] == ["all", str(total(read_archives(archives())).replies)]


def test_the_demo_table_as_json(call: Call) -> None:
    table = json.loads(call("demo", "--json").stdout)
    assert len(table["archives"]) == len(archives())
    assert sum(each["replies"] for each in table["archives"]) == table["all"]["replies"]


def test_the_contracts_of_the_demo_pass(call: Call) -> None:
    done = call("contracts", "check", *(terms for _, terms in archives()))
    assert done.exit_code == 0, done.stdout
