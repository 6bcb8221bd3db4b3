"""Contracts: what a judge was asked to write, declared, checked and named by its content."""

from oyez.contract.load import contract, contract_names
from oyez.contract.model import Contract, Field

__all__ = ["Contract", "Field", "contract", "contract_names"]
