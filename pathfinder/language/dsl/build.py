"""From the parse tree to a Script, from the leaves up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta
from pydantic import ValidationError

from pathfinder.core.scenario import Step
from pathfinder.language.dsl.explain import DslError
from pathfinder.language.dsl.makers import MAKERS
from pathfinder.language.dsl.script import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.words import unquote


@dataclass(frozen=True)
class _Header:
    """A line of the file's head. word: As it is written."""

    key: str
    word: str
    value: str
    line: int


@dataclass(frozen=True)
class _Expect:
    """An `expect`, on its way to the step before it."""

    condition: Condition
    line: int


_Line = Node | _Header | _Expect


class Builder(Transformer[Token, Any]):
    """Makes a Script of a parse tree. A method has the name of its rule.

    Args:
        source: The file, as errors name it.
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source

    def STRING(self, token: Token) -> str:
        return unquote(token)

    def VARIABLE(self, token: Token) -> str:
        return str(token)

    def COMMENT(self, token: Token) -> Comment:
        return Comment(str(token)[1:].strip())

    def start(self, lines: list[list[_Line]]) -> Script:
        found = [node for line in lines for node in line]
        head = {node.key: node.value for node in self._head(found)}
        begins = next(
            (place for place, node in enumerate(found) if not isinstance(node, Comment)), len(found)
        )
        if not (begins < len(found) and isinstance(found[begins], _Header)):
            begins = 0
        description = "\n".join(node.text for node in found[:begins] if isinstance(node, Comment))
        rest = [node for node in found[begins:] if not isinstance(node, _Header)]
        return Script(self._joined(rest), description=description, source=self.source, **head)

    @v_args(meta=True)
    def line(self, meta: Meta, parts: list[Any]) -> list[_Line]:
        node, comment = parts
        if isinstance(node, tuple):
            key, word, value = node
            node = _Header(key, word, value, meta.line)
        return [part for part in (comment, node) if part is not None]

    def lines(self, lines: list[list[_Line]]) -> tuple[Node, ...]:
        found = [node for line in lines for node in line]
        self._head(found, inside=True)
        return self._joined(found)

    def _head(self, found: Sequence[_Line], *, inside: bool = False) -> list[_Header]:
        """The lines of the head, which stand once and before the first step."""
        heads: dict[str, _Header] = {}
        began = inside
        for node in found:
            if not isinstance(node, _Header):
                began = began or not isinstance(node, Comment)
            elif began:
                raise self._error(
                    node.line,
                    f"'{node.word}' belongs at the top of the file, before the first step",
                )
            elif node.key in heads:
                raise self._error(node.line, f"'{node.word}' is given twice; keep one")
            else:
                heads[node.key] = node
        return list(heads.values())

    def _joined(self, found: Sequence[_Line]) -> tuple[Node, ...]:
        """Comments that follow each other made one, and each `expect` with its step."""
        nodes: list[Node] = []
        for node in found:
            last = nodes[-1] if nodes else None
            if isinstance(node, Comment) and isinstance(last, Comment):
                nodes[-1] = Comment(f"{last.text}\n{node.text}")
            elif isinstance(node, _Expect):
                if not isinstance(last, Step):
                    raise self._error(
                        node.line,
                        "'expect' belongs right below the step that it is about; write 'assert' "
                        "elsewhere",
                    )
                nodes[-1] = last.model_copy(update={"expect": (*last.expect, node.condition.value)})
            elif not isinstance(node, _Header):
                nodes.append(node)
        return tuple(nodes)

    def _error(self, line: int, what: str) -> DslError:
        return DslError(f"{self.source}:{line}:1: {what}")

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        """A rule that needs nothing but its parts."""
        try:
            return MAKERS[str(data)](*children)
        except ValidationError as error:
            what = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise self._error(meta.line, f"{what}; write it between the quotes") from None

    @v_args(meta=True)
    def include(self, meta: Meta, parts: list[str]) -> Include:
        return Include(parts[0], meta.line)

    @v_args(meta=True)
    def expect(self, meta: Meta, parts: list[Condition]) -> _Expect:
        if parts[0].target or parts[0].check:
            raise self._error(
                meta.line,
                "'expect' asks about the page (URL, title, text, field); use 'assert' for an "
                "element or a check",
            )
        return _Expect(parts[0], meta.line)

    def repeat(self, parts: list[Any]) -> Repeat:
        times, comment, body = parts
        return Repeat(int(times), self._joined(_with(comment, body)))

    def branch(self, parts: list[Any]) -> If:
        condition, comment, then, other_comment, otherwise = parts
        return If(
            condition,
            self._joined(_with(comment, then)),
            self._joined(_with(other_comment, otherwise or ())),
        )


def _with(comment: Comment | None, nodes: Sequence[Node]) -> list[Node]:
    return [*([comment] if comment else []), *nodes]
