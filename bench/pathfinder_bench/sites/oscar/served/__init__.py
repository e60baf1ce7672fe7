"""The shop, which runs in its own environment; tests serve it, too."""
