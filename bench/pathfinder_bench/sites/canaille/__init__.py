"""Who belongs to a community radio, and to which of its groups (Canaille)."""
