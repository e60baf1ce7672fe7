"""Figures of a table of constellations.

Heat map role × model, success against cost, bars a site. Files, drawn with matplotlib.
"""

from collections.abc import Iterable
from pathlib import Path
from statistics import mean, median
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from pathfinder.analysis.effectiveness import Effectiveness, Row, across, short_model

_INK, _SOFT, _RULE = "#1c1d21", "#62646c", "#e3e1da"
COLOURS = ("#2563c9", "#e8500a", "#0d7a55", "#8040c0", "#a15c00", "#0e7490", "#b42318", "#5b6070")
_STYLE: dict[Any, Any] = {
    "font.size": 10,
    "axes.edgecolor": _SOFT,
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "xtick.color": _SOFT,
    "ytick.color": _INK,
    "svg.hashsalt": "pathfinder",
}
_AGENTS = ("perceptron", "system1", "entrybot", "oracle")


def draw_figures(
    table: Effectiveness,
    folder: Path,
    *,
    kinds: Iterable[str] = ("svg", "png"),
    source: str = "",
    published: Effectiveness | None = None,
) -> list[Path]:
    """Draw all figures into a folder; return the files.

    `source` stands below each, `published` beside ours in the cost figure.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with mpl.rc_context(_STYLE):
        drawn = {
            "roles": role_heat_map(table),
            "cost": success_against_cost(table, published),
            "sites": site_bars(table),
        }
        for name, figure in drawn.items():
            if source:
                _say_source(figure, source)
            for kind in kinds:
                files.append(folder / f"{name}.{kind}")
                figure.savefig(
                    files[-1], dpi=150, metadata={"Date": None} if kind == "svg" else None
                )
    return files


def _say_source(figure: Figure, source: str) -> None:
    room = 0.3 / figure.get_figheight()
    engine = figure.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(rect=(0, room, 1, 1 - room))
    figure.text(0.01, room * 0.3, source, fontsize=7, color=_SOFT)


def role_heat_map(table: Effectiveness) -> Figure:
    """Mean F1 across sites of all constellations in which a model plays a role."""
    roles = (
        [role for role in table.varied if role in _AGENTS] or list(table.varied) or ["perceptron"]
    )
    models = sorted(
        {row.models[role] for row in table.rows for role in roles if role in row.models}
    )
    values = np.array(
        [[_share(table.rows, role, model) for model in models] for role in roles], dtype=float
    )
    figure = Figure(figsize=(2.6 + 1.6 * len(models), 1.7 + 0.7 * len(roles)), layout="constrained")
    axes = figure.subplots()
    low, high = (
        (float(np.nanmin(values)), float(np.nanmax(values)))
        if np.isfinite(values).any()
        else (0.0, 1.0)
    )
    # The palest and the darkest ends of the colours are left out: the numbers stay legible.
    axes.imshow(
        values,
        cmap="YlGnBu",
        vmin=low - (high - low) * 0.3 - 0.01,
        vmax=high + (high - low) * 1.4 + 0.01,
        aspect="auto",
    )
    for (row, column), value in np.ndenumerate(values):
        axes.text(
            column,
            row,
            "–" if np.isnan(value) else f"{value:.3f}",
            ha="center",
            va="center",
            color=_INK,
        )
    axes.set_xticks(range(len(models)), [short_model(model) for model in models])
    axes.set_yticks(range(len(roles)), roles)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_title("Mean F1 across sites, by who plays which role")
    return figure


def _share(rows: Iterable[Row], role: str, model: str) -> float:
    found = across(row.across for row in rows if row.models.get(role) == model)
    return float("nan") if found is None else found


def success_against_cost(table: Effectiveness, published: Effectiveness | None = None) -> Figure:
    """F1 across sites against median minutes a session.

    Those that no other beats in both are named and joined.
    """
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    points = [(_minutes(row), row.across, row) for row in table.rows if row.across is not None]
    single = [point for point in points if len(set(table.played(point[2]).values())) == 1]
    mixed = [point for point in points if point not in single]
    for group, colour, label in (
        (mixed, COLOURS[0], "several models"),
        (single, COLOURS[1], "one model"),
    ):
        axes.scatter(
            [point[0] for point in group],
            [point[1] for point in group],
            color=colour,
            label=label,
            s=42,
            alpha=0.85,
            zorder=3,
        )
    if published:
        theirs = [(_minutes(row), row.across) for row in published.rows if row.across is not None]
        minutes, values = [point[0] for point in theirs], [point[1] for point in theirs]
        axes.scatter(
            minutes,
            values,
            color=_SOFT,
            marker="x",
            s=24,
            alpha=0.6,
            label="published: other models and sites",
            zorder=2,
        )
    front = pareto([(spent, reached) for spent, reached, _ in points])
    axes.plot(
        [points[at][0] for at in front],
        [points[at][1] for at in front],
        color=_SOFT,
        lw=1,
        ls="--",
        zorder=1,
        label="best for its time",
    )
    for number, at in enumerate(front, 1):
        axes.annotate(
            f"{number}",
            points[at][:2],
            xytext=(-9, 5),
            textcoords="offset points",
            fontsize=9,
            color=_INK,
            fontweight="bold",
        )
    named = [f"{number}  {table.name(points[at][2])}" for number, at in enumerate(front, 1)]
    axes.text(
        0.985,
        0.985,
        "\n".join(named),
        transform=axes.transAxes,
        ha="right",
        va="top",
        fontsize=8,
        color=_INK,
    )
    axes.set_xlabel("median minutes a session")
    axes.set_ylabel("F1 across sites")
    axes.set_ylim(0, 1.15)
    axes.grid(color=_RULE, zorder=0)
    axes.legend(frameon=False, loc="lower right")
    axes.set_title("Success against cost")
    return figure


def pareto(points: list[tuple[float, float]]) -> list[int]:
    """Places of the Pareto-optimal points, from cheap to dear."""
    front: list[int] = []
    for at in sorted(range(len(points)), key=lambda at: (points[at][0], -points[at][1])):
        if not front or points[at][1] > points[front[-1]][1]:
            front.append(at)
    return front


def _minutes(row: Row) -> float:
    return median(trial.seconds for trial in row.trials) / 60


def site_bars(table: Effectiveness) -> Figure:
    """F1 on each site, a bar a constellation, in the table's order."""
    sites = table.sites or ("",)
    height = 1.4 + max(1.0, 0.24 * len(table.rows))
    figure = Figure(figsize=(3.2 + 2.1 * len(sites), height), layout="constrained")
    many = figure.subplots(1, len(sites), sharey=True, squeeze=False)[0]
    names = [table.name(row) for row in table.rows]
    for axes, site, colour in zip(many, sites, COLOURS * len(sites), strict=False):
        values = [row.cells[site].f1 if site in row.cells else None for row in table.rows]
        axes.barh(range(len(names)), [value or 0.0 for value in values], color=colour, height=0.72)
        for at, value in enumerate(values):
            axes.text(
                (value or 0) + 0.02,
                at,
                "–" if value is None else f"{value:.2f}",
                va="center",
                fontsize=7,
                color=_SOFT,
            )
        axes.set_xlim(0, 1.15)
        axes.set_title(f"{site} ({_mean(values)})", fontsize=10)
        axes.set_yticks(range(len(names)), names, fontsize=7.5)
        axes.tick_params(axis="x", labelsize=8)
    many[0].invert_yaxis()
    figure.suptitle("F1 a site (mean in brackets)", fontweight="bold", x=0.01, ha="left")
    return figure


def _mean(values: Iterable[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{mean(known):.2f}" if known else "–"
