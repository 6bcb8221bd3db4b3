"""Protocols: how items are shown to a judge, one way a file."""

from oyez.core.registry import Registry
from oyez.judging.protocols._protocol import Protocol, ProtocolRule, Shown

PROTOCOLS: Registry[ProtocolRule] = Registry("oyez.judging.protocols", "PROTOCOL", ProtocolRule)
"""Every protocol by its name."""

__all__ = ["PROTOCOLS", "Protocol", "ProtocolRule", "Shown"]
