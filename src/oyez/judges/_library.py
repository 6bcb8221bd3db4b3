"""What the judges share that ask through another library's model: made once, asked once, nothing raised for a fault."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import Any

from oyez.judges._judge import Delivery, Fault, Judge, JudgeSpec, Request
from oyez.judges._raised import raised


class LibraryJudge(Judge):
    """Base of those judges; a subclass makes the model, asks it, and says what its answer brought."""

    def __init__(self, spec: JudgeSpec) -> None:
        super().__init__(spec)
        self._model: Any = None

    async def reach(self) -> None:
        """Make the model. Raises `InputError` where the package or a key is missing, or the model is unknown."""
        self._loaded()

    async def ask(self, request: Request) -> Delivery:
        """Ask once."""
        model = self._loaded()
        try:
            async with asyncio.timeout(self.spec.timeout):
                answer = await self._generate(model, request)
        except TimeoutError:
            return Delivery(error=f"timed out after {self.spec.timeout:g} s", fault=Fault.AGAIN)
        except Exception as fault:  # whatever the provider's own client raises
            return raised(fault)
        return self._delivery(answer)

    def _loaded(self) -> Any:
        if self._model is None:
            self._model = self._load()
        return self._model

    @abstractmethod
    def _load(self) -> Any:
        """The library's model. Raises `InputError`, as `reach` does."""

    @abstractmethod
    async def _generate(self, model: Any, request: Request) -> Any:
        """The library's answer; raises what its client raises."""

    @abstractmethod
    def _delivery(self, answer: Any) -> Delivery:
        """What the answer brought."""
