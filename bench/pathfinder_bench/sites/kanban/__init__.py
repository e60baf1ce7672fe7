"""A task board of a bakery."""
