"""Logging in: a prerequisite, done by rule, and never a detour.

Where the persona has an account for the site and the page offers it. Once, and anew where a site
that had let the persona in asks for it again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.origin import page_at
from pathfinder.core.secrets import reference
from pathfinder.core.shorten import short
from pathfinder.core.task import Task
from pathfinder.engine.candidates import label_of, plain, usable
from pathfinder.engine.phrases import first_of, phrases_of, tokens_of
from pathfinder.engine.playing import Move
from pathfinder.webprocessor.element import Element, Scene

LOG_IN = "Log in with your user name and password"
"""The goal of a choice among several ways in."""

_WORDS = "account"
_SAID = ("log-in", "logged-in")
_MOST_BESIDE = 4
"""Links and buttons beside a log-in form that lets nobody pass: home, help, another language."""
_MOST_CHOICES = 3
_LONGEST_NAME = 4
_MOST_FIELDS = 2
_MOST_AGAIN = 2
_TYPED = frozenset({"textbox", "searchbox"})
_PRESSED = frozenset({"link", "button", "menuitem", "tab"})


@dataclass
class LogIn:
    """Logs in for one session.

    over: Nothing more is done by rule: it is not called for, or the form was sent.
    came_from: Address of the page that led to the form; the search goes on there, and not on the
        account's own page that many sites show next.
    """

    task: Task
    over: bool = False
    came_from: str = ""

    def __post_init__(self) -> None:
        keys = self.task.persona.vault.keys
        self._password = next((key for key in keys if key.endswith("password")), "")
        account = self._password.rpartition(".")[0]
        self._names = tuple(
            key for key in keys if key in (f"{account}.username", f"{account}.email")
        )
        outside = first_of(self.task.goal, phrases_of(_WORDS, "stay-out"))
        if not (self.task.has_account and self._password and self._names) or outside:
            self.over = True
        self._registers = bool(first_of(self.task.goal, phrases_of(_WORDS, "register")))
        leaves = first_of(self.task.goal, phrases_of(_WORDS, "log-out"))
        self._comes_back = not (self.over or leaves)
        self._asked = self._named = self._inside = self._offered = False
        self._choices = self._again = 0

    def is_asked(self, words: str, scene: Scene) -> bool:
        """Whether a sentence asks to log in on this page, now, and no more of it than that.

        It says so, does not put it off, and names no field, or it names both fields of the form
        that logs in. Where it names one alone it may want that left out, wrong, or sent anew.
        """
        elements = usable(scene)
        form = _log_in_form(elements)
        if self.over or self._wants_another(scene, elements) or _is_inside(elements):
            return False
        names = [plain(label_of(field)) for field in form or ()]
        named = [name for name in names if name and f" {name} " in f" {plain(words)} "]
        says_so = any(first_of(words, phrases_of(_WORDS, key)) for key in _SAID)
        if first_of(words, phrases_of(_WORDS, "not-yet")):
            return False
        return len(named) == _MOST_FIELDS or (says_so and not named)

    def has_worked(self, scene: Scene) -> bool:
        """Whether the form was sent, and the page neither shows it again nor an error."""
        return self.over and not scene.errors and _log_in_form(usable(scene)) is None

    def is_to_be_chosen(self, scene: Scene) -> bool:
        """Whether the page offers only ways in by other means, beside which the form may be had."""
        elements = usable(scene)
        if self.over or self._choices == _MOST_CHOICES or _is_inside(elements):
            return False
        if self._wants_another(scene, elements):
            return False
        if _log_in_form(elements) or not any(_is_called(each, "log-in") for each in elements):
            return False
        self._choices += 1
        return True

    def move(self, scene: Scene) -> Move | None:
        """What logs in on this page, or leads to where that can be done; None when nothing does."""
        if self.over and not self._is_put_out(scene):
            return self._return(scene)
        elements = usable(scene)
        if _is_inside(elements):
            return None
        form = _log_in_form(elements)
        another = self._wants_another(scene, elements)
        if another and not (form and _lets_nobody_pass(form, elements)):
            return None
        if form:
            self.over = True
            return self._fill(form, elements)
        half = self._name_alone(scene, elements) or self._password_alone(elements)
        if half:
            return half
        way = next((each for each in elements if _leads_in(each)), None)
        if way is None or self._asked:
            return None
        self._asked, self.came_from = True, scene.url
        return Move(f'press "{short(label_of(way))}"', (Action(Kind.CLICK, way.uid),))

    def _wants_another(self, scene: Scene, elements: Sequence[Element]) -> bool:
        """Whether the goal speaks of getting an account, and the site has offered one.

        Where it has not, a register is a list, and who joins something needs none.
        """
        said = first_of(f"{scene.title} {scene.heading}", phrases_of(_WORDS, "register"))
        self._offered |= bool(said) or any(_is_called(each, "register") for each in elements)
        return self._registers and self._offered

    def _is_put_out(self, scene: Scene) -> bool:
        """Whether the site asks for the log-in again, after it had let the persona in."""
        asks = self._asks(scene)
        self._inside |= self.over and not asks and not scene.errors
        if not (self._comes_back and self._inside and asks) or self._again == _MOST_AGAIN:
            return False
        self._again += 1
        self.over = self._asked = self._named = self._inside = False
        return True

    def _asks(self, scene: Scene) -> bool:
        """Whether a page says that it is there to log in, and asks for the name, or for both.

        A name and a password alone may be those of a new user.
        """
        elements = usable(scene)
        name = _only_typed(elements)
        if _log_in_form(elements) is None:
            return _says_log_in(scene) and bool(name and match_field(name, self._names))
        return asks_to_log_in(scene) is not None

    def _return(self, scene: Scene) -> Move | None:
        """Back to where the log-in was begun, once; None where the site went there by itself."""
        back, self.came_from = self.came_from, ""
        still_asked = _log_in_form(usable(scene)) is not None
        if not back or still_asked or page_at(back) == page_at(scene.url):
            return None
        return Move("go back to where log-in began", (Action(Kind.NAVIGATE, value=back),))

    def _name_alone(self, scene: Scene, elements: Sequence[Element]) -> Move | None:
        """The first half of a log-in in two steps: a page that asks for a name, and for no more."""
        name = _only_typed(elements)
        here = self._asked or _says_log_in(scene)
        match = match_field(name, self._names) if name and here and not self._named else None
        if name is None or match is None:
            return None
        self._named = True
        return _entered(name, match.key, elements)

    def _password_alone(self, elements: Sequence[Element]) -> Move | None:
        """The second half: the password, once the name was entered."""
        password = _only_typed(elements)
        if not self._named or password is None or password.attributes.get("type") != "password":
            return None
        self.over = True
        return _entered(password, self._password, elements)

    def _fill(self, form: Sequence[Element], elements: Sequence[Element]) -> Move:
        name, password = form
        match = match_field(name, self._names)
        key = match.key if match else self._names[-1]
        actions = [
            Action(Kind.TYPE, name.uid, reference(key)),
            Action(Kind.TYPE, password.uid, reference(self._password)),
        ]
        sender = next((e for e in _part_of(password, elements) if e.submits), None)
        last = (
            Action(Kind.CLICK, sender.uid) if sender else Action(Kind.PRESS, password.uid, "Enter")
        )
        fields = f"{short(label_of(name), 30)}, {short(label_of(password), 30)}"
        told = f' and press "{short(label_of(sender), 30)}"' if sender else ""
        return Move(f"fill in {fields}{told}", (*actions, last))


def asks_to_log_in(scene: Scene) -> tuple[Element, Element] | None:
    """The name and the password of a page's form that says that it is there to log in."""
    elements = usable(scene)
    form = _log_in_form(elements)
    if form is None:
        return None
    senders = [e for e in _part_of(form[1], elements) if e.submits]
    says = _says_log_in(scene) or any(_is_called(each, "log-in") for each in senders)
    return form if says else None


def is_shut(scene: Scene) -> bool:
    """Whether a page has little but a form that asks for a name and a password."""
    form = _log_in_form(elements := usable(scene))
    return form is not None and _lets_nobody_pass(form, elements)


def _lets_nobody_pass(form: tuple[Element, Element], elements: Sequence[Element]) -> bool:
    """Whether a page has little beside its log-in form, and nothing to register with.

    An account that is to be made there is somebody else's.
    """
    beside = [e for e in elements if e.form != form[1].form and not e.is_field]
    return len(beside) <= _MOST_BESIDE and not any(_is_called(e, "register") for e in elements)


def _says_log_in(scene: Scene) -> bool:
    """Whether a page's title or heading says that it is there to log in."""
    return bool(first_of(f"{scene.title} {scene.heading}", phrases_of(_WORDS, "log-in")))


def _only_typed(elements: Sequence[Element]) -> Element | None:
    """The field of a page that asks for one text alone."""
    typed = [e for e in elements if e.role == "textbox"]
    return typed[0] if len(typed) == 1 else None


def _entered(field: Element, key: str, elements: Sequence[Element]) -> Move:
    """A value in a field, sent by the button of its form, else by the Enter key."""
    sender = next((e for e in elements if e.submits and e.form and e.form == field.form), None)
    last = Action(Kind.CLICK, sender.uid) if sender else Action(Kind.PRESS, field.uid, "Enter")
    told = f' and press "{short(label_of(sender), 30)}"' if sender else ""
    actions = (Action(Kind.TYPE, field.uid, reference(key)), last)
    return Move(f"fill in {short(label_of(field), 30)}{told}", actions)


def _log_in_form(elements: Sequence[Element]) -> tuple[Element, Element] | None:
    """A form that asks for a name and one password and for nothing else that is typed."""
    for password in (e for e in elements if e.attributes.get("type") == "password"):
        typed = [e for e in _part_of(password, elements) if e.role in _TYPED]
        new = password.attributes.get("autocomplete") == "new-password"
        named = len(typed) == _MOST_FIELDS and typed[1] is password
        if named and not new and typed[0].attributes.get("type") != "password":
            return typed[0], password
    return None


def _part_of(password: Element, elements: Sequence[Element]) -> list[Element]:
    """What belongs to a password in its form.

    A form may hold a log-in and a registration, each up to its own button.
    """
    members = [e for e in elements if e.form == password.form]
    at = members.index(password)
    sent = [number for number, e in enumerate(members) if e.submits]
    begins = max((number + 1 for number in sent if number < at), default=0)
    ends = next((number + 1 for number in sent if number > at), len(members))
    return members[begins:ends]


def _is_inside(elements: Sequence[Element]) -> bool:
    """Whether somebody is logged in: the page offers to log out."""
    return any(_is_called(each, "log-out") for each in elements)


def _leads_in(element: Element) -> bool:
    """Whether a control leads to logging in with a name and a password."""
    other = first_of(label_of(element), phrases_of(_WORDS, "other-means"))
    return _is_called(element, "log-in") and not other


def _is_called(element: Element, what: str) -> bool:
    """Whether a control's name is short and holds a phrase of the group."""
    name = label_of(element)
    return (
        element.role in _PRESSED
        and len(tokens_of(name)) <= _LONGEST_NAME
        and bool(first_of(name, phrases_of(_WORDS, what)))
    )
