"""Trains the adapter of a model on the decision sets: questions, training, and the file of it."""
