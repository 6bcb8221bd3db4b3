"""Building a contract from its tree, collecting everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from oyez.contract.model import EVERY_FIELD, THINKING, Contract, Field
from oyez.core.canonical import canonical
from oyez.core.errors import ContractError, OyezError
from oyez.core.form import Form
from oyez.forms import FORMS
from oyez.forms.phrase import slot_fault
from oyez.recoveries import RECOVERIES, in_order, safe_names
from oyez.scales import SCALES, scale_from

Path = tuple[str | int, ...]
Locate = Callable[[Path], str]

FIELD_KEYS = ("form", "scale", "repeats", "recover", "optional")
REPEATS = ("agree", "forbid", "last", "first")
TEXT_KEYS = ("about", "source", "label", "starts_after", "instructions")
FLAG_KEYS = ("recover_truncated", "all_fields", "partial", "parity")
LIST_KEYS = ("thinking", "placeholders", "ids", "cues", "faults")
CHOICES = {
    "quoted": ("aside", "candidate"),
    "dissent": ("conflict", "ignore"),
    "menus": ("aside", "candidate"),
    "cut": ("value",),
}
TOP_KEYS = (
    "name",
    "version",
    "verdict",
    "field",
    "at_least",
    "example",
    *TEXT_KEYS,
    *FLAG_KEYS,
    *LIST_KEYS,
    *CHOICES,
)


def build(tree: dict[str, Any], *, locate: Locate | None = None, toml: str | None = None) -> Contract:
    """The contract that the tree writes.

    `locate` turns the path of a key into a place in the file, for messages. Raises `ContractError`
    with every fault of the tree.
    """
    return _Builder(tree, locate or _dotted).build(toml)


def _dotted(path: Path) -> str:
    return "at " + ".".join(str(step) for step in path) if path else ""


def nearest(word: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The known words that are most like this one, best first; none if none is."""
    from difflib import get_close_matches  # only for messages

    return get_close_matches(word, list(known), n=count, cutoff=0.5)


class _Builder:
    """Reads a tree key by key and keeps the faults."""

    def __init__(self, tree: dict[str, Any], locate: Locate) -> None:
        self.tree = tree
        self.locate = locate
        self.faults: list[str] = []

    def fault(self, path: Path, message: str) -> None:
        self.faults.append(f"{message} {self.locate(path)}".rstrip())

    def build(self, toml: str | None) -> Contract:
        name, version = self._name(), self._version()
        fields = self._fields()
        settings = self._settings()
        verdict = self._verdict(fields)
        if settings.get("cues") is None and any("cue-phrase" in field.recover for field in fields.values()):
            self.fault(("recover",), "the recovery cue-phrase needs a list of cues")
        if self.faults:
            raise ContractError(name, self.faults)
        if verdict == EVERY_FIELD:
            settings["all_fields"] = True
        made = Contract(
            name=name,
            version=version,
            verdict=verdict,
            fields=fields,
            examples=tuple(self._examples()),
            toml=toml,
            **settings,
        )
        try:
            canonical(made.tree)
        except OyezError as error:
            raise ContractError(name, [f"the contract cannot be named by its content: {error}"]) from error
        return made

    def _name(self) -> str:
        name = self.tree.get("name", "unnamed")
        if not isinstance(name, str) or not name.strip() or any(char in name for char in "@#\n"):
            self.fault(("name",), "name must be a word without @ and #")
            return "unnamed"
        return name

    def _version(self) -> int:
        version = self.tree.get("version", 1)
        if isinstance(version, bool) or not isinstance(version, int) or version < 0:
            self.fault(("version",), "version must be a whole number")
            return 0
        return version

    def _fields(self) -> dict[str, Field]:
        single = [key for key in FIELD_KEYS if key in self.tree]
        allowed = (*TOP_KEYS, *FIELD_KEYS)
        for key in self.tree:
            if key not in allowed:
                self._unknown((key,), key, allowed, "a contract")
        if "field" not in self.tree:
            return {"verdict": self._field("verdict", self.tree, ())}
        for key in single:
            self.fault((key,), f"{key} belongs into a [field.…] table, since the contract has fields")
        tables = self.tree["field"]
        if not isinstance(tables, dict) or not tables:
            self.fault(("field",), "field must hold a table for each field")
            return {}
        if EVERY_FIELD in tables:
            self.fault(("field", EVERY_FIELD), f"a field cannot be named {EVERY_FIELD}")
        return {name: self._field(name, table, ("field", name)) for name, table in tables.items()}

    def _unknown(self, path: Path, key: str, allowed: tuple[str, ...], where: str) -> None:
        near = nearest(key, allowed)
        hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(allowed)}"
        self.fault(path, f"unknown key {key!r} in {where}{hint}")

    def _field(self, name: str, table: Any, path: Path) -> Field:
        if not isinstance(table, dict):
            self.fault(path, f"field {name} must be a table")
            table = {}
        if path:
            for key in table:
                if key not in FIELD_KEYS:
                    self._unknown((*path, key), key, FIELD_KEYS, "a field")
        forms = self._forms(table.get("form"), (*path, "form"))
        return Field(
            name=name,
            forms=forms,
            scale=self._scale(table.get("scale"), (*path, "scale")),
            repeats=self._choice(table, "repeats", REPEATS, path) or "agree",
            recover=self._recover(table.get("recover", []), (*path, "recover")),
            optional=self._flag(table, "optional", path),
        )

    def _forms(self, tree: Any, path: Path) -> tuple[Form, ...]:
        trees = tree if isinstance(tree, list) else [tree]
        if tree is None or not trees:
            self.fault(path[:-1], "a form is missing")
            return ()
        made = [self._form(one, path) for one in trees]
        return tuple(form for form in made if form is not None)

    def _form(self, table: Any, path: Path) -> Form | None:
        known = (
            [rule for key in table if (rule := FORMS.get(key)) is not None] if isinstance(table, dict) else []
        )
        if len(known) != 1:
            names = ", ".join(rule.name for rule in FORMS)
            self.fault(path, f"a form is a table with exactly one of the keys {names}")
            return None
        rule = known[0]
        unknown = [key for key in table if key not in (rule.name, *rule.keys)]
        for key in unknown:
            self._unknown((*path, key), key, (rule.name, *rule.keys), f"the form {rule.name}")
        try:
            return None if unknown else rule.make(table)
        except ValueError as fault:
            self.fault((*path, rule.name), str(fault))
            return None

    def _scale(self, tree: Any, path: Path) -> Any:
        if tree is None:
            self.fault(path[:-1], "a scale is missing")
            return SCALES.built_in["text"].make({"text": True})
        try:
            return scale_from(tree)
        except ValueError as fault:
            more = (str(fault.args[1]),) if len(fault.args) > 1 else ()
            self.fault((*path, *more), str(fault.args[0]))
            return SCALES.built_in["text"].make({"text": True})

    def _recover(self, tree: Any, path: Path) -> tuple[str, ...]:
        names = [tree] if isinstance(tree, str) else tree
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self.fault(path, 'recover must be "safe" or a list of names')
            return ()
        chosen: set[str] = set()
        for name in names:
            if name == "safe":
                chosen.update(safe_names())
            elif RECOVERIES.get(name) is None:
                near = nearest(name, RECOVERIES.built_in)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                self.fault(path, f"unknown recovery {name!r}{hint}")
            else:
                chosen.add(name)
        return tuple(rule.name for rule in in_order(chosen))

    def _settings(self) -> dict[str, Any]:
        made: dict[str, Any] = {key: self._text(key) for key in TEXT_KEYS}
        made |= {key: self._flag(self.tree, key, ()) for key in FLAG_KEYS}
        made |= {key: self._words(key) for key in LIST_KEYS}
        made |= {key: self._choice(self.tree, key, choices, ()) for key, choices in CHOICES.items()}
        made["at_least"] = self._at_least()
        for number, cue in enumerate(made["cues"] or ()):
            if (why := slot_fault(cue)) is not None:
                self.fault(("cues", number), f"cue {cue!r} {why}")
        for number, example in enumerate(self._examples()):
            if not isinstance(example, dict) or "reply" not in example or "status" not in example:
                self.fault(("example", number), "an example needs reply and status")
        return {key: value for key, value in made.items() if value is not None}

    def _examples(self) -> list[Any]:
        examples = self.tree.get("example", [])
        if not isinstance(examples, list):
            self.fault(("example",), "example must be a list of tables")
            return []
        return examples

    def _text(self, key: str) -> str | None:
        value = self.tree.get(key)
        if value is not None and (not isinstance(value, str) or not value):
            self.fault((key,), f"{key} must be text")
            return None
        return value

    def _flag(self, table: dict[str, Any], key: str, path: Path) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self.fault((*path, key), f"{key} must be true or false")
            return False
        return value

    def _words(self, key: str) -> tuple[str, ...] | None:
        value = self.tree.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(
            isinstance(word, str | int) and str(word) for word in value
        ):
            self.fault((key,), f"{key} must be a list of words")
            return None
        return tuple(str(word) for word in value)

    def _choice(self, table: dict[str, Any], key: str, choices: tuple[str, ...], path: Path) -> str | None:
        value = table.get(key)
        if value is not None and value not in choices:
            self.fault((*path, key), f"{key} must be one of {', '.join(choices)}")
            return None
        return value

    def _at_least(self) -> int | None:
        value = self.tree.get("at_least")
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            self.fault(("at_least",), "at_least must be a whole number from 1")
            return None
        return value

    def _verdict(self, fields: dict[str, Field]) -> str:
        verdict = self.tree.get("verdict")
        if verdict is None and len(fields) == 1:
            return next(iter(fields))
        if verdict == EVERY_FIELD and "field" in self.tree:
            return EVERY_FIELD
        if not isinstance(verdict, str) or verdict not in fields:
            names = ", ".join(fields) or "none"
            self.fault(("verdict",), f'verdict must name a field ({names}) or be "{EVERY_FIELD}"')
            return EVERY_FIELD
        return verdict


__all__ = ["THINKING", "build"]
