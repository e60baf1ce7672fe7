"""The office of a print shop."""
