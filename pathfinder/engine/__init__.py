"""What every system stands on."""
