"""From a request to a verdict: site, persona, browser, journal and report, set up in one place."""
