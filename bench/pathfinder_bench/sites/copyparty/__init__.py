"""The shared folders of an orienteering club (copyparty)."""
