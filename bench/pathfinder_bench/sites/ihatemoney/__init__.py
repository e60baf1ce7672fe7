"""Shared budgets: ihatemoney."""
