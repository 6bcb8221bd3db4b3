"""What reading a reply came to, and how the provider said that the reply ended."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """The eleven ends of a reading; a verdict exists exactly under `READ` and `RECOVERED`."""

    READ = "read"
    """The contract's own form gave one admitted verdict."""
    RECOVERED = "recovered"
    """A recovery that the contract names gave it; `Reading.rule` says which."""
    UNDELIVERED = "undelivered"
    """No whole reply came back: transport error, time-out, cancelled."""
    EMPTY = "empty"
    """A reply came back with no text."""
    REFUSED = "refused"
    """The provider reports a refusal, and there is no readable verdict."""
    TRUNCATED = "truncated"
    """The reply was cut before a verdict was complete."""
    UNSUPPORTED = "unsupported"
    """A bare carriage return or undecodable bytes."""
    ABSENT = "absent"
    """The reply is whole, and nothing in it stands in the contract's form."""
    MALFORMED = "malformed"
    """Something began in the form and is broken."""
    OFF_SCALE = "off_scale"
    """A value was found, and it is not on the scale."""
    CONFLICT = "conflict"
    """Two different verdicts compete."""

    @property
    def has_verdict(self) -> bool:
        """Whether a reading of this status carries a verdict."""
        return self in (Status.READ, Status.RECOVERED)


class Stop(StrEnum):
    """Why the provider ended the reply, in one vocabulary for all providers."""

    END = "end"
    LENGTH = "length"
    REFUSAL = "refusal"
    ERROR = "error"
    UNKNOWN = "unknown"


_NATIVE = {
    Stop.END: "stop end end_turn stop_sequence eos tool_use tool_calls completed STOP",
    Stop.LENGTH: "length max_tokens max_output_tokens model_length model_context_window_exceeded MAX_TOKENS",
    Stop.REFUSAL: ("refusal content_filter safety SAFETY blocked RECITATION PROHIBITED_CONTENT BLOCKLIST"),
    Stop.ERROR: "error failed cancelled canceled expired network_error malformed_response",
}
_BY_NATIVE = {word: stop for stop, words in _NATIVE.items() for word in words.split()}


def normalise_stop(native: str | None) -> Stop:
    """The provider's stop reason in oyez's vocabulary; a word that is not listed is `UNKNOWN`."""
    return _BY_NATIVE.get(native, Stop.UNKNOWN) if native is not None else Stop.UNKNOWN
