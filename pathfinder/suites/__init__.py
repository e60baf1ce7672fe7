"""Suites of test cases: reading them, running them, and telling how it went."""
