"""A browser that shows saved pages: a state machine whose states are Snapshots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urldefrag, urljoin, urlsplit

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import (
    BrowserError,
    HostNotAllowed,
    PathFinderError,
    SiteUnreachable,
)
from pathfinder.core.origin import allowed
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.peeking import Behind
from pathfinder.webprocessor.screenshot import blank
from pathfinder.webprocessor.watch import Safety

Answer = str | ActionResult | PathFinderError
"""What an action comes to: the next page's name, a result that changes nothing, or an error."""

_NOWHERE = Snapshot("about:blank", "", ())
_MARKED = ("checkbox", "radio", "switch")
_PRESSED = frozenset({Kind.CLICK, Kind.DOUBLE_CLICK})


@dataclass(frozen=True)
class FakePage:
    """A state of a fake site.

    snapshot: What a look shows, or the error that it raises.
    leads: What actions come to, by the name of the element they are done to ("Add to basket") or,
        before that, with the kind of action ("type City"); by the kind alone where they are done
        to the page ("back", "answer dialog"). What is not named here is done as by a browser
        without scripts: links and forms lead to the page of that address, fields keep what is
        entered, and everything else changes nothing.
    url: Where it is, when `snapshot` is an error.
    behind: What closed menus, tabs and sections hold, by the name of what opens them.
    """

    snapshot: Snapshot | PathFinderError
    leads: Mapping[str, Answer] = field(default_factory=dict)
    url: str = ""
    behind: Mapping[str, Behind] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where it is, without the fragment."""
        shown = self.snapshot.url if isinstance(self.snapshot, Snapshot) else self.url
        return urldefrag(shown).url


@dataclass(frozen=True)
class Done:
    """An action that a fake browser was told to do.

    page: The name of the page that was shown. element: What it was done to; empty: the page.
    """

    page: str
    action: Action
    element: str


class FakeBrowser:
    """A Browser of saved pages.

    Args:
        pages: The states by name. Several may share an address; a browser that is sent there shows
            the first of them.
        vault: The persona's values, filled in as they are entered and masked in what is seen.
        hosts: The allowed origins; those of the pages when left out.
        missing: The page that is shown at addresses that no page has; empty: such an address does
            not answer.

    Attributes:
        page: The name of the page that is shown; empty before the first.
        done: The actions that it was told to do, in order.
        entered: What was typed or chosen, secrets included: name of the field and value.
        peeked: The addresses that were looked at without going there.
        safety: What it was last held to.
        closed: Whether it was closed.
    """

    version = "fake"
    withheld: tuple[str, ...] = ()

    def __init__(
        self,
        pages: Mapping[str, FakePage],
        *,
        vault: Vault | None = None,
        hosts: Sequence[str] = (),
        missing: str = "",
    ) -> None:
        self.pages = pages
        self.missing = missing
        self.vault = vault or Vault()
        self.hosts = tuple(hosts or {urlsplit(one.address).netloc for one in pages.values()})
        self.done: list[Done] = []
        self.entered: list[tuple[str, str]] = []
        self.peeked: list[str] = []
        self.safety: Safety | None = None
        self.closed = False
        self._dead: BrowserError | None = None
        self.forget()

    def open(self, url: str) -> ActionResult:
        """Show the first page of an address.

        Raises:
            HostNotAllowed: It is not on an allowed origin.
            SiteUnreachable: There is no page of that address, and none for missing ones.
        """
        self._check_alive()
        url = urljoin(self._address(), url)
        if not allowed(url, self.hosts):
            raise HostNotAllowed(f"{url} is not on an allowed origin")
        name = self._page_at(url) or self.missing
        if not name:
            raise SiteUnreachable(f"{url} does not answer: the fake site has no such page")
        return self._show(name)

    def look(self) -> Snapshot:
        """The page as it is now, with what its fields hold."""
        self._check_alive()
        if not self.page:
            return _NOWHERE
        shown = self.pages[self.page].snapshot
        if isinstance(shown, PathFinderError):
            raise self._fatal(shown)
        elements = tuple(self._held.get(one.xpath, one) for one in shown.elements)
        return replace(shown, elements=elements)

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Do an action on what the Scene names.

        Raises:
            PathFinderError: The page's answer to it is one.
        """
        element = scene.find(action.uid) if action.uid else None
        if action.uid and element is None:
            return ActionResult(False, "not found", f"no element {action.uid!r} in this scene")
        return self.do(action, element)

    def do(self, action: Action, element: Element | None) -> ActionResult:
        """Do an action on an element of the page, or on the page.

        Raises:
            PathFinderError: The page's answer to it is one.
        """
        self._check_alive()
        name = (element.name or element.text) if element else ""
        self.done.append(Done(self.page, action, name))
        answer = self._answer(action, name)
        if isinstance(answer, PathFinderError):
            raise self._fatal(answer)
        if isinstance(answer, ActionResult):
            return answer
        if answer:
            self._enter(action, element)
            return self._show(answer)
        return self._by_itself(action, element)

    def peek(self, url: str) -> Snapshot | None:
        """What the first page of an allowed address shows; None where there is none."""
        self._check_alive()
        name = self._page_at(url) if allowed(url, self.hosts) else ""
        self.peeked.append(url)
        shown = self.pages[name].snapshot if name else None
        return shown if isinstance(shown, Snapshot) else None

    def behind(self, elements: Sequence[Element]) -> dict[str, Behind]:
        """What the page says that its closed menus, tabs and sections hold."""
        held = self.pages[self.page].behind if self.page else {}
        return {e.uid: held[e.name] for e in elements if e.name in held}

    def unseen(self) -> tuple[Element, ...]:
        """The links that the page says show only once something is opened."""
        shown = self.pages[self.page].snapshot if self.page else None
        return shown.unseen if isinstance(shown, Snapshot) else ()

    def screenshot(self) -> bytes:
        """An empty picture."""
        self._check_alive()
        return blank((8, 6))

    def forget(self) -> None:
        """Begin anew: no page, no history, empty fields."""
        self.page = ""
        self._history: list[str] = []
        self._held: dict[str, Element] = {}

    def keep_safe(self, safety: Safety | None) -> None:
        """Keep what it is held to; what safe mode stops is an answer of a page."""
        self.safety = safety

    def close(self) -> None:
        """End it."""
        self.closed = True

    def _answer(self, action: Action, name: str) -> Answer:
        leads = self.pages[self.page].leads if self.page else {}
        if not name:
            return leads.get(action.kind, "")
        named = leads.get(name, "") if action.kind in _PRESSED else ""
        return leads.get(f"{action.kind} {name}", named)

    def _by_itself(self, action: Action, element: Element | None) -> ActionResult:
        """What a browser does where the page has no answer of its own."""
        match action.kind:
            case Kind.NAVIGATE:
                return self.open(action.written)
            case Kind.BACK if len(self._history) > 1:
                del self._history[-1]
                return self._show(self._history.pop())
            case Kind.SELECT if element and self._entered(action) not in element.options:
                there = ", ".join(element.options)
                return ActionResult(False, "no such option", f"there are {there}")
            case Kind.CLICK | Kind.DOUBLE_CLICK if element and element.role not in _MARKED:
                return self._press(element)
        self._enter(action, element)
        return ActionResult(True)

    def _press(self, element: Element) -> ActionResult:
        to = element.href or (element.action if element.submits else "")
        url = urljoin(self._address(), to)
        if not to or urldefrag(url).url == self._address():
            return ActionResult(True)
        if not allowed(url, self.hosts):
            return ActionResult(False, "off origin", f"it leads off the allowed origins, to {url}")
        return self.open(url)

    def _enter(self, action: Action, element: Element | None) -> None:
        """Have a field hold what is entered."""
        if element is None:
            return
        held = self._held.get(element.xpath, element)
        match action.kind:
            case Kind.TYPE | Kind.CLEAR:
                held = replace(held, value=self.vault.mask_field(self._entered(action)))
            case Kind.SELECT:
                chosen = self.vault.mask_field(self._entered(action))
                several = "multiple" in element.attributes and held.selected
                held = replace(held, selected=f"{held.selected}, {chosen}" if several else chosen)
            case Kind.CHECK:
                held = replace(held, checked=True)
            case Kind.UNCHECK:
                held = replace(held, checked=False)
            case Kind.CLICK if element.role in _MARKED:
                held = replace(held, checked=element.role == "radio" or not held.checked)
            case _:
                return
        self.entered.append((element.name, self._entered(action) or str(held.checked)))
        self._held[element.xpath] = held

    def _entered(self, action: Action) -> str:
        return self.vault.typed(action.value or "")

    def _show(self, name: str) -> ActionResult:
        self.page = name
        self._held = {}
        self._history.append(name)
        shown = self.pages[name].snapshot
        dialog = shown.dialog if isinstance(shown, Snapshot) else ""
        return ActionResult(True, notes=(f"dialog: {dialog}",) if dialog else ())

    def _page_at(self, url: str) -> str:
        """The first page of an address; a form's fields may be in the address, as its query."""
        exact = urldefrag(url).url
        found = [name for name, page in self.pages.items() if page.address == exact]
        bare = exact.partition("?")[0]
        return next(
            iter(found or [name for name, page in self.pages.items() if page.address == bare]), ""
        )

    def _address(self) -> str:
        return self.pages[self.page].address if self.page else _NOWHERE.url

    def _fatal(self, error: PathFinderError) -> PathFinderError:
        """The error, which a browser that died goes on to raise."""
        if isinstance(error, BrowserError):
            self._dead = error
        return error

    def _check_alive(self) -> None:
        if self._dead:
            raise self._dead
