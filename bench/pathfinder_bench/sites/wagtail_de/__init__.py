"""The website of a game park and its editor, in German (Wagtail)."""
