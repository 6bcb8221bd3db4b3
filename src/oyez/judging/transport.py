"""Asking through a network: retries for transport faults alone, with back-off, rate limits, and a way to stop.

A reply that came is never asked for again here, whatever it says.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

import msgspec

from oyez.judges import Delivery, Fault, Judge, Request

Sleep = Callable[[float], Awaitable[None]]


class Retries(msgspec.Struct, frozen=True, kw_only=True):
    """How often a transport fault is met by asking again, and how long to wait before."""

    times: int = 6
    """Attempts after the first."""
    base: float = 0.5
    """Seconds: the wait before attempt n is drawn between half and all of `base` × 2ⁿ."""
    most: float = 60.0
    """Seconds that one wait may take, unless the provider asks for more."""
    patience: float = 600.0
    """Seconds that a provider may ask to wait; one that asks for more is taken at its word, and the attempt fails."""


class StopAsking(Exception):  # noqa: N818  # it says what is to be done
    """A fault that would meet every request: a bad key, an unpaid bill, a server that is gone."""

    def __init__(self, why: str, *, told: bool = True) -> None:
        super().__init__(why)
        self.told = told
        """Whether it is news; false where the run had ended for another reason."""


class Attempted(msgspec.Struct, frozen=True):
    """What asking came to."""

    delivery: Delivery
    errors: tuple[str, ...]
    """What went wrong in the attempts before."""
    latency: float | None
    """Seconds that the last attempt took; `None` where nobody measured."""


class Pace:
    """Holds requests to a number a minute, of requests and of tokens; ten seconds' worth may come at once."""

    def __init__(self, requests: float | None, tokens: float | None, clock: Callable[[], float]) -> None:
        self._rates = [(rate / 60.0) if rate else None for rate in (requests, tokens)]
        self._held = [rate * 10.0 if rate else 0.0 for rate in self._rates]
        self._clock = clock
        self._at = clock()

    def wait(self, tokens: float) -> float:
        """Take one request and so many tokens; seconds to wait before it may go."""
        now = self._clock()
        waits = [0.0]
        for at, (rate, amount) in enumerate(zip(self._rates, (1.0, tokens), strict=True)):
            if rate is None:
                continue
            self._held[at] = min(rate * 10.0, self._held[at] + (now - self._at) * rate) - amount
            waits.append(-self._held[at] / rate)
        self._at = now
        return max(waits)

    def correct(self, tokens: float) -> None:
        """Take more tokens (or give some back), once it is known how many there were."""
        if self._rates[1] is not None:
            self._held[1] -= tokens


class Breaker:
    """Counts the draws in a row for which nothing came; too many mean that the server is gone."""

    def __init__(self, most: int = 20) -> None:
        self._most = most
        self._count = 0

    def saw(self, delivery: Delivery) -> None:
        """Raise `StopAsking` after too many failures in a row, or one that would meet every request."""
        if delivery.fault is Fault.STOP:
            raise StopAsking(delivery.error or "the judge cannot be asked")
        failed = delivery.fault is Fault.AGAIN or (
            delivery.fault is Fault.FINAL and delivery.status is not None
        )
        self._count = self._count + 1 if failed else 0
        if self._count >= self._most:
            raise StopAsking(f"{self._count} draws in a row were not delivered; the last: {delivery.error}")


class Line:
    """One judge with its retries, its pace and its breaker."""

    def __init__(
        self,
        judge: Judge,
        retries: Retries,
        pace: Pace,
        breaker: Breaker,
        *,
        go_on: Callable[[], bool] = lambda: True,
        sleep: Sleep = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.judge = judge
        self._retries = retries
        self._pace = pace
        self._breaker = breaker
        self._go_on = go_on
        self._sleep = sleep
        self._chance = chance
        self._slots = asyncio.Semaphore(judge.spec.concurrency)

    async def ask(self, request: Request, tokens: int) -> Attempted:
        """Ask until something comes, or the attempts are used up; `tokens` is a guess at what it will take.

        Raises `StopAsking` where it would be useless to go on.
        """
        errors: list[str] = []
        while True:
            if (wait := self._pace.wait(tokens)) > 0:
                await self._sleep(wait)
            async with self._slots:
                if not self._go_on():
                    raise StopAsking("the run ended", told=False)
                start = time.monotonic()
                delivery = await self.judge.ask(request)
                latency = time.monotonic() - start
            self._pace.correct(used(delivery) - tokens if delivery.usage else 0)
            pause = self._pause(delivery, len(errors))
            if pause is None:
                self._breaker.saw(delivery)
                return Attempted(delivery, tuple(errors), latency)
            errors.append(delivery.error or "no reason given")
            await self._sleep(pause)
            if not self._go_on():
                raise StopAsking("the run ended", told=False)

    def _pause(self, delivery: Delivery, tried: int) -> float | None:
        """Seconds before the next attempt; `None` where there is none."""
        if delivery.fault is not Fault.AGAIN or tried >= self._retries.times:
            return None
        own: float = min(self._retries.base * 2.0**tried, self._retries.most) * (0.5 + self._chance() / 2)
        if delivery.wait is None:
            return own
        return None if delivery.wait > self._retries.patience else max(own, delivery.wait)


def used(delivery: Delivery) -> int:
    """The tokens that a delivery took, in and out, as the provider counts them; 0 where it does not."""
    into, out = tokens_of(delivery)
    return into + out


def tokens_of(delivery: Delivery) -> tuple[int, int]:
    """Tokens in and out, under the names of either vendor."""
    usage = delivery.usage or {}

    def number(*names: str) -> int:
        found = next((usage[name] for name in names if isinstance(usage.get(name), int)), 0)
        return int(found)

    return number("prompt_tokens", "input_tokens"), number("completion_tokens", "output_tokens")
