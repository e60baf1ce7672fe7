"""What every part shares: task, action, verdict, journal, settings, errors."""
