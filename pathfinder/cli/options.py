"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from pathfinder.agents.models.base import MODEL_TIMEOUT as MODEL_TIMEOUT

RUNS = Path("runs")

ModelTimeout = Annotated[
    float,
    typer.Option(
        "--model-timeout",
        min=0.1,
        metavar="SECONDS",
        help="How long a model may say nothing, until the session is given up.",
    ),
]
SitesFile = Annotated[
    Path | None,
    typer.Option(help="The file that lists the sites.", metavar="FILE", show_default="sites.yaml"),
]
UserData = Annotated[
    Path | None,
    typer.Option(
        help="The folder of personas, suites and scenarios.",
        metavar="FOLDER",
        show_default="userdata",
    ),
]
Out = Annotated[Path, typer.Option(help="Where sessions' folders are made.", metavar="FOLDER")]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]
WebDriverUrl = Annotated[
    str, typer.Option(help="Use the browser of this WebDriver server.", metavar="URL")
]
Accessibility = Annotated[
    bool,
    typer.Option("--accessibility", help="Check each page with axe-core, too."),
]
State = Annotated[
    Path | None,
    typer.Option(
        "--state", help="Begin with the cookies and storage in this file.", metavar="FILE"
    ),
]
SaveState = Annotated[
    Path | None,
    typer.Option(
        "--save-state", help="Keep the cookies and storage of the end here.", metavar="FILE"
    ),
]
Har = Annotated[
    bool,
    typer.Option("--har", help="Keep the network log, masked, as network.har of the session."),
]
FailOn = Annotated[
    str,
    typer.Option(
        "--fail-on", help="Exit code 1 for what is found on the site, too.", metavar="error|warning"
    ),
]
Browser = Annotated[
    str,
    typer.Option(
        help="Which browser; firefox needs firefox-esr and geckodriver.", metavar="chromium|firefox"
    ),
]
AllowIrreversible = Annotated[
    bool,
    typer.Option("--allow-irreversible", help="Also pay, order and delete on a site in safe mode."),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json", help="End with the result as one line of JSON; the rest goes to stderr."
    ),
]
JUnitFile = Annotated[
    Path | None, typer.Option(help="Write the results as JUnit XML.", metavar="FILE")
]
HtmlFile = Annotated[Path | None, typer.Option(help="Write the results as a page.", metavar="FILE")]
OnlyCases = Annotated[
    list[str] | None, typer.Option(help="Cases whose name has this in it.", metavar="NAME")
]
SuiteSite = Annotated[
    str, typer.Option(help="A site of sites.yaml in place of the suite's.", metavar="NAME")
]
