"""Steps and assertions in plain language that code can read, perform and check without a model."""
