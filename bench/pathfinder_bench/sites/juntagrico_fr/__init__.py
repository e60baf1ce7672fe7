"""The members of a market garden that belongs to those who eat from it, in French (Juntagrico)."""
