"""The office of two piano tuners, one page that never reloads (Tryton)."""
