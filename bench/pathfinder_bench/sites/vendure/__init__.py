"""The office of a seed merchant: Vendure."""
