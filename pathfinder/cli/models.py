"""`pathfinder models`: what models there are, getting one, and asking one something."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import show

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

app = typer.Typer(help="List, get and try language models.", no_args_is_help=True)


@app.command("list")
def list_models() -> None:
    """List the models that can be pulled, and what a reachable Ollama has."""
    from pathfinder.agents.models.native import program
    from pathfinder.agents.models.ollama import pulled
    from pathfinder.cli.terminal import Console

    console = Console()
    show(_catalogue_table(), console)
    there = pulled()
    if there is None:
        console.print("\nNo Ollama answers (set OLLAMA_HOST if it runs elsewhere).", style="dim")
    else:
        console.print()
        show(_ollama_table(there), console)
    if not program():
        console.print(
            "\nllama.cpp is as it comes; `pathfinder models build` makes it about twice as fast.",
            style="dim",
            highlight=False,
        )
    if kept := _prefixes_kept():
        console.print(
            f"\nWhat prompts begin with is kept as it was read: {kept}. `pathfinder models "
            "clear-prefixes` removes it.",
            style="dim",
            highlight=False,
        )


def _prefixes_kept() -> str:
    """How many beginnings of prompts are kept, their size and where; empty for none."""
    from pathfinder.agents.models.catalogue import size_in_words
    from pathfinder.agents.models.prefixes import kept, prefixes_folder

    files = kept(prefixes_folder())
    size = size_in_words(sum(bytes_ for _, bytes_ in files))
    return f"{len(files)} files, {size}, in {prefixes_folder()}" if files else ""


def _catalogue_table() -> "Table":
    from pathfinder.agents.models.adapters import ADAPTED, FOLDER
    from pathfinder.agents.models.catalogue import catalogue, size_in_words, weights_path
    from pathfinder.agents.models.choose import EMBEDDED_DEFAULT

    table = _table("model", "what", "size", "licence", "here")
    adapted = {path.stem: f"{path.stem}{ADAPTED}" for path in FOLDER.glob("*.gguf")}
    for base, name in ((b, n) for b in catalogue() for n in (b, adapted.get(b)) if n):
        entry = catalogue()[base]
        title = entry.title if name == base else "the same, trained for PathFinder's agents"
        usual = " (used when none is named)" if f"embedded/{name}" == EMBEDDED_DEFAULT else ""
        here = (
            "[green]yes[/]"
            if weights_path(name).is_file()
            else f"[dim]no: pathfinder models pull {name}[/]"
        )
        table.add_row(
            f"embedded/{name}", title + usual, size_in_words(entry.size), entry.licence, here
        )
    return table


def _ollama_table(models: list[tuple[str, int]]) -> "Table":
    from pathfinder.agents.models.catalogue import size_in_words

    table = _table("model", "size")
    for name, size in models:
        table.add_row(f"ollama/{name.removesuffix(':latest')}", size_in_words(size))
    if not models:
        table.add_row("[dim]Ollama has no models; get one with `ollama pull NAME`[/]", "")
    return table


def _table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            column, justify="right" if column == "size" else "left", no_wrap=column == "model"
        )
    return table


@app.command()
def pull(
    name: Annotated[
        str, typer.Argument(help="A name from `pathfinder models list`, with or without embedded/.")
    ],
) -> None:
    """Get a model's weights: resumed when it was interrupted, checked when it is here."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    from pathfinder.agents.models.adapters import adapter_of
    from pathfinder.agents.models.catalogue import find_entry
    from pathfinder.agents.models.pull import pull as get
    from pathfinder.cli.terminal import Console

    name = name.removeprefix("embedded/")
    entry = find_entry(name)
    adapter_of(name)
    console = Console()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        console=console,
    ) as progress:
        path = get(name, entry, _Terminal(progress, name, entry.size))
    console.print(f"{path}: checked, ready as embedded/{name}", soft_wrap=True)


class _Terminal:
    """Shows a pull's progress in the terminal."""

    def __init__(self, progress: "Progress", name: str, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task(name, total=total, visible=False)

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(line, soft_wrap=True, highlight=False)

    def advance(self, done: int, total: int) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=done, total=total, visible=True)


@app.command()
def clear_prefixes() -> None:
    """Remove what is kept of prompts as models have read it; the next run reads it again."""
    from pathfinder.agents.models.prefixes import prefixes_folder, trim

    print(f"{trim(prefixes_folder(), 0)} files removed from {prefixes_folder()}")


@app.command()
def build() -> None:
    """Build llama.cpp for this machine's processor: models read in about half of the time."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    from pathfinder.agents.models.native import build as compiled
    from pathfinder.cli.terminal import Console

    console = Console()
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("llama.cpp", total=100)
        path = compiled(
            lambda line: progress.update(bar, description=line),
            lambda percent: progress.update(bar, completed=percent),
        )
    console.print(f"{path}: every embedded model is run by it from now on", soft_wrap=True)


@app.command()
def serve(
    name: Annotated[
        str, typer.Argument(help="A model of `pathfinder models list`, or a .gguf file.")
    ] = "",
    threads: Annotated[
        int, typer.Option(min=0, help="0 for as many as there are cores.", metavar="N")
    ] = 0,
    idle: Annotated[
        float,
        typer.Option(min=0, help="Seconds without a user after which it ends.", metavar="SECONDS"),
    ] = 0.0,
    folder: Annotated[
        Path | None, typer.Option(help="Where sessions look for it.", hidden=True)
    ] = None,
    adapter: Annotated[
        str, typer.Option(help="The model whose adapter a file is used with.", hidden=True)
    ] = "",
) -> None:
    """Hold a model in memory once, for all sessions on this machine (`--model served/NAME`)."""
    from pathfinder.agents.models.adapters import adapter_of
    from pathfinder.agents.models.base import ModelOptions
    from pathfinder.agents.models.catalogue import find_weights
    from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
    from pathfinder.agents.models.serving import Place, serve

    name = (name or EMBEDDED_DEFAULT).removeprefix("embedded/").removeprefix("served/")
    weights, by = find_weights(name, None), adapter_of(adapter or name)
    options = ModelOptions(threads=threads)
    place = Place.of(weights, options, folder, by)
    for server in serve(place, weights, options, idle=idle, adapter=by):
        ends = f"ends after {idle:g} s without a user" if idle else "Ctrl-C ends it"
        called = name if "/" in name else f"served/{name}"
        print(f"{weights.name} at {server.url}, as --model {called}; {ends}", flush=True)


@app.command()
def ask(
    name: Annotated[
        str, typer.Argument(help="A model, such as embedded/qwen2.5-coder-1.5b or ollama/gemma2.")
    ],
    question: Annotated[str, typer.Argument(help="What to ask it.")],
    max_tokens: Annotated[int, typer.Option(min=1, help="Limit of the reply.")] = 512,
) -> None:
    """Ask a model something; print the reply, its tokens and seconds."""
    from pathfinder.agents.models import Message, Prompt, open_model
    from pathfinder.agents.models.adapters import parted
    from pathfinder.agents.models.catalogue import catalogue
    from pathfinder.cli.terminal import Console

    model = open_model(f"embedded/{name}" if parted(name)[0] in catalogue() else name)
    reply = model.reply(Prompt((Message("user", question),), max_tokens=max_tokens))
    print(reply.text)
    cached = f" ({reply.cached_tokens} cached)" if reply.cached_tokens else ""
    costs = (
        f"{model.name}: {reply.prompt_tokens} prompt tokens{cached}, {reply.reply_tokens} "
        f"reply tokens, {reply.seconds:.1f} s"
    )
    Console(stderr=True).print(costs, style="dim", highlight=False)
