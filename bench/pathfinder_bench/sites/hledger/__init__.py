"""The accounts of a rowing club: hledger-web."""
