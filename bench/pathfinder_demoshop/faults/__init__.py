"""Faults: what can be wrong with a shop, one at a time, so that tests can be tested."""

from .known import Fault, fault_called, known_faults

__all__ = ["Fault", "fault_called", "known_faults"]
