"""MiniWoB++: small pages with a task each, on which PathFinder is measured beside a bare loop."""
