"""The collection desk of a small museum."""
