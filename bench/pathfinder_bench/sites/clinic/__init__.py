"""The front desk of a veterinary practice."""
