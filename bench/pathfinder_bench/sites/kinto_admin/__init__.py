"""Records of a household, kept by a one-page administration: Kinto."""
