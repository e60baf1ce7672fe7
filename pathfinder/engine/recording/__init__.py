"""From the journal of a session to a scenario that reaches its goal again."""
