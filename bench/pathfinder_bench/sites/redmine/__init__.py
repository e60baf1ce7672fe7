"""What is planned, reported and done for the repair of an old water mill (Redmine)."""
