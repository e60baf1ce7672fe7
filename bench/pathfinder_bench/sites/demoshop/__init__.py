"""PathFinder's own demo shop, as a customer sees it."""
