"""Real judge replies beside labels that people gave them: what oyez reads, what it does not, and whether it is right.

Takes a folder of corpora (`NAME.jsonl`, a line `{"id", "text", "stop", "recorded"}`), a file of contracts (one JSON
object from corpus name to contract) and a file of labels (a line `{"corpus", "id", "status", "also", "verdict"?,
"sure", "contract"?, "use_stop"?}`). Exits 1 when a sure label is read as another verdict, when a reply that has none is
given one, or when fewer than 99% of the sure labelled verdicts are read.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oyez
from oyez.core.value import same

Row = dict[str, Any]


def rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def contract_for(name: str, row_id: str, contracts: dict[str, oyez.Contract]) -> oyez.Contract:
    """A corpus may hold the replies of two prompts: the second step of a swap is only the name of the better output."""
    final = f"{name}:swap_final"
    _, _, rest = row_id.partition("/Swap/")
    return contracts[final] if final in contracts and rest.split("/")[1:2] == ["1"] else contracts[name]


def kind_of(reading: oyez.Reading, label: Row) -> str:
    """How a reading stands to a label."""
    has_verdict = label["status"] in ("read", "recovered")
    if reading.ok and not has_verdict:
        return "invented"
    if reading.ok:
        return "right" if "verdict" not in label or same(reading.verdict, label["verdict"]) else "wrong"
    return "unread" if has_verdict else "none, rightly"


def judge_labels(
    labels: list[Row], corpora: dict[str, dict[str, Row]], contracts: dict[str, oyez.Contract]
) -> tuple[dict[str, Counter[str]], list[str]]:
    """Counts of each kind by corpus, sure labels apart from open ones, and every sure one that is not right."""
    table: dict[str, Counter[str]] = {name: Counter() for name in corpora}
    misses: list[str] = []
    for label in labels:
        row = corpora[label["corpus"]][label["id"]]
        contract = contracts[label.get("contract") or label["corpus"]]
        stop = row["stop"] if label.get("use_stop") else None
        reading = oyez.read(oyez.Reply(text=row["text"], stop=stop), contract)
        kind = kind_of(reading, label)
        table[label["corpus"]][kind if label["sure"] else f"open: {kind}"] += 1
        if label["sure"] and kind in ("invented", "wrong", "unread"):
            misses.append(f"{kind}: {label['corpus']} {label['id']}: label {label['status']}, {reading!r}")
    return table, misses


def recorded_value(recorded: Any) -> Any:
    """What the publisher stored, in Python; texts that are no literal stay texts."""
    try:
        return ast.literal_eval(str(recorded))
    except (ValueError, SyntaxError):
        return recorded


def agrees(reading: oyez.Reading, recorded: Any) -> bool:
    """Whether the verdict is the recorded value; for a sheet of lists, whether the recorded sums are its sums."""
    value = recorded_value(recorded)
    if isinstance(reading.verdict, dict) and isinstance(value, dict):
        sums = sorted(sum(pair[1] for pair in pairs) for pairs in reading.verdict.values())
        return sums == sorted(value.values())
    return same(reading.verdict, value) or str(reading.verdict) == str(recorded)


def census(name: str, corpus: dict[str, Row], contracts: dict[str, oyez.Contract]) -> None:
    """Every row of a corpus: counts by status and rule, and where readings differ from what was recorded."""
    ends: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for row_id, row in corpus.items():
        reading = oyez.read(
            oyez.Reply(text=row["text"], stop=row["stop"]), contract_for(name, row_id, contracts)
        )
        ends[f"{reading.status} by {reading.rule}" if reading.rule else str(reading.status)] += 1
        stored = recorded_value(row["recorded"]) not in (None, -1, -1.0, "ERROR")
        if reading.ok and stored:
            beside["agree" if agrees(reading, row["recorded"]) else "different"] += 1
        elif reading.ok or stored:
            beside["read, not recorded" if reading.ok else "recorded, not read"] += 1
        else:
            beside["neither"] += 1
    print(f"\n{name}: {len(corpus)} replies")
    print("  " + ", ".join(f"{end} {count}" for end, count in ends.most_common()))
    print("  beside the record: " + ", ".join(f"{kind} {count}" for kind, count in beside.most_common()))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path, help="folder of NAME.jsonl")
    parser.add_argument("contracts", type=Path, help="JSON object from name to contract")
    parser.add_argument("labels", type=Path, help="JSONL of labels")
    args = parser.parse_args()
    contracts = {name: oyez.contract(tree) for name, tree in json.loads(args.contracts.read_text()).items()}
    names = [name for name in contracts if ":" not in name]
    corpora = {name: {row["id"]: row for row in rows(args.corpora / f"{name}.jsonl")} for name in names}
    table, misses = judge_labels(list(rows(args.labels)), corpora, contracts)
    kinds = ["right", "none, rightly", "unread", "wrong", "invented"]
    print(f"{'sure labels':<28}" + "".join(f"{kind:>15}" for kind in kinds) + "   open shapes")
    for name, counts in table.items():
        opened = ", ".join(f"{kind[6:]} {n}" for kind, n in sorted(counts.items()) if kind.startswith("open"))
        print(f"{name:<28}" + "".join(f"{counts[kind]:>15}" for kind in kinds) + f"   {opened or '-'}")
    total = sum(table.values(), Counter())
    print(f"{'all':<28}" + "".join(f"{total[kind]:>15}" for kind in kinds))
    print(*misses, sep="\n")
    for name, corpus in corpora.items():
        census(name, corpus, contracts)
    verdicts = total["right"] + total["wrong"] + total["unread"]
    share = total["right"] / verdicts if verdicts else 0.0
    print(f"\nsilently wrong {total['wrong']}, invented {total['invented']}, sure verdicts read {share:.2%}")
    return 1 if total["wrong"] or total["invented"] or share < 0.99 else 0


if __name__ == "__main__":
    sys.exit(main())
