"""The booking desk of a small island ferry company."""
