"""A real small shop to explore.

Catalogue, basket, checkout, accounts, an admin, and the truth of what happened.
"""
