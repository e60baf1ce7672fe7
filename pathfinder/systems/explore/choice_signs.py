"""What speaks for a candidate and against it, as numbers that a model's thresholds weigh."""

from dataclasses import dataclass, fields, replace

from pathfinder.agents.thresholds import Thresholds


@dataclass(frozen=True)
class ChoiceSigns:
    """What is known of a candidate at a choice; each is weighed by `choice_NAME` of the thresholds.

    letter: Log-probability of its letter in a list.
    guide: Log-odds that it is on the way; 0 where the guide was not asked about it.
    value: It sets a value which the goal gives.
    name: It is called as the next of them; half of it as a later one; one less where another of its
        like stands beside the goal's words.
    place: Of things alike it stands where the goal counts to.
    early: The goal names it last, and less was done than it says: how much less.
    header: Outside the page's content, and it is not known where it leads.
    again: How often it was used in place; or a link to what was looked at or to a place on the
        page, what would close what is open, or what something was looked up with.
    form: It sends a form of the page's own content, of which there are one or two.
    idle: It sends words as they stood there, and nothing was entered on the page.
    unmet: For each word of the goal that it is called by, and nothing led to yet.
    revealed: The last step has shown it.
    survey: The survey's share of where it leads, or of where it stands.
    fruitless: How often it brought nothing that was not seen before, in whatever state.
    gained: The share of the goal's words that the page which it leads to says more.
    """

    letter: float = 0.0
    guide: float = 0.0
    value: float = 0.0
    name: float = 0.0
    place: float = 0.0
    early: float = 0.0
    header: float = 0.0
    again: float = 0.0
    form: float = 0.0
    idle: float = 0.0
    unmet: float = 0.0
    revealed: float = 0.0
    survey: float = 0.0
    fruitless: float = 0.0
    gained: float = 0.0

    def beforehand(self, by: Thresholds) -> float:
        """What speaks for it as long as the guide was not asked: its letter counts whole."""
        known = replace(self, letter=0.0, guide=0.0)
        return self.letter + known.weighed(by)

    def weighed(self, by: Thresholds) -> float:
        """One number: the greater, the likelier it is the right one."""
        own = (
            (getattr(by, f"choice_{each.name}"), getattr(self, each.name)) for each in fields(self)
        )
        return float(sum(weight * sign for weight, sign in own))
