"""Variables and addresses of a scenario that is replayed."""

from urllib.parse import urlsplit

from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Target
from pathfinder.core.secrets import VARIABLE, Reference, Value, Written, written


class Variables:
    """What `set` and `evaluate` keep; {{persona.…}} is left for the keyboard to fill in."""

    def __init__(self) -> None:
        self._values: dict[str, Written] = {}

    def set(self, name: str, value: Value) -> None:
        """Keep a value: plain text, such as a page's, as the characters that it is."""
        self._values[name] = Written((value,)) if isinstance(value, str) else value

    def words(self, text: str) -> Written:
        """A scenario's text with every variable replaced, and its references to the persona.

        Raises:
            UsageError: A variable that nothing has set.
        """
        parts: list[str | Reference] = []
        for index, piece in enumerate(VARIABLE.split(text)):
            parts += (self._value(piece) if index % 2 else written(piece)).parts
        return Written(tuple(parts))

    def fill(self, text: str) -> str:
        """The same as a scenario would write it: for predicates and locators, read once more.

        Raises:
            UsageError: A variable that nothing has set.
        """
        return str(self.words(text)) if "{{" in text else text

    def into(self, target: Target) -> Target:
        """A target with variables filled into its locators."""
        if not any("{{" in locator.value + locator.name for locator in target.locators):
            return target
        locators = (
            locator.model_copy(
                update={"value": self.fill(locator.value), "name": self.fill(locator.name)}
            )
            for locator in target.locators
        )
        return target.model_copy(update={"locators": tuple(locators)})

    def _value(self, name: str) -> Written:
        if name not in self._values:
            raise UsageError(
                f"the variable {{{{{name}}}}} is not set; set it first, or write "
                f"{{{{persona.…}}}} for a value of the persona"
            )
        return self._values[name]


def seconds_in(value: str) -> float | None:
    """How long a `wait` is told to be; None where it waits for something to come true."""
    return float(value) if value.strip().replace(".", "", 1).isdigit() else None


def address(value: str, site: str, recorded: str) -> str:
    """Where `navigate` goes: "/…" is relative to the site's URL.

    An address of the recorded site is one of this site.

    >>> address("/help", "http://127.0.0.1:9000/shop/", "")
    'http://127.0.0.1:9000/shop/help'
    """
    if value.startswith("/") and not value.startswith("//"):
        return site.rstrip("/") + value
    old, new = urlsplit(recorded), urlsplit(site)
    url = urlsplit(value)
    if old.netloc and url.netloc == old.netloc:
        return url._replace(scheme=new.scheme, netloc=new.netloc).geturl()
    return value


def relative(url: str, site: str) -> str:
    """A URL as a scenario writes it: relative where it lies below the site's URL."""
    base = site.rstrip("/")
    if url == base or url.startswith((base + "/", base + "?", base + "#")):
        rest = url[len(base) :]
        return rest if rest.startswith("/") else f"/{rest}"
    return url
