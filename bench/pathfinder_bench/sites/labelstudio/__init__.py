"""The photographs and letters that an archive's volunteers sort and describe (Label Studio)."""
