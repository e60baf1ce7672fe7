"""System 1's choice in profile `fast`.

It is asked which of the lettered candidates is best, and of the likeliest few whether each is on
the way; of those few it is told what they lead to, as far as that can be looked at. All that speaks
for a candidate is weighed by the model's thresholds (`ChoiceSigns`). A model whose guide they
trust is asked first of those few for which the most speaks, and no letters where it believes in
one; another is asked once more which is best, of the best few alone, where they say so.

Source: measured on choices of applications that no prompt or number was made with: a small model
    tells four apart better than twenty-six, and either of the first questions alone is right less
    often; one that was trained to say what is on the way needs no letters (docs/decisions.md).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, inf
from string import ascii_uppercase
from typing import Any
from urllib.parse import urldefrag, urljoin

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import Guide, QuickSelection, QuickSystem1, enum_schema
from pathfinder.agents.thresholds import Thresholds, thresholds_of
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue, Persona
from pathfinder.engine.beside import goal_words_beside, in_other_rows
from pathfinder.engine.candidates import Candidate, called, plain, usable
from pathfinder.engine.discarding import discards
from pathfinder.engine.graph import State
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.page_words import page_says
from pathfinder.engine.shortlist import by_rank, kind_key, nearness_of, region
from pathfinder.engine.stage import View
from pathfinder.systems.explore.begun import Begun
from pathfinder.systems.explore.choice_signs import ChoiceSigns
from pathfinder.systems.explore.guards import Guards, is_open
from pathfinder.systems.explore.lookahead import Lead, Lookahead
from pathfinder.systems.explore.order import comes_last, in_the_goals_place, next_named
from pathfinder.systems.explore.own_account import YOURS, holds_own
from pathfinder.systems.explore.unmet import unmet
from pathfinder.systems.explore.wanted import in_words, names_value, sets_values
from pathfinder.webprocessor.element import Element, Scene

_LONGEST_CANDIDATE = 110
_BRIEF = 70
_LONGEST_LEAD = 110
_MOST_FORMS = 2
_MOST_MENDED = 2
FIRST = len(ascii_uppercase)
HANDLES = (*ascii_uppercase, *(f"{letter}2" for letter in ascii_uppercase[1:]))
"""Of what stands in the first list, and in the second, whose first letter is the first's best."""
_BELIEVED = 0.0
"""Log-odds from which on the guide believes in a candidate.

The second list is read where it believes in none of the first, and counts where it then does.
"""
_AT_FIRST = 4
"""Of how many a guide that is trusted is asked before any letters."""
_LED, _SURE = 0.2, 0.5
"""The share of a survey from which on it says that something is a way, or is the way.

A link costs a second where the model's choice costs ten, and what is left counts no more.
"""


@dataclass
class Choosing:
    """Chooses for one session.

    asked: Of how many candidates the guide is asked one by one: so many of the likeliest, and so
        many of those that hold most of the goal's words.
    values, parts: What the goal gives, and what it says in order.
    used: Keys, and kinds, of the candidates that were acted on and left the page where it was, and
        how often since the site was last changed.
    fruitless: Key of a candidate -> how often it brought nothing new since the site was changed.
    done: The candidates that were acted on and changed something.
    queries: Role and name of the fields and buttons that something was looked up with.
    mended: How often a field was entered again because the page marked it.
    seen: Whether a candidate leads to what was looked at already.
    user: Who plays: what is called so, or holds their data, is told as theirs.
    begun: Knows what was entered and not sent yet.
    revealed: Uids of what the last step has shown that was not there before.
    lookahead: Tells what links lead to.
    ways: Key of a link -> the share of the survey that it leads to.
    worth: Key of anything -> the same, or the share of the page that it is a part of.
    ahead: Candidate key -> log-odds that it is on the way, of those that the guide was asked of at
        the last choice.
    signs: Candidate key -> what was weighed of it at the last choice, where the model made it.
    """

    goal: str
    system1: QuickSystem1
    guide: Guide
    guards: Guards
    asked: int
    finalists: int
    values: Sequence[GoalValue] = ()
    parts: Sequence[str] = ()
    used: Counter[str] = field(default_factory=Counter)
    fruitless: Counter[str] = field(default_factory=Counter)
    done: list[Candidate] = field(default_factory=list)
    queries: set[str] = field(default_factory=set)
    mended: Counter[str] = field(default_factory=Counter)
    seen: Callable[[Candidate], bool] = lambda candidate: False
    user: Persona = field(default_factory=lambda: Persona(""))
    begun: Begun = field(default_factory=Begun)
    revealed: frozenset[str] = frozenset()
    lookahead: Lookahead | None = None
    ways: dict[str, float] = field(default_factory=dict)
    worth: dict[str, float] = field(default_factory=dict)
    ahead: dict[str, float] = field(default_factory=dict)
    signs: dict[str, ChoiceSigns] = field(default_factory=dict)
    _here: str = ""
    _left: str = ""
    _by_model: bool = False

    def select(
        self,
        view: View,
        handles: dict[str, Candidate],
        texts: dict[str, str],
        history: Sequence[str],
        call: Call,
    ) -> tuple[Candidate, str, str]:
        """The choice, why, and whose it was: a rule's or the model's.

        Args:
            view: The page.
            handles: Letter -> candidate.
            texts: Candidate key -> its words.
            history: The steps told to the model.
            call: How the model is asked.
        """
        self._arrive(view)
        self.ahead.clear()
        self.signs.clear()
        if len(handles) == 1:
            return next(iter(handles.values())), "the only thing left to do here", "rule"
        refused = [c for c in handles.values() if self._is_refused(c)]
        if refused and self.guards.on("errors"):
            again = self._sent_as_before(refused)
            self.mended.update(again.uids)
            return again, "the page refused what was entered here", "rule"
        untried = [c for c in handles.values() if not (self.used[c.key] or self.fruitless[c.key])]
        led = [c for c in untried if not self._leads_back(c)]
        way = max(led, key=lambda c: self.ways.get(c.key, 0.0), default=None)
        if way and (share := self.ways.get(way.key, 0.0)) >= _SURE:
            return way, f"what the survey found is there: {share:.0%}", "survey"
        first, rest = (dict(some) for some in _parted(handles.items()))
        words, leads, signs = self._told_of(view, first, texts, history)
        scene = self._scene(view, history)
        sure = self._at_first(signs, leads, words, scene, call)
        if max(sure.values(), default=-inf) >= self.weights.choice_trusted:
            signs = _with(signs, guide=sure)
            ranked = _asked_first(self._weighed(signs), self._likely(signs), sure)
            return self._chosen(ranked, first, words, signs, sure)
        said = (texts[c.key] for c in first.values())
        listed = {**scene, "says": page_says(view.scene, said, longest=140)}
        letters = self._letters(words, listed, call)
        if letters is None:
            return self._asked(call, first, words, listed)
        signs = _with(signs, letter=letters)
        odds = self._heard(signs, first, leads, words, scene, call, sure)
        if rest and odds and max(odds.values()) < _BELIEVED:
            others, leading, more = self._told_of(view, rest, texts, history)
            more = _with(more, letter=self._further(letters, words, others, listed, call))
            believed = self._heard(more, rest, leading, others, scene, call, {})
            if max(believed.values(), default=-inf) >= _BELIEVED:
                signs, odds = signs | more, odds | believed
                words, leads = words | others, leads | leading
        signs = _with(signs, guide=odds)
        ranked = _asked_first(self._weighed(signs), self._likely(signs), odds)
        if self.weights.choice_asks_again:
            kept = signs if leads else _with(signs, guide=dict.fromkeys(signs, 0.0))
            ranked = self._last_choice(ranked, kept, words, listed, call)
        return self._chosen(ranked, handles, words, signs, odds)

    def _arrive(self, view: View) -> None:
        """Remember the page that the model's choice has left, where it came to another."""
        if page_at(view.scene.url) != page_at(self._here):
            self._left = page_at(self._here) if self._by_model else ""
        self._here, self._by_model = view.scene.url, False

    def _leads_back(self, candidate: Candidate) -> bool:
        href = candidate.control.href if candidate.control else ""
        return bool(self._left and href) and page_at(urljoin(self._here, href)) == self._left

    def _chosen(
        self,
        ranked: Sequence[tuple[float, str]],
        handles: Mapping[str, Candidate],
        words: Mapping[str, str],
        signs: Mapping[str, ChoiceSigns],
        odds: Mapping[str, float],
    ) -> tuple[Candidate, str, str]:
        """The best, why, and that the model chose it; what was said of each is remembered.

        No survey leads back from where it leads.
        """
        self._by_model = True
        self.ahead.update({handles[h].key: score for h, score in odds.items()})
        self.signs.update({handles[h].key: one for h, one in signs.items()})
        return handles[ranked[0][1]], _preference(ranked, words), "model"

    def _at_first(
        self,
        signs: Mapping[str, ChoiceSigns],
        leads: dict[str, Lead],
        words: dict[str, str],
        scene: dict[str, Any],
        call: Call,
    ) -> dict[str, float]:
        """What a guide that is trusted says of the few for which the most speaks unasked."""
        if self.weights.choice_trusted == inf:
            return {}
        likely = self._likely(signs)
        asked = sorted(likely, key=lambda h: likely[h], reverse=True)[:_AT_FIRST]
        return self._odds(asked, words | self._told_behind(asked, words, leads), scene, call)

    @property
    def weights(self) -> Thresholds:
        """What each sign weighs, for the model that chooses."""
        return thresholds_of(self.system1.model)

    def _weighed(self, signs: Mapping[str, ChoiceSigns]) -> dict[str, float]:
        """Letter -> one number, the greater the likelier."""
        by = self.weights
        return {h: one.weighed(by) for h, one in signs.items()}

    def _likely(self, signs: Mapping[str, ChoiceSigns]) -> dict[str, float]:
        """Letter -> the same before the guide is asked."""
        by = self.weights
        return {h: one.beforehand(by) for h, one in signs.items()}

    def _told_of(
        self,
        view: View,
        handles: dict[str, Candidate],
        texts: dict[str, str],
        history: Sequence[str],
    ) -> tuple[dict[str, str], dict[str, Lead], dict[str, ChoiceSigns]]:
        """Of a list, by letter: the words, what each leads to, and what else speaks for it."""
        beside = goal_words_beside(list(handles.values()), view.scene, self.goal)
        words = self._words(handles, texts, beside, view.scene)
        leads = self._leads(view, handles)
        words |= self._told({h: words[h] for h in leads if leads[h].inside}, leads)
        return words, leads, self._known(view, handles, history, beside, leads)

    def _heard(
        self,
        signs: Mapping[str, ChoiceSigns],
        handles: dict[str, Candidate],
        leads: dict[str, Lead],
        words: dict[str, str],
        scene: dict[str, Any],
        call: Call,
        known: Mapping[str, float],
    ) -> dict[str, float]:
        """What the guide says of the likeliest, and of what it has believed in before.

        Their words are told with what they lead to.
        """
        asked = self._asked_about(self._likely(signs), handles, leads)
        words |= self._told_behind({*asked, *known}, words, leads)
        new = self._odds([h for h in asked if h not in known], words, scene, call)
        kept = {h: said for h, said in known.items() if h in asked or said >= _BELIEVED}
        return kept | new

    def _told_behind(
        self, asked: Iterable[str], words: Mapping[str, str], leads: dict[str, Lead]
    ) -> dict[str, str]:
        """The words of those that lead elsewhere, with what they lead to."""
        return self._told({h: words[h] for h in asked if h in leads and not leads[h].inside}, leads)

    def _further(
        self,
        letters: dict[str, float],
        words: dict[str, str],
        others: dict[str, str],
        listed: dict[str, Any],
        call: Call,
    ) -> dict[str, float]:
        """Handle -> log-probability of its letter in a second list, as if it stood in the first.

        The best of the first heads the second, where it tells what letters are worth.
        """
        best = max(letters, key=lambda h: letters[h])
        found = self._letters({best: words[best], **others}, listed, call) or {}
        return {h: found[h] - found[best] + letters[best] for h in found if h != best}

    def _letters(
        self, words: dict[str, str], listed: dict[str, Any], call: Call
    ) -> dict[str, float] | None:
        """Handle -> log-probability of the letter that it has in a list; None without any."""
        letters = ascii_uppercase[: len(words)]
        lines = [
            {"handle": letter, "text": text}
            for letter, text in zip(letters, words.values(), strict=True)
        ]
        scores = self.system1.score(call, tuple(letters), **listed, candidates=lines)
        return None if scores is None else dict(zip(words, scores.logprobs, strict=True))

    def _known(
        self,
        view: View,
        handles: dict[str, Candidate],
        history: Sequence[str],
        beside: dict[str, str],
        leads: dict[str, Lead],
    ) -> dict[str, ChoiceSigns]:
        """Letter -> what speaks for it and against it before the model is heard."""
        offered = list(handles.values())
        elsewhere = in_other_rows(offered, beside)
        counted = in_the_goals_place(offered, self.goal, self.done)
        following = next_named(offered, self.values, self._named)
        told = (*history, view.scene.heading, view.scene.title, view.scene.url)
        new, own = unmet(offered, self.goal, told), own_forms(offered, view.scene)
        return {
            h: ChoiceSigns(
                value=bool(sets_values(candidate, self.values)),
                name=self._is_named(candidate, following) - (candidate.key in elsewhere),
                place=any(candidate is one for one in counted),
                early=self._is_early(candidate),
                header=self._is_aside(candidate) and h not in leads,
                again=self._times(candidate),
                form=any(candidate is one for one in own),
                idle=self.begun.is_idle(candidate, view.scene, self.user.shown),
                unmet=new.get(candidate.key, 0.0),
                revealed=self.is_news(candidate),
                survey=self.worth.get(candidate.key, 0.0),
                fruitless=self._fruitless_times(candidate, view.state),
                gained=leads[h].gained if h in leads else 0.0,
            )
            for h, candidate in handles.items()
        }

    def best_ahead(
        self, view: View, offered: Sequence[Candidate], history: Sequence[str], call: Call
    ) -> tuple[float, str]:
        """Log-odds of what leads on best here, and its words; none at all where nothing does.

        Of the links that hold most of the goal's words, by themselves or by what they lead to, and
        where the goal gives values of those that lead to fields, and of the forms of this page.
        """
        handles = dict(zip(HANDLES, offered, strict=False))
        leads = self._leads(view, handles)
        forms = [h for h, c in handles.items() if self.values and c.fields and c.control]
        words = {h: handles[h].text for h in forms}
        words |= self._told({h: handles[h].text for h in leads}, leads)
        worth = {h: lead.gained for h, lead in leads.items()}
        asked = self._asked_about(worth, {h: handles[h] for h in leads}, leads)
        asked = sorted({*asked, *forms[:_MOST_FORMS]})
        odds = self._odds(asked, words, self._scene(view, history), call)
        best = max(odds, key=lambda h: odds[h], default="")
        return (odds[best], words[best]) if best else (-inf, "")

    def next_best(self, taken: Candidate | None) -> float:
        """The best log-odds at the last choice, but for what was taken."""
        key = taken.key if taken else ""
        return max((odds for other, odds in self.ahead.items() if other != key), default=-inf)

    def on_the_way(self, view: View, step: str, history: Sequence[str], call: Call) -> float:
        """Log-odds that a step is on the way, in words as they stand in a list."""
        scene = self._scene(view, history)
        return yes_log_odds(self.guide, call, **scene, step=short(step, _LONGEST_CANDIDATE))

    def _looked_up_with(self, element: Element) -> bool:
        return f"{element.role} {plain(called(element))}" in self.queries

    def _is_refused(self, candidate: Candidate) -> bool:
        """Whether the page marks a field of a form that something was done in.

        Not of a search that found nothing, nor of what did not get better by being entered again.
        """
        used = (e for c in self.done for e in c.elements if e.is_field or e.submits)
        touched = {e.form for e in used} - {""}
        return any(
            f.error
            and f.form in touched
            and not self._looked_up_with(f)
            and self.mended[f.uid] < _MOST_MENDED
            for f in candidate.fields
        )

    def _sent_as_before(self, refused: Sequence[Candidate]) -> Candidate:
        """Of several ways to send a form anew the one by which it was sent last, else the last."""
        last = self.done[-1].control if self.done else None
        name = called(last) if last else ""
        same = [c for c in refused if c.control and name and called(c.control) == name]
        return (same or [c for c in refused if c.control] or list(refused))[-1]

    def _words(
        self,
        handles: dict[str, Candidate],
        texts: dict[str, str],
        beside: dict[str, str],
        scene: Scene,
    ) -> dict[str, str]:
        """Letter -> a candidate's words, with what the goal names of its options and its row."""
        words = {h: in_words(c, texts[c.key], self.values) for h, c in handles.items()}
        for handle, candidate in handles.items():
            row = beside.get(candidate.key, "")
            if row and plain(row) not in plain(words[handle]):
                words[handle] = f"{short(words[handle], _LONGEST_CANDIDATE - 40)}, at {short(row)}"
            elif self._is_the_users(candidate, scene):
                words[handle] = short(words[handle], _LONGEST_CANDIDATE - len(YOURS)) + YOURS
        return {handle: short(text, _LONGEST_CANDIDATE) for handle, text in words.items()}

    def _is_the_users(self, candidate: Candidate, scene: Scene) -> bool:
        """Whether a form holds the user's own data.

        Or whether a menu, or a link or button outside the content, is called as the user.
        """
        control = candidate.control
        if control is None:
            return False
        if candidate.fields or control.submits:
            members = [e for e in scene.actionable if e.form and e.form == control.form]
            return holds_own(members, self.user.shown)
        if region(candidate) == 0 and not control.attributes.get("aria-expanded"):
            return False
        name = f" {plain(called(control))} "
        return any(f" {plain(own)} " in name for own in self.user.called)

    @staticmethod
    def _told(words: dict[str, str], leads: dict[str, Lead]) -> dict[str, str]:
        """Letter -> a link's words, with what it leads to."""
        return {
            h: f"{short(text, _BRIEF)} {short(leads[h].line, _LONGEST_LEAD)}"
            for h, text in words.items()
        }

    def _leads(self, view: View, handles: dict[str, Candidate]) -> dict[str, Lead]:
        """Letter -> what a link leads to and what a menu holds, as far as that was looked at.

        No link while something is open in the page: another tab might close it.
        """
        if self.lookahead is None or not self.guards.on("lookahead"):
            return {}
        ranked = by_rank(list(handles.values()), self.goal)
        new = [c for c in ranked if not (self.seen(c) or self.used[c.key])]
        leads = self.lookahead.opens(view, new)
        if not self.revealed:
            leads |= self.lookahead.leads(view, new)
        return {h: leads[c.key] for h, c in handles.items() if c.key in leads}

    @property
    def _named(self) -> set[str]:
        """The values of the goal that something is called as that was acted on."""
        return {v.value for v in self.values for c in self.done if names_value(c, [v])}

    def _scene(self, view: View, history: Sequence[str]) -> dict[str, Any]:
        return {
            "goal": self.goal,
            "history": history,
            "heading": view.scene.heading or view.scene.title,
            "errors": short("; ".join(view.scene.errors), 160),
        }

    def _asked_about(
        self, weighed: dict[str, float], handles: dict[str, Candidate], leads: dict[str, Lead]
    ) -> list[str]:
        """The likeliest by letter, and those that hold most of the goal's words.

        They themselves, or what they lead to; and where the goal gives values, the likeliest of
        those that lead to fields.
        """
        likeliest = sorted(weighed, key=lambda h: weighed[h], reverse=True)
        told = {h: f"{c.text} {leads[h].line if h in leads else ''}" for h, c in handles.items()}
        near = nearness_of(told, self.goal)
        nearest = sorted((h for h in likeliest if near[h]), key=lambda h: -near[h])
        forms = [h for h in likeliest if self.values and h in leads and leads[h].fields]
        return sorted({*likeliest[: self.asked], *nearest[: self.asked], *forms[:_MOST_FORMS]})

    def _odds(
        self, asked: Sequence[str], words: dict[str, str], scene: dict[str, Any], call: Call
    ) -> dict[str, float]:
        """Letter -> log-odds that the candidate is on the way; of those that the guide is asked."""
        if not self.guards.on("guide"):
            return {}
        return {h: yes_log_odds(self.guide, call, **scene, step=words[h]) for h in asked}

    def _last_choice(
        self,
        ranked: list[tuple[float, str]],
        signs: Mapping[str, ChoiceSigns],
        words: dict[str, str],
        listed: dict[str, Any],
        call: Call,
    ) -> list[tuple[float, str]]:
        """The best few by what is answered of them alone; the rest stays as it was, below them."""
        best, rest = ranked[: self.finalists], ranked[self.finalists :]
        if not self.guards.on("finalists") or len(best) < 2 or not rest:
            return ranked
        letters = self._letters({h: words[h] for _, h in best}, listed, call)
        if letters is None:
            return ranked
        finalists = _with({h: signs[h] for h in letters}, letter=letters)
        again = [(score, h) for h, score in self._weighed(finalists).items()]
        least = min(score for score, _ in again)
        below = [(least - (rest[0][0] - score) - 1, h) for score, h in rest]
        return sorted(again, reverse=True) + below

    def _was_used(self, candidate: Candidate) -> bool:
        """Whether it, or one of its like, was used in place or looked up with."""
        again = candidate.key in self.used or kind_key(candidate) in self.used
        return again or any(self._looked_up_with(e) for e in candidate.elements)

    def _is_named(self, candidate: Candidate, following: str) -> float:
        """1 where it is called as the next value of the goal, half of it as a later one."""
        if self._was_used(candidate) or not names_value(candidate, self.values):
            return 0.0
        return 1.0 if names_value(candidate, [GoalValue("", following)]) else 0.5

    def _is_early(self, candidate: Candidate) -> float:
        if not comes_last(candidate, self.parts):
            return 0.0
        return max(0.0, 1 - len(self.done) / (len(self.parts) - 1))

    def _is_aside(self, candidate: Candidate) -> bool:
        return self.guards.on("seen") and region(candidate) > 0

    def _times(self, candidate: Candidate) -> int:
        """How often it was used in place, or once where it leads to nothing new."""
        if not self.guards.on("seen"):
            return 0
        again = self._was_used(candidate) or is_open(candidate) or self.seen(candidate)
        again = again or only_scrolls(candidate, self._here)
        return max(int(again), self.used[candidate.key])

    def _fruitless_times(self, candidate: Candidate, state: State) -> int:
        """How often it brought nothing; 0 where it opens what holds more."""
        if not self.guards.on("seen") or self.guards.is_needed_again(candidate, state):
            return 0
        return self.fruitless[candidate.key]

    def is_led_to(self, candidate: Candidate) -> bool:
        """Whether the survey says that it is the way, or one of few."""
        return self.ways.get(candidate.key, 0.0) >= _LED

    def is_news(self, candidate: Candidate) -> bool:
        """Whether the last step has shown it, and not only to be put away again."""
        if not self.guards.on("revealed") or not self.revealed & set(candidate.uids):
            return False
        return candidate.control is None or not discards(candidate.control, self.goal)

    def _asked(
        self,
        call: Call,
        handles: dict[str, Candidate],
        words: dict[str, str],
        scene: dict[str, Any],
    ) -> tuple[Candidate, str, str]:
        """The choice of a model that gives no log-probabilities: of the first list."""
        first = list(handles)

        def known(selection: QuickSelection) -> QuickSelection:
            if selection.SelectedElement not in first:
                raise BadReply(
                    f"there is no {selection.SelectedElement}; choose from {', '.join(first)}"
                )
            return selection

        schema = enum_schema(self.system1.output, "SelectedElement", first)
        listed = [{"handle": h, "text": words[h]} for h in first]
        reply = self.system1.run(call, schema=schema, check=known, **scene, candidates=listed)
        return handles[reply.SelectedElement], reply.SelectedElementRationale, "model"


def _parted(handles: Iterable[tuple[str, Candidate]]) -> tuple[list[tuple[str, Candidate]], ...]:
    """The first list, and the second."""
    told = list(handles)
    return told[:FIRST], told[FIRST:]


def _with(signs: Mapping[str, ChoiceSigns], **said: Mapping[str, float]) -> dict[str, ChoiceSigns]:
    """Letter -> its signs, with what was answered of it."""
    return {
        h: replace(one, **{name: by[h] for name, by in said.items() if h in by})
        for h, one in signs.items()
    }


def _asked_first(
    weighed: dict[str, float], likely: dict[str, float], odds: dict[str, float]
) -> list[tuple[float, str]]:
    """Letters with what speaks for them, best first; those that the guide was not asked of last."""
    asked = sorted(((weighed[h], h) for h in odds), reverse=True)
    least = min((score for score, _ in asked), default=0.0)
    others = sorted((h for h in likely if h not in odds), key=lambda h: likely[h], reverse=True)
    return asked + [(least + likely[h], h) for h in others]


def only_scrolls(candidate: Candidate, url: str) -> bool:
    """Whether it is a link to an element of this page, and to no view of an application."""
    href = candidate.control.href if candidate.control else ""
    page, place = urldefrag(href)
    return bool(place) and page == urldefrag(url).url and place[0] not in "/!"


def own_forms(candidates: Iterable[Candidate], scene: Scene) -> list[Candidate]:
    """What sends a form of the page's own content, but for searches; none where there are many.

    A page with one form or two is about them. A button of a row, a card or a part with a heading of
    its own that sends nothing else is no form.

    Source: on the recorded ways of 33 applications such a button would count at 150 moves, of nine
        of them and two thirds of three shops; 12 press it.
    """
    filled_in = {field.form for field in usable(scene) if field.is_field}
    own = [
        c
        for c in candidates
        if c.control is not None
        and c.control.submits
        and region(c) == 0
        and not any(field.role == "searchbox" for field in c.fields)
        and (c.control.form in filled_in or not c.control.context)
    ]
    return own if len({c.control.form for c in own if c.control}) <= _MOST_FORMS else []


def _preference(ranked: Sequence[tuple[float, str]], words: Mapping[str, str]) -> str:
    """How clear the choice was: `41 %, before 22 % for open "Help"`."""
    total = sum(exp(logprob) for logprob, _ in ranked)
    (first, _), (second, other) = ranked[:2]
    share, next_share = exp(first) / total, exp(second) / total
    return f"{share:.0%}, before {next_share:.0%} for {short(words[other], 50)}"
