"""The administration of PathFinder's own demo shop."""
