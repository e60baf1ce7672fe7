"""Turns a session's journal into a page that a person reads."""
