"""Small goals of a case, pursued by a player that explores."""

from dataclasses import dataclass, field

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import Blame
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.runner import RunContext
from pathfinder.engine.small_goals import Pursuit, done_line
from pathfinder.engine.stage import Stage
from pathfinder.engine.statements import Statements
from pathfinder.engine.written import WrittenCase
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.read import read_text
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import CaseReadings
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of

URL = "http://127.0.0.1/choir"
ANNA = {"account.username": "anna", "account.password": "Alto-44"}
HEAD = "<title>Choir</title><main><h1>The choir</h1>"
HOME = f'{HEAD}<a href="/members">Members</a><a href="/log-in">Log in</a></main>'
MEMBERS = '<title>Members</title><main><h1>Members</h1><a href="/add">Add a voice</a></main>'
ADD = "<title>Add</title><main><h1>Add a voice</h1><p>Lena has been added.</p></main>"


class Nobody:
    """A helper that is not asked."""

    leads = False

    def which(self, words, elements):
        raise AssertionError(words)

    def act(self, text):
        return Decision(Status.PASSED, f"the helper did {text}", by="model")

    def seek(self, words, here):
        raise AssertionError(words)

    def check(self, text, found=()):
        raise AssertionError(text)


@dataclass
class Follower:
    """A player that presses what it was told, or fills in NAME=VALUE, and may end with a verdict."""

    names: list
    says: Verdict | None = None
    tasks: list = field(default_factory=list)
    off: frozenset = frozenset()

    def __call__(self, task, journal, graph, browser, off):
        self.tasks.append(task)
        self.off = off
        return self

    def decide(self, view):
        name, fills, value = self.names.pop(0).partition("=")
        prepares, name = name.startswith("first "), name.removeprefix("first ")
        element = next(one for one in view.scene.actionable if one.name == name)
        if fills:
            return Move(f'fill in "{name}"', (Action(Kind.TYPE, element.uid, value),))
        return Move(f'press "{name}"', (Action(Kind.CLICK, element.uid),), prepares=prepares)

    def learn(self, outcome):
        return self.says if not self.names else None


def page(html, path):
    return FakePage(snapshot_of(html, f"http://127.0.0.1{path}"))


CHOIR = {"home": (HOME, "/choir"), "members": (MEMBERS, "/members"), "add": (ADD, "/add")}
FORM = """<title>Log in</title><main><h1>Log in</h1><form action="/members"><label>Name <input name="name"></label>
<label>Password <input name="password" type="password"></label><button>Log in</button></form></main>
"""
SIGNING_IN = {
    "home": (HOME, "/choir"),
    "log-in": (FORM, "/log-in"),
    "members": (MEMBERS, "/members"),
}
LOGGING_IN = {"log-in": (FORM, "/choir"), "members": (MEMBERS, "/members")}


def statements(player, *, pages=CHOIR, **options):
    persona = Persona("anna", ANNA, frozenset({"account.password"}))
    browser = FakeBrowser({name: page(*one) for name, one in pages.items()}, vault=persona.vault)
    browser.open(URL)
    site = Site("choir", URL, ("127.0.0.1",), safe=False)
    journal = MemoryJournal()
    context = RunContext(browser, journal, {}, site, persona, options=options, explorer=player)
    actor = Actor(Stage(browser, journal, StateGraph()), context, 0.0)
    actor.begin(3)
    return Statements(actor, Nobody()), journal


def expected(line):
    return steps_of(read_text(f"assert {line}"))


def test_a_small_goal_is_reached_when_the_page_shows_what_is_expected():
    made, _ = statements(Follower(["Members", "Add a voice", "never pressed"]))
    made.expects = expected('text "Lena has been added."')
    decision = made.pursue("add Lena to the participants")
    assert decision.status is Status.PASSED
    assert 'press "Members"' in decision.reason
    assert "the page says" in decision.reason
    assert not decision.proven
    assert made.actor.view.scene.heading == "Add a voice"


def test_what_is_expected_and_is_there_already_proves_no_small_goal():
    claim = Verdict(Status.LIKELY, "it is so", "Lena has been added.", by="oracle")
    made, _ = statements(Follower(["Members", "Add a voice"], claim))
    made.expects = expected('url contains "127.0.0.1"')
    decision = made.pursue("go to the members")
    assert "the oracle says" in decision.reason


def test_what_the_player_claims_is_believed_no_further_than_an_agent_is():
    claim = Verdict(Status.LIKELY, "it is so", "Lena has been added.", by="oracle")
    made, _ = statements(Follower(["Members", "Add a voice"], claim))
    decision = made.pursue("add Lena")
    assert (decision.status, decision.by, decision.proven) == (Status.PASSED, "model", False)
    assert "the oracle says: Lena has been added." in decision.reason


def test_a_small_goal_that_is_not_reached_blames_the_model_and_quotes_the_site():
    refused = Verdict(Status.STUCK, "no", "Lena has been added.", by="oracle", blame=Blame.SITE)
    made, _ = statements(Follower(["Members", "Add a voice"], refused))
    decision = made.pursue("add Lena again")
    assert (decision.status, decision.blame) == (Status.INCONCLUSIVE, Blame.MODEL)
    assert "the site says 'Lena has been added.'" in decision.reason


def test_all_that_a_small_goal_takes_belongs_to_the_step_of_the_case():
    made, journal = statements(Follower(["Members", "Add a voice"]))
    made.expects = expected('text "Lena has been added."')
    made.pursue("add Lena")
    assert {event.step for event in journal.events if hasattr(event, "step")} == {3}


def test_what_a_small_goal_did_is_kept_with_locators_to_be_done_again():
    made, _ = statements(Follower(["Members", "Add a voice"]))
    made.expects = expected('text "Lena has been added."')
    made.pursue("add Lena")
    scenario = made.scenario(name="voice")
    assert [(one.kind, one.target.words) for one in scenario.steps] == [
        ("click", "Members"),
        ("click", "Add a voice"),
    ]


def test_what_is_not_on_the_page_is_looked_for_and_then_done_by_code():
    made, _ = statements(Follower(["Members", "never pressed"]))
    (step,) = steps_of(read_text('click the "Add a voice" link'))
    decision = made.do(step, "click Add a voice", free=True)
    assert decision.status is Status.PASSED
    assert "which was looked for first" in decision.reason
    assert not decision.proven
    assert [one.target.words for one in made.kept] == ["Members", "Add a voice"]


def test_a_player_logs_nobody_in_by_rule():
    player = Follower(["Members", "Add a voice"])
    made, _ = statements(player)
    made.expects = expected('text "Lena has been added."')
    made.pursue("log in with the wrong password 123")
    assert player.off == {"log-in", "survey"}


def test_who_is_logged_in_by_rule_goes_no_further_where_the_words_name_nothing_more():
    player = Follower([])
    made, _ = statements(player, pages=LOGGING_IN)
    made.expects = expected('text "a line that was read wrongly"')
    decision = made.pursue("log in")
    assert (decision.reason, player.tasks, decision.proven) == ("logged in", [], False)


@pytest.mark.parametrize(
    ("before", "pressed", "kept"),
    [
        ("After logging in,", "Add a voice", ["Name", "Password", "Log in", "Add a voice"]),
        ("Once logged in", "Add a voice", ["Name", "Password", "Log in", "Add a voice"]),
        ("Une fois connectée,", "Add a voice", ["Name", "Password", "Log in", "Add a voice"]),
        ("Without logging in", "Log in", []),
        ("Before logging in,", "Log in", []),
        ("Bevor du dich anmeldest oder angemeldet bist,", "Log in", []),
        ("Once more", "Log in", []),
    ],
)
def test_a_sentence_may_ask_to_log_in_before_its_goal(before, pressed, kept):
    stuck = Verdict(Status.STUCK, "no", by="condition", blame=Blame.SITE)
    made, _ = statements(Follower([pressed], stuck), pages=LOGGING_IN | {"add": (ADD, "/add")})
    made.expects = expected('text "Lena has been added."')
    made.pursue("add Lena", f"{before} add Lena")
    assert [one.target.words for one in made.kept] == kept


def test_conditions_of_the_site_do_not_end_a_small_goal():
    player = Follower(["Members", "Add a voice"])
    made, _ = statements(player)
    made.expects = expected('text "Lena has been added."')
    made.pursue("add Lena")
    assert player.tasks[0].goal == "add Lena"
    assert not player.tasks[0].success_conditions


def test_a_runner_told_to_ask_its_agents_alone_asks_no_player():
    made, _ = statements(Follower([]), rules=False)
    assert made.pursue("add Lena").reason == "the helper did add Lena"


def test_states_of_a_small_goal_go_by_the_names_that_the_case_has_for_them():
    graph = StateGraph()
    first, _ = graph.visit(made_scene(HOME, "/choir"))
    search = graph.anew()
    again, new = search.visit(made_scene(HOME, "/choir"))
    other, _ = search.visit(made_scene(MEMBERS, "/members"))
    assert (again.id, new, other.id) == (first.id, True, "s2")
    assert graph.visit(made_scene(ADD, "/add"))[0].id == "s3"


def made_scene(html, path):
    return make_scene(snapshot_of(html, f"http://127.0.0.1{path}"))


class Leading(Nobody):
    """A helper that leads."""

    leads = True


def reading_of(sentence, *lines):
    steps = steps_of(read_text("\n".join(lines))) if lines else ()
    return Reading(sentence, "action", steps, doubts=("a model read it",))


def obeying(player, **options):
    made, _ = statements(player, **options)
    made.helper = Leading()
    return made


def test_an_instruction_is_carried_out_as_the_player_understands_it_and_not_searched_for():
    player = Follower(["Members", "never pressed"])
    made = obeying(player)
    decision = made.obey(reading_of("look at the members", 'click the "Members"'))
    assert (decision.status, decision.by) == (Status.PASSED, "model")
    assert made.actor.view.scene.heading == "Members"
    assert {"critic", "judge", "lookahead", "empty-fields", "unsaid"} <= player.off


def test_it_is_proven_where_it_was_read_alike():
    made = obeying(Follower(["Members"]))
    assert made.obey(reading_of("look at the members", 'click the "Members"')).proven
    made = obeying(Follower(["Members"]))
    assert not made.obey(reading_of("look at the members", 'click the "Log in"')).proven
    made = obeying(Follower(["Members"]))
    assert not made.obey(reading_of("look at the members")).proven


def test_as_much_is_pressed_as_it_was_read_as():
    two = reading_of("look at the members", 'click the "Members"', 'click the "Add a voice"')
    made = obeying(Follower(["Members", "Add a voice", "never pressed"]))
    assert made.obey(two).proven
    assert made.actor.view.scene.heading == "Add a voice"


def test_an_instruction_that_needs_no_element_is_for_code():
    made = obeying(Follower([]))
    assert not made.obeys(reading_of("go back home", 'navigate to "/choir"'))
    assert not made.obeys(reading_of("open the home page of the choir", 'open "home page of it"'))
    assert made.obeys(reading_of("look at the members", 'click the "Members"'))
    assert made.obeys(reading_of("look at the members"))
    made.helper = Nobody()
    assert not made.obeys(reading_of("look at the members", 'click the "Members"'))


def test_what_an_instruction_entered_is_told_to_the_orchestrator():
    made, _ = statements(Follower([]), pages=LOGGING_IN)
    scene = made.actor.view.scene
    name = next(one for one in scene.actionable if one.name == "Name")
    move = Move("fill in Name", (Action(Kind.TYPE, name.uid, "anna"),))
    outcome = Outcome(move, made.actor.view, made.actor.view, changes(scene, scene), ())
    assert done_line(outcome).startswith('enter "anna" in "Name"')


def test_what_was_pressed_and_filled_in_so_far_is_told():
    made, _ = statements(Follower(["Log in", "Name=ben", "Log in"]), pages=SIGNING_IN)
    heard = []
    pursuit = Pursuit(made.actor, made.actor.context.explorer)
    pursuit.obey("log in as ben", lambda so_far: heard.append(so_far) or len(heard) == 3)
    assert [(one.pressed, one.filled) for one in heard] == [(1, False), (1, True), (2, True)]


def test_what_only_prepares_a_step_is_no_press_of_an_instruction():
    made = obeying(Follower(["first Members", "Add a voice", "never pressed"]))
    assert made.obey(reading_of("add a voice", 'click the "Add a voice"')).passed
    assert made.actor.view.scene.heading == "Add a voice"


def test_an_instruction_ends_with_the_last_thing_that_it_was_read_as():
    lines = ('do "see who sings"', 'click the "Add a voice"')
    made = obeying(
        Follower(["Add a voice", "never pressed"]),
        pages={"members": (MEMBERS, "/choir"), "add": (ADD, "/add")},
    )
    assert made.obey(reading_of("see who sings (Add a voice)", *lines)).passed
    assert acts(made) == ["click"]


def test_of_two_presses_that_are_said_alike_the_first_is_no_end():
    twice = reading_of("press Members twice", 'click the "Members"', 'click the "Members"')
    pages = {"home": (HOME, "/choir"), "members": (HOME, "/members")}
    made = obeying(Follower(["Members", "Members", "never pressed"]), pages=pages)
    assert made.obey(twice).passed
    assert acts(made) == ["click", "click"]


REFUSED = FORM.replace("<form", '<p role="alert">Error: wrong name or password</p><form')


def test_an_instruction_ends_where_the_site_refuses_what_was_entered():
    lines = ('fill the "Name" as "ben"', 'click the "Log in"', 'click the "Members"')
    made = obeying(
        Follower(["Name=ben", "Log in", "never pressed"]),
        pages={"log-in": (FORM, "/choir"), "members": (REFUSED, "/members")},
    )
    assert made.obey(reading_of("try to log in as ben, look at the members", *lines)).passed
    assert acts(made) == ["type", "click"]


def test_what_a_reading_does_not_say_how_to_do_counts_as_a_press_of_its_own():
    both = reading_of("look around, add", 'do "look around"', 'click the "Add a voice"')
    made = obeying(Follower(["Members", "Add a voice", "never pressed"]))
    assert made.obey(both).passed
    assert made.actor.view.scene.heading == "Add a voice"


def test_who_asks_to_log_in_and_for_more_is_logged_in_by_rule_and_the_rest_carried_out():
    pages = {**LOGGING_IN, "add": (ADD, "/add")}
    after = reading_of("After logging in, I add a voice", 'do "add a voice"')
    first = reading_of("Log in, then see", 'do "Log in"', 'click the "Add a voice"')
    for reading in (after, first):
        player = Follower(["Add a voice"])
        made = obeying(player, pages=pages)
        assert made.obey(reading).passed
        assert made.actor.view.scene.heading == "Add a voice"
    assert player.tasks[0].goal == "Log in, then see"


def acts(made):
    events = made.actor.stage.journal.events
    return [event.action.kind for event in events if event.event == "act"]


def test_nobody_is_logged_in_by_rule_where_the_words_say_what_to_enter():
    made = obeying(Follower(["Name=ben", "Log in"]), pages=LOGGING_IN)
    made.obey(reading_of("log in as ben", 'fill the "Name" as "ben"', 'click the "Log in"'))
    assert acts(made) == ["type", "click"]


def test_a_press_on_the_way_to_an_empty_form_does_not_end_an_instruction():
    made = obeying(Follower(["Log in", "Name=ben", "never pressed"]), pages=SIGNING_IN)
    assert made.obey(reading_of("send ben", 'fill the "Name" as "ben"', 'click "Log in"')).passed
    assert acts(made) == ["click", "type"]


def test_what_is_to_be_filled_in_is_waited_for_and_what_was_is_not_taken_for_sent():
    lines = ('open "Log in"', 'fill the "Name" as "ben"', 'click the "Log in"')
    made = obeying(Follower(["Log in", "Name=ben", "Log in"]), pages=SIGNING_IN)
    assert made.obey(reading_of("go to the log-in and send ben as name", *lines)).passed
    assert acts(made) == ["click", "type", "click"]


class Unsure(Leading):
    """A helper that can't tell whether anything is so."""

    def check(self, text, found=()):
        return Decision(Status.INCONCLUSIVE, "too little to tell", by="model")


@pytest.mark.parametrize(("words", "passes"), [("Add a voice", True), ("Nobody sings", False)])
def test_what_an_instruction_says_has_to_be_so_is_checked_after_it(words, passes):
    made, _ = statements(Follower(["Members"]))
    steps = steps_of(read_text(f'click the "Members"\nassert text "{words}"'))
    reading = Reading("look at the members, see it", "action", steps, doubts=("a model read it",))
    turns = WrittenCase(
        TestCase("a case", (CaseStep(reading.sentence),)),
        made.actor.context,
        lambda actor, past: Unsure(),
        lambda *_: CaseReadings((reading,), (None,)),
    )
    turns.begin()
    verdict = turns.turn(1)
    assert (verdict.status in ("passed", "likely")) == passes, verdict.reason
    assert verdict.status != "failed"
