"""The customers' portal of a merchant of heating oil and firewood."""
