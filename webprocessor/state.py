"""What a site keeps in a browser, as a file: cookies and local storage, to begin logged in with.

Source: the form is Playwright's `storageState`, so that a file can be used by both.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.errors import SettingsError, UsageError

_COOKIE = ("name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite")
_NEEDED = ("name", "value", "domain")
_ENTRIES = "return Object.entries(localStorage).map(([name, value]) => ({ name, value }));"
_RESTORE = """
for (const { origin, localStorage: entries } of %s)
  if (location.origin === origin)
    for (const { name, value } of entries)
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
"""


@dataclass(frozen=True)
class StoredState:
    """Cookies as the protocol has them, and local storage by origin."""

    cookies: tuple[dict[str, Any], ...] = ()
    origins: tuple[dict[str, Any], ...] = ()


def read_state(path: Path) -> StoredState:
    """The state in a file.

    Raises:
        SettingsError: Not there, no JSON, or nothing that a browser could take; names the file.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(
            f"--state {path}: can't be read ({error.strerror}); make one with --save-state"
        ) from None
    except ValueError:
        raise SettingsError(f"--state {path}: no JSON; make one with --save-state") from None
    state = _taken(content)
    if state is None:
        raise SettingsError(
            f'--state {path}: write {{"cookies": […], "origins": […]}}, as --save-state does'
        )
    return state


def _taken(content: Any) -> StoredState | None:
    if not isinstance(content, dict):
        return None
    cookies, origins = content.get("cookies", []), content.get("origins", [])
    if not all(_is_cookie(one) for one in cookies) or not all(_is_origin(one) for one in origins):
        return None
    return StoredState(tuple(cookies), tuple(origins))


def _is_cookie(one: Any) -> bool:
    return isinstance(one, dict) and all(isinstance(one.get(key), str) for key in _NEEDED)


def _is_origin(one: Any) -> bool:
    return (
        isinstance(one, dict)
        and isinstance(one.get("origin"), str)
        and isinstance(one.get("localStorage"), list)
    )


def write_state(state: StoredState, path: Path) -> None:
    """Write a state into a file that nobody but its owner can read."""
    text = json.dumps({"cookies": state.cookies, "origins": state.origins}, indent=2)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text + "\n")
    path.chmod(0o600)


def restore(driver: WebDriver, state: StoredState) -> None:
    """Let a browser begin with a state.

    Raises:
        UsageError: The browser is not Chromium.
    """
    _check(driver)
    cookies = [{key: one[key] for key in _COOKIE if key in one} for one in state.cookies]
    driver.execute_cdp_cmd("Network.setCookies", {"cookies": cookies})
    script = _RESTORE % json.dumps(state.origins)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def captured(driver: WebDriver) -> StoredState:
    """The state of a browser now: all its cookies, and the local storage of its page's origin.

    Raises:
        UsageError: The browser is not Chromium.
    """
    _check(driver)
    told = driver.execute_cdp_cmd("Network.getAllCookies", {})
    cookies = tuple({key: one[key] for key in _COOKIE if key in one} for one in told["cookies"])
    parts = urlsplit(driver.current_url)
    if parts.scheme not in ("http", "https"):
        return StoredState(cookies)
    entries = driver.execute_script(_ENTRIES)
    origin = {"origin": f"{parts.scheme}://{parts.netloc}", "localStorage": entries}
    return StoredState(cookies, (origin,) if entries else ())


def _check(driver: WebDriver) -> None:
    if not hasattr(driver, "execute_cdp_cmd"):
        raise UsageError("--state and --save-state: only Chromium keeps and takes a state")
