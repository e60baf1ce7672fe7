"""Model back-ends."""
