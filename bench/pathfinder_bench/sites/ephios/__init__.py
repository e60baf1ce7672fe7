"""What the lifeguards of a lake are needed for, and who of them comes (ephios)."""
