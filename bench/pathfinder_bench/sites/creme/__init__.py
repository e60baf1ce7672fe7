"""The customers, visits and offers of a firm that builds climbing walls (Creme CRM)."""
