"""The tools as plain functions: JSON in, JSON out, and no file that a caller names is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from oyez.contract import Contract
from oyez.contract import contract as load_contract
from oyez.contract.load import contract_names, names_a_file
from oyez.core.errors import InputError
from oyez.core.reply import Reply
from oyez.explain import explain as explained
from oyez.ledger import Ledger
from oyez.reader import read as read_reply
from oyez.report.explain_text import explanation_tree
from oyez.rows.reading import reading_row
from oyez.screening import Profile, Room, inline, load_profile, payload, profile_names


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever starts the server decides, and callers cannot."""

    ledger: str
    judges: str | None = None
    replay: str | None = None
    profiles: tuple[str, ...] = ()
    """Files of profiles that callers may name besides those built in."""
    commands: bool = False
    """Whether evidence that runs a program is looked at; Lean runs what a text tells it to."""


class Tools:
    """The three tools over one ledger."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._profiles = {Path(file).stem: file for file in settings.profiles}

    def names(self) -> tuple[str, ...]:
        """The profiles that callers may name."""
        return (*profile_names(), *self._profiles)

    async def screen(self, profile: str, texts: dict[str, str], item: str) -> dict[str, Any]:
        """The payload of one screening. Raises `InputError` for a text that is missing, or no judge."""
        settings = self._settings
        terms = self._profile(profile)
        unknown = [name for name in texts if name not in terms.slots]
        if unknown:
            raise InputError(
                f"{terms.name} knows no text {unknown[0]!r}; an item has {', '.join(terms.slots)}"
            )
        if texts.get("formal", "").endswith(".lean"):
            raise InputError("formal must be the Lean text itself, not the name of a file")
        pair = msgspec.structs.replace(inline(texts, terms, item), place="a call")
        with Ledger(settings.ledger) as ledger:
            async with Room(terms, ledger) as room:
                made = await room.one(pair)
                room.keep(made)
        return payload(made, settings.ledger)

    def _profile(self, name: str) -> Profile:
        if name not in self.names():
            raise InputError(f"there is no profile {name!r} here; there are {', '.join(self.names())}")
        made = load_profile(self._profiles.get(name, name), self._settings.judges, self._settings.replay)
        return made if self._settings.commands else without_commands(made)

    def read(self, reply: str, contract: str | dict[str, Any], stop: str | None) -> dict[str, Any]:
        """The row of one reading. Raises `ContractError`."""
        given = Reply(id="call", text=reply, stop=stop)
        return reading_row(read_reply(given, _contract(contract)), given)

    def explain(self, reply: str, contract: str | dict[str, Any], stop: str | None) -> dict[str, Any]:
        """Why a reply reads as it does. Raises `ContractError`."""
        given = Reply(id="call", text=reply, stop=stop)
        return explanation_tree(explained(given, _contract(contract)), "a call")


def without_commands(profile: Profile) -> Profile:
    """The profile with all evidence off that runs a program; it is not checked then, and that is said."""
    evidence = tuple(
        msgspec.structs.replace(one, off=True) if one.kind == "command" else one for one in profile.evidence
    )
    return msgspec.structs.replace(profile, evidence=evidence)


def _contract(given: str | dict[str, Any]) -> Contract:
    """A contract of the catalogue, or the one that an object writes; files are not opened for a caller."""
    if isinstance(given, str) and names_a_file(given):
        raise InputError(
            f"contract must be a name of the catalogue or an object; there are {', '.join(contract_names())}"
        )
    return load_contract(given)
