"""The office of a bicycle repair workshop."""
