"""A real small shop to explore: catalogue, basket, checkout, accounts, an admin, and the truth of what happened."""
