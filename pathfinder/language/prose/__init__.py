"""What testers write, read by rules: orders to carry out, and claims to check on the page."""
