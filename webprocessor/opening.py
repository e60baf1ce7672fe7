"""Opening a browser that reaches a site and nothing else."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pathfinder.core.action import ELSEWHERE
from pathfinder.core.errors import (
    UsageError,
)
from pathfinder.core.origin import allowed
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.network import NetworkLog
from pathfinder.webprocessor.options import VIEWPORT, BrowserOptions
from pathfinder.webprocessor.start import start_driver
from pathfinder.webprocessor.state import StoredState
from pathfinder.webprocessor.watch import Safety, Watch
from pathfinder.webprocessor.webdriver import WebDriverBrowser


def open_browser(
    site_hosts: Sequence[str],
    *,
    vault: Vault | None = None,
    headed: bool = False,
    webdriver_url: str = "",
    downloads: Path | None = None,
    viewport: tuple[int, int] = VIEWPORT,
    browser: str = "chromium",
    device: str = "",
    safety: Safety | None = None,
    insecure: bool = False,
    audit: str = "",
    state: StoredState | None = None,
    save_state: Path | None = None,
    har: bool = False,
) -> WebDriverBrowser:
    """Start a browser that reaches `site_hosts` only, and in safe mode does no more.

    `safety` says what is allowed there.

    Args:
        insecure: Take the servers' certificates as they are.
        audit: The source of axe-core, to check pages for accessibility with.
        state: Cookies and storage to begin each session with. save_state: Where to keep those of
            the last one.
        har: Log the network, for sessions that say where.

    Raises:
        BrowserMissing: No browser or driver; the message says how to install them.
        UsageError: No such device to emulate; or safe mode with a browser elsewhere, whose requests
            nobody here sees.
    """
    if safety and webdriver_url:
        raise UsageError(
            "safe mode sees the requests of a browser on this machine only: leave out "
            "--webdriver-url, or add --allow-irreversible"
        )
    if har and webdriver_url:
        raise UsageError(
            "--har sees the requests of a browser on this machine only: leave out --webdriver-url"
        )
    if downloads:
        downloads.mkdir(parents=True, exist_ok=True)
    watch = Watch(safety)
    gateway = (
        None
        if webdriver_url
        else Gateway(
            partial(allowed, entries=tuple(site_hosts)),
            watch.judge if safety else None,
            insecure=insecure,
            log=NetworkLog((vault or Vault()).mask) if har else None,
        )
    )
    asked = BrowserOptions(
        tuple(site_hosts),
        browser,
        headed,
        webdriver_url,
        downloads,
        viewport,
        device,
        insecure,
        gateway,
    )
    try:
        made = WebDriverBrowser(
            start_driver(asked),
            site_hosts,
            vault=vault,
            downloads=downloads,
            watch=watch,
            gateway=gateway,
        )
    except BaseException:
        if gateway:
            gateway.close()
        raise
    made.noticer.audit = audit
    made.save_state = save_state
    try:
        made.begin_with(state)
    except BaseException:
        made.save_state = None
        made.close()
        raise
    if not gateway:
        made.bounds.unsaid.append(ELSEWHERE)
    return made
