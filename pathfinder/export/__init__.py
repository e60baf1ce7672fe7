"""Scenarios as code that runs without PathFinder."""

from pathfinder.export.export import FORMS, exported

__all__ = ["FORMS", "exported"]
