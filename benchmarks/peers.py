"""Tries the parsers of real libraries, and oyez on the same replies, with replies whose reading is known.

    python benchmarks/peers.py [--envs build/peers] [--install] [--only NAME] [--details]

Each library has an environment of its own under `--envs`; `--install` makes those that are missing. The format that
each one asks for, the exact call, and which policies are disputed stand in peers.toml. Only replies in that format are
tried, under a contract without recoveries, so that a careful parser may give nothing wherever the form is not kept.
For each library that could not be run, the reason is printed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import oyez
from oyez.audit import Audit, Kind, Reckoning, audit
from oyez.audit.subject import Oyez
from oyez.audit.worker import Limits, Worker
from oyez.core.errors import InputError
from oyez.probes import Probe, Role

TABLE = Path(__file__).parent / "peers.toml"
ALL_DISPUTED = {
    "line-endings": "what ends a line is a convention",
    "thinking-draft": "many callers take thinking away before they parse",
    "block-quotation": "no library here documents what it does with quotations",
    "duplicate-keys": "RFC 8259 leaves open what a key given twice means",
}
"""Families that are disputed for every library."""
LIMITS = Limits(seconds=5.0, memory=8 * 1024**3)


def python_of(folder: Path) -> Path:
    return folder / "bin" / "python"


def install(peer: dict[str, Any], folder: Path) -> None:
    if not python_of(folder).exists():
        venv.create(folder, with_pip=True)
        command = [str(python_of(folder)), "-m", "pip", "install", "--quiet", *peer["install"]]
        subprocess.run(command, check=False)


def version(peer: dict[str, Any], folder: Path) -> str:
    code = f"from importlib.metadata import version; print(version({peer['package']!r}))"
    done = subprocess.run([str(python_of(folder)), "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def contract(peer: dict[str, Any]) -> oyez.Contract:
    bare: dict[str, Any] = {} if "field" in peer["contract"] else {"recover": []}
    return oyez.contract({"name": peer["name"], **bare, **peer["contract"]})


def tried(peer: dict[str, Any], folder: Path) -> Audit:
    """The audit of one library. Raises `InputError` where it cannot be imported."""
    with tempfile.TemporaryDirectory() as made:
        (Path(made) / "peer_adapter.py").write_text(peer["code"], encoding="utf-8")
        spec = {"kind": "function", "module": "peer_adapter", "name": "read", "path": [made]}
        worker = Worker(peer["name"], spec, LIMITS, python=str(python_of(folder)))
        reckoning = Reckoning(nothing=tuple(peer.get("nothing", ())), raises=tuple(peer.get("raises", ())))
        try:
            return audit(worker, contract(peer), reckoning=reckoning, basic=True, wanted=in_format(peer))
        finally:
            worker.close()


def in_format(peer: dict[str, Any]) -> Callable[[Probe], bool]:
    """Whether a reply is one that the library asks for: where the value is to end the reply, nothing follows it."""

    def ends(probe: Probe) -> bool:
        pieces = list(probe.scene.pieces)
        said = [at for at, piece in enumerate(pieces) if piece.role is Role.SAID]
        return not said or not "".join(piece.text for piece in pieces[said[-1] + 1 :]).strip()

    return ends if peer.get("ends") else lambda _: True


def disputed(peer: dict[str, Any]) -> dict[str, str]:
    own: dict[str, str] = peer.get("disputed", {})
    return ALL_DISPUTED | own


def cells(found: Audit, left_out: dict[str, str]) -> list[str]:
    """Counts of each kind, and how many of them stand in disputed families."""
    shown = []
    for kind in (Kind.SILENT, Kind.INVENTED, Kind.DROPPED, Kind.CRASHED, Kind.HUNG):
        open_ = sum(each.get(kind, 0) for name, each in found.families.items() if name in left_out)
        shown.append(f"{found.counts[kind]}" + (f" ({open_})" if open_ else ""))
    return shown


def row(name: str, what: list[str]) -> str:
    return f"{name:26}" + "".join(f"{cell:>13}" for cell in what)


def details(found: Audit, left_out: dict[str, str]) -> Iterator[str]:
    for one in found.findings:
        mark = " (disputed)" if one.family in left_out else ""
        reply = re.sub(r"\s+", " ", one.reply)[:90].encode("unicode_escape").decode()
        yield f"      {one.kind.value}, {one.family}{mark}: {one.count} of {one.tried}: {reply!r} -> {one.gave!r}"[
            :200
        ]


def one_peer(peer: dict[str, Any], envs: Path, *, show: bool) -> bool:
    """Print the lines of one library; whether it ran."""
    folder = envs / peer["name"]
    if not python_of(folder).exists():
        print(f"{peer['name']}: not run: no environment at {folder.name}; --install makes it")
        return False
    try:
        found = tried(peer, folder)
    except InputError as fault:
        print(f"{peer['name']}: not run: {str(fault)[:200]}")
        return False
    left_out = disputed(peer)
    own = audit(Oyez(contract(peer)), contract(peer), basic=True, wanted=in_format(peer))
    title = f"{peer['name']} {version(peer, folder)}"
    print(row(title[:26], [str(found.tried), *cells(found, left_out)]))
    print(row("  oyez, the same replies", [str(own.tried), *cells(own, {})]))
    if show:
        print(f"    asks for: {peer['asks']}\n    call: {peer['call']}")
        for name in sorted(set(peer.get("disputed", {}))):
            print(f"    disputed: {name}: {peer['disputed'][name]}")
        print("\n".join(details(found, left_out)))
    sys.stdout.flush()
    return True


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--envs", type=Path, default=Path("build/peers"))
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--only", action="append")
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    peers = tomllib.loads(TABLE.read_text(encoding="utf-8"))["peer"]
    chosen = [peer for peer in peers if not options.only or peer["name"] in options.only]
    print(f"oyez {oyez.__version__}; in brackets: of these in disputed families")
    print(row("", ["cases", "silent", "invented", "dropped", "crashed", "hung"]))
    ran = 0
    for peer in chosen:
        if options.install:
            install(peer, options.envs / peer["name"])
        ran += one_peer(peer, options.envs, show=options.details)
    print(f"{ran} of {len(chosen)} libraries ran")
    for name, why in ALL_DISPUTED.items():
        print(f"disputed for all: {name}: {why}")
    return 0 if ran == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
