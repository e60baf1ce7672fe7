"""Serves the library. `python serve.py PORT`."""

import sys

import uvicorn
from piccolo_admin.endpoints import create_admin
from tables import Family, Loan, Toy

app = create_admin(
    [Toy, Family, Loan],
    site_name="Hobby-horse Loft",
    default_language_code="en",
    auto_include_related=False,
)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
