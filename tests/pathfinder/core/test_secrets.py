"""References to a persona's values.

Written down and read back, and never made of what only looks like one.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Reference, Vault, Written, escaped, reference, written
from pathfinder.engine.playback.values import Variables
from pathfinder.export.source import Secret, Source, Words

LIKELY = st.sampled_from(
    ["{{persona.a.b}}", "{{", "}}", "{", "}", "'", "persona.", "a.b", "{{'{{'}}", "{{x}}", " "]
)
TEXTS = st.lists(LIKELY | st.text(max_size=3), max_size=8).map("".join)
PARTS = st.lists(TEXTS | st.builds(Reference, st.sampled_from(["a.b", "c"])), max_size=5).map(tuple)
steady = settings(derandomize=True, deadline=None, database=None)


@steady
@given(PARTS)
def test_what_is_written_down_reads_back_as_it_was(parts: tuple[str | Reference, ...]) -> None:
    whole = Written(parts)
    assert written(str(whole)) == whole


@steady
@given(TEXTS)
def test_escaped_text_has_neither_references_nor_variables(text: str) -> None:
    read = Variables().words(escaped(text))
    assert not read.keys
    assert read.text == text


@steady
@given(TEXTS, TEXTS)
def test_a_variable_makes_no_reference_with_the_words_around_it(before: str, value: str) -> None:
    variables = Variables()
    variables.set("v", value)
    read = variables.words(f"{escaped(before)}-{{{{v}}}}-")
    assert not read.keys
    assert not written(variables.fill("{{{v}}")).keys


def test_a_model_names_only_keys_that_are_offered() -> None:
    assert written("{{persona.a}} {{persona.b}}", ["a"]).parts == (Reference("a"), " {{persona.b}}")


def test_an_action_says_what_it_is() -> None:
    assert Action(Kind.TYPE, "u", reference("a.b")).to_json()["value"] == "{{persona.a.b}}"
    assert Action(Kind.TYPE, "u", "{{persona.a.b}}").to_json()["value"] == "{{'{{'}}persona.a.b}}"
    assert (
        Action(Kind.NAVIGATE, value="/?q={{persona.a.b}}").to_json()["value"]
        == "/?q={{'{{'}}persona.a.b}}"
    )


def test_an_exported_script_asks_for_a_secret_only_where_a_reference_is() -> None:
    source = Source(None, "", Vault({"a.b": "hunter2", "c": "Ann"}, frozenset({"a.b"})))  # type: ignore[arg-type]
    assert source.parts("{{persona.c}}: {{persona.a.b}}") == [Words("Ann: "), Secret("PERSONA_A_B")]
    assert source.parts(escaped("{{persona.a.b}}")) == [Words("{{persona.a.b}}")]
