"""The same shop from behind its counter."""
