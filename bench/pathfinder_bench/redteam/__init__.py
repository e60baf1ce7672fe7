"""Hostile and misleading pages, a model that obeys them, and a count of what must not happen."""
