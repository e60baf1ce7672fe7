"""What is to be done, where, and as whom."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import urljoin

from rapidfuzz import fuzz

from pathfinder.core.errors import UsageError
from pathfinder.core.fact import Fact
from pathfinder.core.origin import allowed, entry_of
from pathfinder.core.predicate import Predicate
from pathfinder.core.secrets import Vault
from pathfinder.core.sending import Sending

_SAME_GOAL = 90
T = TypeVar("T")


@dataclass(frozen=True)
class Site:
    """A web site as sites.yaml describes it.

    hosts: Allowed origins, "host" (default ports), "host:port" or "host:*"; the URL's own is always
        among them.
    success, stuck: Goal -> strict predicates; the goal "*" holds for every goal. All success
    predicates must hold; one of
        stuck is enough.
    safe: Stop before what changes something on the site: a request that is not on the list of what
        the goal needs.
    may_send: Goal -> the requests that a session may send in safe mode beside those that only read;
        "*" holds for every goal.
    irreversible: Words that name what can't be undone there, beside those that are known in many
        languages.
    start: Command that serves the site; `{port}` and `{seed}` are filled in. Empty for a site that
        is already there.
    reset, truth: Paths on the site: POST brings it back to its first state; GET says what really
    happened.
    reached: Goal -> facts that together say that it was really reached.
    unreachable: Goals that the site does not let anybody reach.
    insecure_certificates: The servers' certificates are taken as they are.
    """

    name: str
    url: str
    hosts: tuple[str, ...] = ()
    success: Mapping[str, tuple[Predicate, ...]] = field(default_factory=dict)
    stuck: Mapping[str, tuple[Predicate, ...]] = field(default_factory=dict)
    persona: str = ""
    safe: bool = True
    may_send: Mapping[str, tuple[Sending, ...]] = field(default_factory=dict)
    irreversible: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    reset: str = ""
    truth: str = ""
    reached: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict)
    unreachable: tuple[str, ...] = ()
    insecure_certificates: bool = False

    def at(self, url: str) -> "Site":
        """The same site served from another address, whose origin replaces the old one's."""
        kept = (host for host in self.hosts if host != entry_of(self.url))
        return replace(self, url=url, hosts=tuple(dict.fromkeys((*kept, entry_of(url)))))

    def allows(self, url: str) -> bool:
        """Whether a URL lies on this site's origins; relative URLs do."""
        if url.lstrip().startswith("///"):  # a browser reads it as "//"
            return False
        return allowed(urljoin(self.url, url), (*self.hosts, entry_of(self.url)))


_SHORT_NAME = 2


@dataclass(frozen=True)
class Persona:
    """The person an agent plays.

    `values` by dotted key, in order; `secret` names the keys never to be shown.
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)
    secret: frozenset[str] = frozenset()

    @property
    def vault(self) -> Vault:
        """The values behind placeholders."""
        return Vault(self.values, self.secret)

    @property
    def called(self) -> tuple[str, ...]:
        """What sites may call the user: the full name, and the name at a log-in."""
        names = ("full_name", "username")
        given = (v for k, v in self.values.items() if k.rpartition(".")[2] in names)
        return tuple(v for v in given if len(v) > _SHORT_NAME)

    @property
    def known_by(self) -> tuple[str, ...]:
        """What sites know the user by: the name at a log-in, and the address."""
        names = ("username", "email")
        return tuple(v for k, v in self.values.items() if v and k.rpartition(".")[2] in names)

    @property
    def shown(self) -> tuple[str, ...]:
        """What of the user stands in a form about them: all but secrets and what is very short."""
        given = (v for k, v in self.values.items() if k not in self.secret)
        return tuple(v for v in given if len(v) > _SHORT_NAME)


@dataclass(frozen=True)
class GoalValue:
    """A value that a goal gives, and what it is of: `title`, `Broken lamp`."""

    of: str
    value: str


def parse_value(text: str) -> GoalValue:
    """A value as it is given on the command line: `title=Broken lamp`.

    Raises:
        UsageError: There is no `=`, or nothing before or after it.
    """
    of, equals, value = text.partition("=")
    if not (equals and of.strip() and value.strip()):
        raise UsageError(f"--value {text}: write what it is of and the value: --value title=Lamp")
    return GoalValue(of.strip(), value.strip())


@dataclass(frozen=True)
class Task:
    """A goal on a site, played by a persona.

    success: The conditions added on the command line.
    values: Those of the goal that the user named.
    has_account: The persona's account is one of this site, which the site's entry or the user says.
    """

    goal: str
    site: Site
    persona: Persona
    success: tuple[Predicate, ...] = ()
    max_steps: int = 31
    seed: int = 0
    values: tuple[GoalValue, ...] = ()
    has_account: bool = False

    @property
    def success_conditions(self) -> tuple[Predicate, ...]:
        """The strict predicates that together prove this goal; empty when there are none."""
        return self.success or of_goal(self.site.success, self.goal)

    @property
    def stuck_conditions(self) -> tuple[Predicate, ...]:
        """The strict predicates of which one proves that the goal can't be reached."""
        return of_goal(self.site.stuck, self.goal)


def of_goal(named: Mapping[str, tuple[T, ...]], goal: str) -> tuple[T, ...]:
    """What a mapping by goal says of this one; the goal "*" holds for every goal."""
    own = [
        found
        for name, found in named.items()
        if name != "*" and fuzz.ratio(_plain(name), _plain(goal)) >= _SAME_GOAL
    ]
    return tuple(each for group in (*own, named.get("*", ())) for each in group)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()
