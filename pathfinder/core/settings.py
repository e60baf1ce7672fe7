"""What testers write in YAML.

Sites and personas, checked, with the file and line of every mistake.
"""

import ipaddress
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict

from pathfinder.core.checked import checked
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.fact import Fact, parse_fact
from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.core.sending import Sending, parse_sending
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.task import Persona, Site
from pathfinder.core.yamlfile import Where, YamlFile, read_yaml

DEFAULTS = Path(__file__).parent.parent / "defaults"
DEFAULT_PERSONA = "alex"
_HOST = re.compile(r"^(\[[0-9a-fA-F:]+\]|[\w.-]+)(:\d+)?$")
_ENTRY = re.compile(r"^(\[[0-9a-fA-F:]+\]|[\w.-]+)(:(\d+|\*))?$")
_WORD = re.compile(r"[^\W_]|[\U0001F300-\U0001FAFF]")
"""What pages' words are compared by (`engine.phrases`)."""


def sites_file(given: Path | None = None) -> Path:
    """The file that lists the sites.

    The one given, else ./sites.yaml, else the one that comes with PathFinder.
    """
    return given or _first(Path("sites.yaml"), DEFAULTS / "sites.yaml")


def userdata_folder(given: Path | None = None) -> Path:
    """The folder of what testers bring.

    The one given, else ./userdata if it has personas, else the one that comes with PathFinder.
    """
    return given or _first(Path("userdata/personas"), DEFAULTS / "userdata/personas").parent


def named_file(
    given: Path,
    kind: str,
    suffixes: Sequence[str],
    *,
    userdata: Path | None = None,
    folders: bool = True,
) -> Path:
    """The file or folder that a word stands for.

    It is a path, or the name of a file in `userdata/KIND`, where a beginning that fits one file
    only is enough. A folder that holds no such file hides none of that name.

    Args:
        kind: Folder of userdata: "plans" or "scenarios".
        suffixes: Ends of file names that count, such as ".yaml".
        folders: Whether the path of a folder will do.

    Raises:
        SettingsError: There is none; says which name comes closest.
    """
    here = folders and given.exists()
    if given.is_file() or given.suffix or (here and any(_those(given, suffixes))):
        return given
    folder = userdata_folder(userdata) / kind
    known = {file.stem: file for file in _those(folder, suffixes)}
    if found := [file for name, file in known.items() if name == str(given)]:
        return found[0]
    begin = [file for name, file in known.items() if name.startswith(f"{given}-")]
    if len(begin) == 1:
        return begin[0]
    if here:
        return given
    raise SettingsError(
        f"{given}: no such file, and none of that name in {folder}; "
        f"{did_you_mean(str(given), known)}"
    )


def _those(folder: Path, suffixes: Sequence[str]) -> list[Path]:
    return [file for file in sorted(folder.glob("*")) if file.suffix in suffixes]


def load_sites(path: Path) -> dict[str, Site]:
    """Every site of a sites.yaml, by name.

    Raises:
        SettingsError: Not there, not YAML, an unknown key, a bad URL, host or condition; names
            file, line and site.
    """
    file = read_yaml(path)
    if not isinstance(file.content, dict) or not file.content:
        raise file.error(
            (), "no sites here; write `name:` and below it, indented, `url: https://…`"
        )
    return {name: _site(file, name, entry) for name, entry in file.content.items()}


def find_site(sites: Mapping[str, Site], name: str, *, file: Path = Path("sites.yaml")) -> Site:
    """The site of that name.

    Raises:
        SettingsError: No such site; says which name comes closest.
    """
    if name not in sites:
        raise SettingsError(f"{file.name}: site {name!r} is not known; {did_you_mean(name, sites)}")
    return sites[name]


def site_from_url(url: str) -> Site:
    """A site that is in no file.

    Its host is the only one allowed, and safe mode is on unless it runs on this machine.

    Raises:
        UsageError: Not a http(s) URL, or a single word, which may be anything.
    """
    whole = (
        url
        if "://" in url
        else f"{'http' if _is_loopback(urlsplit(f'//{url}').hostname) else 'https'}://{url}"
    )
    try:
        _check_url(whole)
    except ValueError as error:
        raise UsageError(f"--url: {error}") from None
    parts = urlsplit(whole)
    if whole != url and _is_a_word(parts.netloc):
        raise UsageError(
            f"--url: {url!r} is not a web address; write one such as https://www.example.com/shop, "
            f"or http://{url} where {parts.netloc} is a host of yours"
        )
    return Site(
        name=parts.hostname or "",
        url=whole,
        hosts=(parts.netloc,),
        safe=not _is_loopback(parts.hostname),
    )


def load_persona(userdata: Path, name: str) -> Persona:
    """The persona in `userdata/personas/NAME.yaml`.

    Nested keys become dotted ones, in the file's order.

    Raises:
        SettingsError: No such persona (says which name comes closest), or a file that is not a
            persona.
    """
    folder = userdata / "personas"
    path = folder / f"{name}.yaml"
    if not path.is_file():
        known = sorted(file.stem for file in folder.glob("*.yaml"))
        raise SettingsError(f"{folder}: persona {name!r} is not known; {did_you_mean(name, known)}")
    file = read_yaml(path)
    if not isinstance(file.content, dict) or not file.content:
        raise file.error(
            (),
            "no persona here; write groups such as `account:` with `email: …` below it, indented",
        )
    leaves = list(_leaves(file, file.content, ()))
    return Persona(
        name,
        {key: value for key, value, _ in leaves},
        frozenset(key for key, _, secret in leaves if secret),
    )


def default_persona(userdata: Path) -> str:
    """Whom to play where nobody is named: the default persona, else the only one that is there.

    Raises:
        SettingsError: Several are there, and none is the default.
    """
    known = sorted(file.stem for file in (userdata / "personas").glob("*.yaml"))
    if DEFAULT_PERSONA in known or not known:
        return DEFAULT_PERSONA
    if len(known) > 1:
        raise SettingsError(
            f"{userdata / 'personas'}: there are several personas; name one with --persona: "
            f"{', '.join(known)}"
        )
    return known[0]


def _first(path: Path, default: Path) -> Path:
    return path if path.exists() else default


def _one_or_more(value: Any) -> Any:
    return [value] if isinstance(value, str) and value else value


def _check_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or not _HOST.match(parts.netloc):
        raise ValueError(
            f"{url!r} is not a web address; write one such as https://www.example.com/shop"
        )
    return url


def _check_host(host: str) -> str:
    if not _ENTRY.match(host):
        raise ValueError(
            f"{host!r} is not a host; write one such as www.example.com or 127.0.0.1:8000"
        )
    return host


def _check_words(text: str) -> str:
    if not _WORD.search(text):
        raise ValueError(f"{text!r} has no word in it; write what the control or its name says")
    return text


def _predicate(text: Any) -> Predicate:
    try:
        return parse_predicate(str(text))
    except SettingsError as error:
        raise ValueError(str(error)) from None


def _sending(text: Any) -> Sending:
    try:
        return parse_sending(str(text))
    except SettingsError as error:
        raise ValueError(str(error)) from None


def _fact(text: Any) -> Fact:
    try:
        return parse_fact(str(text))
    except SettingsError as error:
        raise ValueError(str(error)) from None


_Texts = Annotated[list[str], BeforeValidator(_one_or_more)]
_Host = Annotated[str, AfterValidator(_check_host)]
_Words = Annotated[str, AfterValidator(_check_words)]
_Conditions = dict[
    str,
    Annotated[
        list[Annotated[Predicate, BeforeValidator(_predicate)]], BeforeValidator(_one_or_more)
    ],
]
_Facts = dict[
    str, Annotated[list[Annotated[Fact, BeforeValidator(_fact)]], BeforeValidator(_one_or_more)]
]

_Sendings = dict[
    str,
    Annotated[list[Annotated[Sending, BeforeValidator(_sending)]], BeforeValidator(_one_or_more)],
]


class _SiteEntry(BaseModel):
    """One site as the file has it."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    url: Annotated[str, AfterValidator(_check_url)]
    hosts: Annotated[list[_Host], BeforeValidator(_one_or_more)] = []
    success: _Conditions = {}
    stuck: _Conditions = {}
    persona: str = DEFAULT_PERSONA
    safe: bool = True
    may_send: _Sendings = {}
    irreversible: Annotated[list[_Words], BeforeValidator(_one_or_more)] = []
    start: _Texts = []
    reset: str = ""
    truth: str = ""
    reached: _Facts = {}
    unreachable: _Texts = []
    insecure_certificates: bool = False


def _site(file: YamlFile, name: str, content: Any) -> Site:
    if not isinstance(content, dict):
        raise file.error(
            (name,),
            f"site {name!r}: nothing said about it; write `url: https://…` below it, indented",
        )
    entry = checked(file, _SiteEntry, content, where=(name,), subject=f"site {name!r}")
    return Site(
        name=name,
        url=entry.url,
        hosts=tuple(dict.fromkeys((urlsplit(entry.url).netloc, *entry.hosts))),
        success={goal: tuple(predicates) for goal, predicates in entry.success.items()},
        stuck={goal: tuple(predicates) for goal, predicates in entry.stuck.items()},
        persona=entry.persona,
        safe=entry.safe,
        may_send={goal: tuple(patterns) for goal, patterns in entry.may_send.items()},
        irreversible=tuple(entry.irreversible),
        start=tuple(entry.start),
        reset=entry.reset,
        truth=entry.truth,
        reached={goal: tuple(facts) for goal, facts in entry.reached.items()},
        unreachable=tuple(entry.unreachable),
        insecure_certificates=entry.insecure_certificates,
    )


def _leaves(file: YamlFile, content: Any, where: Where) -> Iterator[tuple[str, str, bool]]:
    """Dotted key, value and whether it is secret, for each value of a persona."""
    key = ".".join(str(part) for part in where)
    if isinstance(content, list):
        if not all(isinstance(item, str) for item in content):
            raise file.error(where, f"{key}: a list may hold plain values only")
        yield key, ", ".join(content), False
    elif not isinstance(content, dict):
        yield key, content, False
    elif "value" in content and set(content) <= {"value", "secret"}:
        yield key, *_marked(file, content, where)
    else:
        for name, inner in content.items():
            if not re.fullmatch(r"\w+", name):
                raise file.error((*where, name), f"key {name!r}: write letters, digits and _ only")
            yield from _leaves(file, inner, (*where, name))


def _marked(file: YamlFile, content: dict[str, Any], where: Where) -> tuple[str, bool]:
    key = ".".join(str(part) for part in where)
    mark = str(content.get("secret", "false")).lower()
    if mark not in ("true", "false", "yes", "no") or not isinstance(content["value"], str):
        raise file.error(where, f"{key}: write `{{value: …, secret: true}}` or `!secret …`")
    return content["value"], mark in ("true", "yes")


def _is_a_word(host: str) -> bool:
    """Whether it has no dot and no port, and is not this machine."""
    return not _is_loopback(host) and "." not in host and ":" not in host


def _is_loopback(host: str | None) -> bool:
    if not host:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
