"""The office of a music school."""
