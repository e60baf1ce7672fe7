"""Experiments: a plan laid out in trials, here or on many machines, always resumable."""
