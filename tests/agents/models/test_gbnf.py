"""Schemas as grammars of llama.cpp."""

import re

from pathfinder.agents.models.gbnf import by_pattern, grammar, quoted
from pathfinder.agents.models.skeleton import Blank


def root(schema: dict[str, object]) -> str:
    """The first rule, with what it names put in its place."""
    rules = dict(line.split(" ::= ", 1) for line in grammar(schema).splitlines())
    text = rules["root"]
    for _ in range(9):
        text = re.sub(r"\b(?:item|part|def)-\w+", lambda m: f"( {rules[m[0]]} )", text)
    return re.sub(r"\s+", " ", text)


def test_required_properties_come_in_order_without_white_space() -> None:
    schema = {
        "properties": {"a": {"type": "integer"}, "b": {"type": "null"}},
        "required": ["a", "b"],
    }
    assert root(schema) == r'"{" "\"a\":" integer "," "\"b\":" null "" "}"'


def test_a_property_that_may_be_missing_takes_its_comma_with_it() -> None:
    schema = {"properties": {"a": {"type": "integer"}, "b": {"type": "null"}}, "required": ["b"]}
    with_a, without = r'"\"a\":" integer "," "\"b\":" null ""', r'"\"b\":" null ""'
    assert root(schema) == f'"{{" ( {with_a} | {without} ) "}}"'


def test_many_that_may_be_missing_make_no_long_grammar() -> None:
    properties = {f"p{number}": {"type": "integer"} for number in range(40)}
    said = grammar({"properties": properties})
    assert said.count(r'"\"p39\":"') == 2
    assert len(said) < 10_000


def test_a_list_has_as_many_items_as_it_may() -> None:
    def items(**limits: int) -> str:
        return root({"type": "array", "items": {"type": "null"}, **limits})

    assert items() == '"[" ( ( null ) ( "," ( null ) ){0,} )? "]"'
    assert items(minItems=2, maxItems=3) == '"[" ( null ) ( "," ( null ) ){1,2} "]"'
    assert items(maxItems=0) == '"[" "" "]"'
    anything = '"[" ( ( value ) ( "," ( value ) ){0,} )? "]"'
    assert root({"type": "array", "items": {}}) == anything
    assert root({"type": "array", "items": True}) == anything


def test_choices_and_texts_are_written_as_json_writes_them() -> None:
    assert root({"enum": ['say "x"', 3]}) == r'( "\"say \\\"x\\\"\"" | "3" )'
    assert root({"type": "string", "maxLength": 5}) == r'"\"" character{0,5} "\""'
    assert quoted("Zürich") == '"Zürich"'


def test_a_pattern_is_kept_where_a_grammar_can_say_it() -> None:
    number = r"^(-?[0-9]{1,12}([.][0-9]{1,4})?)?$"
    assert by_pattern(number) == '( "-"? [0-9]{1,12} ( [.] [0-9]{1,4} )? )?'
    assert root({"type": "string", "pattern": number}).count("[0-9]{1,12}") == 1
    for beyond in (r"^\d+$", r"^[\w.-]*$", "[0-9]+"):
        assert "character" in root({"type": "string", "pattern": beyond})


def test_what_refers_to_itself_comes_to_an_end() -> None:
    tree = {"properties": {"in": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}}
    said = grammar({"$ref": "#/$defs/Tree", "$defs": {"Tree": tree}})
    assert said.startswith("root ::= def-Tree\n")
    assert said.count("def-Tree ::=") == 1


def test_a_blank_ends_with_its_quote_and_whatever_follows() -> None:
    assert Blank("", choices=("Yes", "No")).grammar.splitlines() == [
        r'root ::= value "\"" [^\x00]*',
        'value ::= "Yes" | "No"',
    ]
