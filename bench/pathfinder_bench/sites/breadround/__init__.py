"""The order book of a village bakery."""
