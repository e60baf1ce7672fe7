"""A page in lines, as a tester reads it, and those that matter to a sentence."""

from pathfinder.engine.told import lines_about, told_lines
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.snapshots import snapshot_of

PAGE = """<title>Voices</title><main><h1>Voices</h1>
<form><label>Name <input value="Lena"></label> <label>Part <input></label>
<label><input type="checkbox" checked> Sings alone</label> <label><input type="checkbox"> Away</label>
<button disabled>Save</button></form>
<table><tr><th>Name</th><th>Part</th></tr>
<tr><td>Anna</td><td>alto</td><td><button>More about Anna</button></td></tr>
<tr><td>Jon</td><td>bass</td><td><button>More about Jon</button></td></tr></table>
<p>Two voices sing.</p></main>"""


def lines():
    snapshot = snapshot_of(PAGE, "http://127.0.0.1/voices")
    return told_lines(Sight(make_scene(snapshot), snapshot))


def test_a_row_is_a_line_with_all_that_stands_in_it():
    assert "Anna | alto | [More about Anna]" in lines()
    assert "# Voices" in lines()


def test_fields_say_what_they_hold_and_boxes_whether_they_are_ticked():
    told = " ".join(lines())
    assert 'Name: "Lena"' in told
    assert "Part: empty" in told
    assert "Sings alone (ticked)" in told
    assert "Away (not ticked)" in told
    assert "[Save] (disabled)" in told


def test_the_lines_about_a_sentence_have_its_words_in_the_order_of_the_page():
    found = lines_about("Jon sings bass, and two voices sing", lines())
    told = [found.index(line) for line in ("Jon | bass | [More about Jon]", "Two voices sing.")]
    assert told == sorted(told)


def test_what_stands_between_two_lines_is_told_too_where_it_is_little():
    other = [f"Hymn {number} {'la ' * 30}" for number in range(20)]
    page = ["Voices", *other, "Anna", "Ben", "Cleo", "Jon", *other, "Zoe"]
    assert lines_about("Anna before Jon", page) == ["Anna", "Ben", "Cleo", "Jon"]
    assert lines_about("Anna before Zoe", page) == ["Anna", "Zoe"]
    long = ["Anna", "Ben " * 500, "Jon", *other]
    assert lines_about("Anna before Jon", long) == ["Anna", "Jon"]


def test_a_word_that_was_covered_asks_for_no_more_lines_of_the_same():
    songs = [f"Anna sings song {number}" for number in range(6)]
    page = [*songs, *(f"Bass {number} {'la ' * 200}" for number in range(9))]
    assert 0 < len(lines_about("Anna is here", page)) < 4
    assert len(lines_about("Anna is here", page, most=1)) == 1


def test_a_short_page_is_told_whole_and_of_it_one_line_where_one_is_asked_for():
    page = ["Voices", "Anna | alto", "Jon | bass"]
    assert lines_about("Jon sings bass", page) == page
    assert lines_about("Jon sings bass", page, most=1) == ["Jon | bass"]


def test_messages_are_always_among_them():
    assert "Saved." in lines_about("Jon", ["Saved.", "Jon | bass"], {"Saved."})
