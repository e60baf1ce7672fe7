import pytest

from pathfinder.agents.models.skeleton import skeleton

HANDLES = {"type": "string", "enum": ["1", "12"]}
SHORT = {"type": "string", "maxLength": 60}


def fixed(**properties):
    return {"type": "object", "properties": properties, "required": list(properties)}


def written(schema, *values):
    """The reply when the blanks are filled in with these values."""
    form = skeleton(schema)
    assert form is not None
    return (
        "".join(blank.before + value for blank, value in zip(form.blanks, values, strict=True))
        + form.after
    )


def test_names_brackets_and_quotes_are_written_for_the_model():
    assert (
        written(fixed(SelectedElement=HANDLES, Why=SHORT), "12", "it fits")
        == '{"SelectedElement":"12","Why":"it fits"}'
    )


def test_objects_in_objects_and_lists_of_a_fixed_length():
    schema = fixed(
        Purposes={
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": fixed(Element=HANDLES, Purpose=SHORT),
        }
    )
    assert (
        written(schema, "1", "a", "12", "b")
        == '{"Purposes":[{"Element":"1","Purpose":"a"},{"Element":"12","Purpose":"b"}]}'
    )


def test_a_list_whose_places_differ():
    items = [fixed(Element={"const": uid}, Purpose=SHORT) for uid in ("a_1", "b_2")]
    schema = fixed(Purposes={"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": items})
    assert (
        written(schema, "x", "y")
        == '{"Purposes":[{"Element":"a_1","Purpose":"x"},{"Element":"b_2","Purpose":"y"}]}'
    )
    assert (
        skeleton(
            fixed(Purposes={"type": "array", "minItems": 3, "maxItems": 3, "prefixItems": items})
        )
        is None
    )


def test_what_can_only_be_one_thing_is_not_asked():
    form = skeleton(fixed(SelectedElement={"enum": ["7"]}, Status={"enum": ["success", "stuck"]}))
    assert form is not None
    assert [(blank.before, blank.choices) for blank in form.blanks] == [
        ('{"SelectedElement":"7","Status":"', ("success", "stuck"))
    ]
    assert skeleton(fixed(SelectedElement={"const": "7"})) is None


def test_one_letter_decides():
    form = skeleton(fixed(SelectedElement={"enum": ["A", "B"]}, Other=HANDLES, Why=SHORT))
    assert form is not None
    assert [blank.is_one_token for blank in form.blanks] == [True, False, False]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"Why": SHORT}},  # may be left out
        fixed(Why={"type": "string"}),
        fixed(Why={"type": "string", "maxLength": 400}),
        fixed(Why=SHORT | {"pattern": "[a-z]+"}),
        fixed(Count={"type": "integer"}),
        fixed(Value={"enum": ['a "quoted" one', "b"]}),
        fixed(Value={"enum": [1, 2]}),
        fixed(List={"type": "array", "items": SHORT}),
        fixed(Either={"anyOf": [SHORT, {"type": "null"}]}),
        fixed(Why=SHORT) | {"additionalProperties": True},
    ],
)
def test_replies_without_a_fixed_skeleton(schema):
    assert skeleton(schema) is None
