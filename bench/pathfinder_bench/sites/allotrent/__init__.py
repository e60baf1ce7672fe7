"""Tools and plots that neighbours rent."""
