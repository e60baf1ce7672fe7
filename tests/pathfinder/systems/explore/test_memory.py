"""What a session remembers of its steps."""

from pathfinder.systems.explore.memory import Memory


def test_the_steps_that_are_told_begin_alike_for_many_steps() -> None:
    steps = [f"step {number}" for number in range(40)]
    told = [Memory(history=steps[:many]).last(16) for many in range(1, 41)]
    assert all(lines[-1] == steps[many] for many, lines in enumerate(told))
    assert all(len(lines) in range(9, 17) for lines in told[8:])
    assert len({lines[0] for lines in told}) == 4


def test_one_step_is_told_where_no_more_are_wanted() -> None:
    assert Memory(history=["one", "two"]).last(1) == ["two"]
    assert Memory().last(16) == []
