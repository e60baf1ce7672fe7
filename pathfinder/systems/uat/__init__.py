"""User acceptance tests from terse cases (XUAT-Copilot).

`runner` rewrites a step, operates the page, selects parameters from the persona, inspects the
result and reflects
on what failed.
"""
