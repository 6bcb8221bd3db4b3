"""One registry for all extension folders: one rule a file, each file exporting its rule by a fixed name.

Other packages join through entry points in a group of the folder's name, such as `oyez.forms`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Generic, TypeVar

from oyez.core.errors import RegistryError

T = TypeVar("T")


class Registry(Generic[T]):
    """The rules of one folder by name. `export` is the name under which each file offers its rule."""

    def __init__(self, package: str, export: str, kind: type[T]) -> None:
        self.package = package
        self.export = export
        self.kind = kind

    @cached_property
    def built_in(self) -> dict[str, T]:
        """The rules of the folder itself, in the order of their file names.

        Raises `RegistryError` for a file without the export, one of the wrong kind, or a name given twice.
        """
        rules: dict[str, T] = {}
        for info in iter_modules(import_module(self.package).__path__):
            if not info.name.startswith("_"):
                self._add(rules, f"{self.package}.{info.name}")
        return rules

    def _add(self, rules: dict[str, T], module: str) -> None:
        rule: Any = getattr(import_module(module), self.export, None)
        if not isinstance(rule, self.kind):
            raise RegistryError(f"{module}: must define {self.export}, a {self.kind.__name__}")
        name = str(rule.name)  # type: ignore[attr-defined]  # every kind of rule has a name
        if name in rules:
            raise RegistryError(f"{module}: the name {name!r} is taken")
        rules[name] = rule

    @cached_property
    def joined(self) -> dict[str, T]:
        """The rules that other installed packages offer; built-in names cannot be replaced."""
        from importlib.metadata import entry_points  # slow to import, and seldom asked

        rules: dict[str, T] = {}
        for point in entry_points(group=self.package):
            rule = point.load()
            if not isinstance(rule, self.kind) or point.name in self.built_in:
                raise RegistryError(
                    f"entry point {point.name} = {point.value}: not a new {self.kind.__name__}"
                )
            rules[point.name] = rule
        return rules

    def get(self, name: str) -> T | None:
        """The rule of that name, or `None`; other packages are asked only for names not built in."""
        return self.built_in.get(name) or self.joined.get(name)

    def __iter__(self) -> Iterator[T]:
        yield from self.built_in.values()
        yield from self.joined.values()
