"""Coverage-guided fuzzing of the reader with atheris: every contract of the catalogue and generated ones beside them.

Needs the package atheris in the environment. Runs for `--seconds` (900 by default), keeps what it finds in `--corpus`,
and stops at the first broken rule with the contract and the reply.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

TOKENS = (
    *(
        "VERDICT:",
        "verdict",
        "Score:",
        "**",
        "- ",
        "## ",
        "1. ",
        "| ",
        "[[",
        "]]",
        "\\[\\[",
        "<score>",
        "</score>",
    ),
    *(
        "<think>",
        "</think>",
        "```\n",
        "~~~\n",
        "> ",
        "\n",
        "\r\n",
        "\r",
        "{",
        "}",
        '{"score": 7}',
        '"',
        "\\u0041",
        ":",
    ),
    *(
        "A>B",
        "A>>B",
        "A=B",
        "[RESULT]",
        "Output (a) is better.",
        "/10",
        "out of",
        "70",
        "07",
        "7.0",
        "NaN",
        "1e9",
    ),
    *(
        "faithful",
        "mismatch",
        "unclear",
        "A",
        "B",
        "C",
        "yes",
        "no",
        "PASS",
        "FAIL",
        "REFUSAL",
        "\u200b",
        "\ufeff",
    ),
)
"""Pieces that forms and recoveries look for; the fuzzer may use them whole."""
STOPS = (None, "stop", "length", "refusal", "weird")


def dictionary(folder: Path) -> Path:
    """The tokens as a dictionary file of libFuzzer."""
    path = folder / "tokens.dict"
    lines = ['"' + "".join(f"\\x{byte:02x}" for byte in token.encode()) + '"' for token in TOKENS]
    path.write_text("\n".join(lines), encoding="ascii")
    return path


def seed_files(folder: Path, contracts: list[Any]) -> None:
    """The examples of the catalogue as first inputs: the text, then the numbers that the fuzzer takes from the end."""
    for number, contract in enumerate(contracts):
        for example, case in enumerate(contract.examples):
            text = (case["reply"] or "").encode("utf-8", "surrogatepass")
            (folder / f"seed-{number}-{example}").write_bytes(text + bytes([0, number]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=900)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path)
    args = parser.parse_args()
    import atheris

    with atheris.instrument_imports(include=["oyez"]):
        import fuzz

        import oyez
    pairs = [*fuzz.catalogue(), *fuzz.contracts(random.Random(args.seed), 200)]

    def one(data: bytes) -> None:
        bytes_left: Any = atheris.FuzzedDataProvider(data)
        pair = pairs[bytes_left.ConsumeIntInRange(0, len(pairs) - 1)]
        stop = STOPS[bytes_left.ConsumeIntInRange(0, len(STOPS) - 1)]
        text = bytes_left.ConsumeBytes(4096).decode("utf-8", "surrogateescape")
        try:
            fuzz.check(oyez.Reply(text=text, stop=stop), pair)
        except Exception:
            print(f"contract {pair.tree}\nreply {text!r} stop={stop}", file=sys.stderr)
            raise

    folder = args.corpus or Path(tempfile.mkdtemp(prefix="oyez-fuzz-"))
    folder.mkdir(parents=True, exist_ok=True)
    seed_files(folder, [pair.full for pair in pairs if pair.full.examples])
    limits = [f"-max_total_time={args.seconds}", f"-dict={dictionary(folder.parent)}", f"-seed={args.seed}"]
    atheris.Setup(
        [sys.argv[0], *limits, "-max_len=4096", "-len_control=20", "-print_final_stats=1", str(folder)], one
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
