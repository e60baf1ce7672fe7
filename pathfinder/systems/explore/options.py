"""The numbers that profile `fast` plays with."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How profile `fast` plays.

    most_candidates: Candidates in a prompt.
    asked: Of how many of them the guide is asked one by one: so many of the likeliest, and so many
        of those that hold most of the goal's words.
    finalists: Among how many the last choice is made.
    history: Steps told to the model.
    oracle_frequency: Steps from one look of the Oracle to the next.
    detours: Detours from one state before the best of them is followed.
    header_cost, again_cost: What a candidate outside the page's content, or one that was used
    before, loses in log-probability.
    value_gain, name_gain: What one gains that sets a value which the goal gives, or is called so.
    place_gain: What one gains of things alike, in the place that the goal counts to.
    form_gain: What one gains that sends a form which the page is about.
    unmet_gain: What one gains for each word of the goal that it is called by, and nothing led to
        yet.
    revealed_gain: What one gains that the last step has revealed.
    early_cost: What the control loses that the goal names last, while less was done than it says.
    stale: Steps without a new state before the cycle guard goes back.
    """

    most_candidates: int = 26
    asked: int = 3
    finalists: int = 4
    history: int = 16
    oracle_frequency: int = 5
    detours: int = 2
    stale: int = 4
    temperature: float = 0.0
    header_cost: float = 0.6
    again_cost: float = 0.6
    value_gain: float = 1.5
    name_gain: float = 1.0
    place_gain: float = 2.5
    early_cost: float = 3.0
    form_gain: float = 0.7
    unmet_gain: float = 1.0
    revealed_gain: float = 2.0
