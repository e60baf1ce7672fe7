"""Times browser-use's state summary; runs under a Python of its own that has browser-use.

python browser_use_look.py CHROMIUM ROUNDS URL…    # prints one JSON line: [{"milliseconds",
"characters"}, …]
"""

import asyncio
import json
import os
import statistics
import sys
import time
from typing import Any

os.environ.update(
    ANONYMIZED_TELEMETRY="false",
    BROWSER_USE_LOGGING_LEVEL="result",
    BROWSER_USE_VERSION_CHECK="false",
)


async def measured(browser: Any, url: str, rounds: int) -> dict[str, float]:
    """Median milliseconds of a summary without screenshot, and its characters for a model."""
    await browser.navigate_to(url)
    await asyncio.sleep(1.0)
    seconds, characters = [], 0
    for _ in range(rounds + 1):
        began = time.perf_counter()
        state = await browser.get_browser_state_summary(include_screenshot=False)
        seconds.append(time.perf_counter() - began)
        characters = len(state.dom_state.llm_representation())
    return {"milliseconds": statistics.median(seconds[1:]) * 1000, "characters": characters}


async def main(chromium: str, rounds: int, urls: list[str]) -> None:
    from browser_use import BrowserSession

    browser = BrowserSession(
        executable_path=chromium,
        headless=True,
        chromium_sandbox=False,
        enable_default_extensions=False,
        viewport={"width": 1280, "height": 900},
        user_data_dir=None,
    )
    await browser.start()
    try:
        found = [await measured(browser, url, rounds) for url in urls]
    finally:
        await browser.kill()
    print(json.dumps(found))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
