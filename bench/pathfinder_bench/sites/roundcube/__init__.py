"""The mail of a ferry's office (Roundcube)."""
