"""Decision sets: single decisions of an exploration, labelled by what led to the goal.

They are recorded once from the known routes of applications, frozen in bench/decisions, and scored
in seconds to minutes: no browser, no site, and only prompts that changed are asked again.
"""
