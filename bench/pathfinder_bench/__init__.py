"""What is measured: testers with known faults, healing, red team."""
