"""`pathfinder record`: scenarios of sessions that were run before."""

from pathlib import Path
from typing import Annotated

import typer

from pathfinder.cli.options import SitesFile, UserData
from pathfinder.core.shorten import counted


def record(
    sessions: Annotated[
        list[Path],
        typer.Argument(metavar="SESSION…", help="Folders of sessions that reached their goal."),
    ],
    verify: Annotated[
        bool, typer.Option(help="Try it once, where the site can be started or reset.")
    ] = True,
    allow_irreversible: Annotated[
        bool, typer.Option("--allow-irreversible", help="Try it also on a site in safe mode.")
    ] = False,
    site: Annotated[
        str, typer.Option(help="A site of sites.yaml, in place of the session's.", metavar="NAME")
    ] = "",
    url: Annotated[str, typer.Option(help="Where the site runs already.", metavar="URL")] = "",
    sites: SitesFile = None,
    userdata: UserData = None,
) -> int:
    """Make scenario.json of sessions that were run before.

    Explorations that succeed do so themselves.
    """
    from pathfinder.session.recording import record_session
    from pathfinder.session.replay_options import Options

    for folder in sessions:
        options = Options(
            site=site,
            url=url,
            sites=sites,
            userdata=userdata,
            allow_irreversible=allow_irreversible,
        )
        scenario = record_session(folder, options, verify=verify)
        tried = {True: "replayed once", False: "does not replay as it is", None: "not tried"}[
            scenario.verified
        ]
        print(f"{folder / 'scenario.json'}: {counted(len(scenario.steps), 'step')}, {tried}")
    return 0
