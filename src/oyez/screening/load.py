"""Reading a profile, built in or from a file, and collecting everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oyez.contract.keys import NOWHERE, Keys, Where
from oyez.contract.keys import Path as Steps
from oyez.contract.parse import toml_tree
from oyez.core.errors import ContractError, InputError
from oyez.core.nearest import nearest
from oyez.core.visible import visible_text
from oyez.judging.load_judges import judges_from
from oyez.screening.load_evidence import evidence_from, reviewers_from
from oyez.screening.policy import REASONS
from oyez.screening.profile import Profile

FOLDER = Path(__file__).parent / "profiles"
"""The built-in profiles."""
KEYS = (
    "name",
    "version",
    "about",
    "extends",
    "needs",
    "optional",
    "confirm",
    "fail_on",
    "reviewer",
    "evidence",
    "judge",
)
NOT_SCREENED = "not-screened"
FAIL_ON = ("flagged", "review", NOT_SCREENED, *REASONS)
"""What `fail_on` and `--fail-on` can name."""
_MERGED = ("reviewer", "evidence", "judge")


class ProfileError(InputError):
    """A profile that cannot be used; `faults` lists everything wrong with it, not only the first."""

    def __init__(self, name: str, faults: list[str]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join(f"{name}: {fault}" for fault in self.faults))


def profile_names() -> tuple[str, ...]:
    """The names of the built-in profiles, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load_profile(
    source: str | Path | dict[str, Any], judges: str | Path | None = None, replay: str | Path | None = None
) -> Profile:
    """The built-in profile of that name, or the one in that TOML file, or the one that a tree writes.

    `judges` is a file of `[judge.NAME]` tables that join those of the profile; `replay` a file or ledger of recorded
    replies that takes the place of all judges. Raises `ProfileError` with every fault.
    """
    tree, locate, name, base = _tree(source)
    seen = {name}
    while "extends" in tree:
        below, _, under, _ = _tree(str(tree["extends"]), base)
        if under in seen:
            raise ProfileError(name, [f"extends leads back to {under}"])
        seen.add(under)
        tree = _over(below, {key: value for key, value in tree.items() if key != "extends"})
    if judges is not None:
        more, locate_more, _, folder = _tree(Path(judges))
        if set(more) - {"judge"} or "judge" not in more:
            raise ProfileError(str(judges), ["a file of judges holds [judge.NAME] tables, and nothing else"])
        tree = {**tree, "judge": {**tree.get("judge", {}), **_based(more["judge"], folder)}}
        locate = _either(
            locate, locate_more, set(more["judge"]) if isinstance(more["judge"], dict) else set()
        )
    if replay is not None:
        tree = {**tree, "judge": {"default": {"kind": "replay", "from": str(Path(replay).resolve())}}}
    return _build(Keys(tree, locate), name, base)


def _tree(source: str | Path | dict[str, Any], base: str = ".") -> tuple[dict[str, Any], Any, str, str]:
    """The tree, how to locate its keys, its name, and the folder from which its paths are reckoned."""
    if isinstance(source, dict):
        return source, _dotted, "the profile", base
    path = _file(source, base)
    name = visible_text(str(source))
    try:
        parsed = toml_tree(path.read_bytes().decode("utf-8-sig"), name)
    except OSError as fault:
        raise ProfileError(name, [fault.strerror or str(fault)]) from fault
    except UnicodeDecodeError as fault:
        raise ProfileError(name, [f"not UTF-8 at byte {fault.start}"]) from fault
    except ContractError as fault:
        raise ProfileError(name, fault.faults) from fault
    return parsed.tree, parsed.locate, name, str(path.parent)


def _file(source: str | Path, base: str) -> Path:
    if isinstance(source, Path) or "/" in source or "\\" in source or source.endswith(".toml"):
        return Path(base, source)
    if source in profile_names():
        return FOLDER / f"{source}.toml"
    raise ProfileError(visible_text(source), [f"there is no such profile; {_meant(source, profile_names())}"])


def _meant(word: str, known: tuple[str, ...]) -> str:
    near = nearest(word, known)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"


def _either(locate: Any, locate_more: Any, judges: set[str]) -> Any:
    """Where a key stands: tables of these judges in the file of judges, all else in the profile."""

    def found(path: Steps) -> Any:
        of_judges = len(path) > 1 and path[0] == "judge" and path[1] in judges
        return (locate_more if of_judges else locate)(path)

    return found


def _dotted(path: Steps) -> Where:
    return NOWHERE, "at " + ".".join(map(str, path)) if path else ""


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """One profile over another: tables of the same name are joined key by key, everything else is replaced."""
    made = {**below, **above}
    for key in _MERGED:
        if isinstance(below.get(key), dict) and isinstance(above.get(key), dict):
            made[key] = dict(below[key])
            for name, table in above[key].items():
                old = below[key].get(name)
                made[key][name] = (
                    {**old, **table} if isinstance(old, dict) and isinstance(table, dict) else table
                )
    return made


def _based(tables: Any, folder: str) -> dict[str, Any]:
    """Judges of another file, whose recorded replies lie beside that file."""
    if not isinstance(tables, dict):
        return {}
    return {
        name: {**table, "from": str(Path(folder, table["from"]).resolve())}
        if isinstance(table, dict) and isinstance(table.get("from"), str)
        else table
        for name, table in tables.items()
    }


def _build(keys: Keys, name: str, base: str) -> Profile:
    for key in keys.tree:
        if key not in KEYS:
            keys.unknown((key,), KEYS, "a profile")
    needs, optional = keys.words("needs") or (), keys.words("optional") or ()
    if not needs:
        keys.fault((), 'needs is missing: the texts of an item, such as ["informal", "formal"]')
    reviewers = reviewers_from(keys, base, (*needs, *optional))
    evidence = evidence_from(keys, base, (*needs, *optional))
    if len(reviewers) not in (0, 2) and not keys.faults:
        keys.fault(("reviewer",), f"there are {len(reviewers)} reviewers; a profile has two, or none")
    judges = judges_from(keys, base) if keys.tree.get("judge") else {}
    fail_on = keys.words("fail_on") or ("flagged",)
    for word in fail_on:
        if word not in FAIL_ON:
            keys.fault(("fail_on",), fail_on_fault(word))
    confirm = keys.flag(keys.tree, "confirm", ()) if "confirm" in keys.tree else True
    version, own, about = keys.count("version", 1), keys.text("name"), keys.text("about")
    if own is None and "name" not in keys.tree:
        own = Path(name).stem
    if keys.faults or own is None:
        raise ProfileError(name, keys.faults)
    return Profile(
        name=own,
        version=version or 1,
        about=about or "",
        needs=needs,
        optional=optional,
        reviewers=tuple(reviewers),
        evidence=tuple(evidence),
        confirm=confirm,
        fail_on=fail_on,
        judges=judges,
    )


def fail_on_fault(word: str) -> str:
    """What is wrong with a word that nothing is named by."""
    return f"{word!r} is no outcome and no reason; {_meant(word, FAIL_ON)}"
