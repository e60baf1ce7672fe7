"""Who plays: a profile's player, with a model for each role."""

from collections.abc import Mapping

from pathfinder.agents.explore import (
    Amender,
    AnswerChecker,
    Answerer,
    Confirmer,
    Critic,
    Doubter,
    EntryBot,
    Finder,
    FormEntryBot,
    GoalCounter,
    GoalReader,
    GoalSorter,
    Guide,
    Holder,
    Oracle,
    PaperTeam,
    Perceptron,
    Placer,
    PurposePerceptron,
    QuickSystem1,
    Remover,
    Reporter,
    System1,
    Team,
)
from pathfinder.agents.models.base import Model
from pathfinder.core import doors
from pathfinder.core.journal import Journal
from pathfinder.core.task import Task
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import MakesPlayer, Player
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.options import Options
from pathfinder.systems.explore.paper import PaperExplorer
from pathfinder.systems.explore.profiles import PROFILES, Profile
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.peeking import Peeking


def make_player(
    task: Task,
    models: Mapping[str, Model],
    journal: Journal,
    graph: StateGraph,
    profile: Profile,
    off: frozenset[str],
    *,
    can_reset: bool,
) -> Player:
    """The player of a profile, with a model for each role."""
    if profile.name not in PROFILES:
        player: Player = doors.load(doors.PLAYERS, profile.name)(
            task, models, journal, graph, profile, off, can_reset=can_reset
        )
        return player
    if profile.name == "paper":
        return PaperExplorer(task, paper_team(models), journal, profile)
    options = Options(
        temperature=profile.temperature,
        history=profile.history,
        oracle_frequency=profile.oracle_frequency,
    )
    return Explorer(
        task,
        fast_team(models),
        journal,
        graph,
        Guards(task.site, off),
        options,
        can_reset=can_reset,
    )


def explorer_by(model: Model) -> MakesPlayer:
    """Makes the player of profile `fast`, all of whose roles one model plays."""
    models = dict.fromkeys(("perceptron", "system1", "entrybot", "oracle", "critic"), model)

    def make(
        task: Task, journal: Journal, graph: StateGraph, browser: Browser, off: frozenset[str]
    ) -> Player:
        profile = PROFILES["fast"]
        player = make_player(task, models, journal, graph, profile, off, can_reset=False)
        if isinstance(player, Explorer) and isinstance(browser, Peeking):
            player.lookahead.browser = browser
        return player

    return make


def fast_team(models: Mapping[str, Model]) -> Team:
    """Profile `fast`'s agents; the Oracle's model also plays the doubter and the answerer."""
    return Team(
        PurposePerceptron(models["perceptron"]),
        QuickSystem1(models["system1"]),
        Guide(models["system1"]),
        Finder(models["system1"]),
        GoalReader(models["entrybot"]),
        GoalSorter(models["entrybot"]),
        GoalCounter(models["entrybot"]),
        Remover(models["entrybot"]),
        Amender(models["entrybot"]),
        Holder(models["entrybot"]),
        FormEntryBot(models["entrybot"]),
        Placer(models["entrybot"]),
        Confirmer(models["oracle"]),
        Reporter(models["oracle"]),
        Doubter(models["oracle"]),
        Answerer(models["oracle"]),
        AnswerChecker(models["oracle"]),
        Critic(models["critic"]),
    )


def paper_team(models: Mapping[str, Model]) -> PaperTeam:
    """Profile `paper`'s agents."""
    return PaperTeam(
        Perceptron(models["perceptron"]),
        System1(models["system1"]),
        EntryBot(models["entrybot"]),
        Oracle(models["oracle"]),
    )
