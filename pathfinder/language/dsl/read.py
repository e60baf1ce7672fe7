"""Read the scenario language.

Text -> Script, or an error that names file, line, column and what was expected.
"""

from functools import cache
from pathlib import Path

from lark import Lark, UnexpectedInput
from lark.exceptions import VisitError

from pathfinder.core.yamlfile import read_text as file_text
from pathfinder.language.dsl.build import Builder
from pathfinder.language.dsl.explain import DslError, explain
from pathfinder.language.dsl.script import Script

GRAMMAR = Path(__file__).with_name("grammar.lark")


def read_file(path: Path) -> Script:
    """Read a .dsl file.

    Raises:
        UsageError: It is not there, or not text.
        DslError: It is not the scenario language.
    """
    return read_text(file_text(path, wanted="a .dsl file that is there"), source=str(path))


def read_text(text: str, *, source: str = "scenario") -> Script:
    """Read statements.

    Raises:
        DslError: They are not the scenario language.
    """
    whole = f"{text.rstrip()}\n"
    try:
        script: Script = Builder(source).transform(parser().parse(whole))
    except UnexpectedInput as error:
        raise DslError(f"{source}:{explain(error, whole, parser())}") from None
    except VisitError as error:
        if isinstance(error.orig_exc, DslError):
            raise error.orig_exc from None
        raise
    return script


@cache
def parser() -> Lark:
    """The parser that the grammar makes."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=True,
    )
