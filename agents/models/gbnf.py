"""JSON Schemas as grammars of llama.cpp, for JSON without white space.

White space would cost time and say nothing; llama.cpp's own conversion allows it. Source: the
grammars' form is described in `grammars/README.md` of llama.cpp.
"""

import json
import re
from dataclasses import dataclass, field

from pathfinder.agents.models.schema import Schema

_MOST = 2000
"""Repetitions that llama.cpp takes; more are none that are counted."""
_PLAIN = frozenset({"integer", "number", "boolean", "null", "object", "array", "string"})
_RULES = r"""
value ::= object | array | string | number | boolean | null
object ::= "{" ( string ":" value ( "," string ":" value )* )? "}"
array ::= "[" ( value ( "," value )* )? "]"
string ::= "\"" character* "\""
character ::= [^"\\\x00-\x1F\x7F] | "\\" ( ["\\/bfnrt] | "u" [0-9a-fA-F]{4} )
number ::= integer ( "." [0-9]{1,15} )?
integer ::= "-"? ( "0" | [1-9] [0-9]{0,15} )
boolean ::= "true" | "false"
null ::= "null"
""".strip()
_SIMPLE = re.compile(r"\^(?:\[[^]\\]*\]|\{[\d,]*\}|[()|?*+]|[^][(){}|?*+\\\"^$.])*\$")
_PIECE = re.compile(r"\[[^]]*\]|\{[\d,]*\}|[()|?*+]|.")
_OPERATORS = "[{()|?*+"


def grammar(schema: Schema) -> str:
    """The schema as a grammar; properties come in its order, and none that it does not name."""
    writer = _Writer(schema.get("$defs", {}))
    root = writer.value(schema)
    rules = [f"root ::= {root}", *(f"{name} ::= {rule}" for name, rule in writer.rules.items())]
    return "\n".join([*rules, _RULES])


def quoted(text: str) -> str:
    """A text as a grammar says it."""
    return json.dumps(text, ensure_ascii=False)


def by_pattern(pattern: str) -> str:
    """A pattern of classes, groups, repetitions and plain characters as a grammar says it."""
    pieces = _PIECE.findall(pattern.removeprefix("^").removesuffix("$"))
    said = (piece if piece[0] in _OPERATORS else quoted(piece) for piece in pieces)
    return re.sub(r" (?=[{?*+])", "", " ".join(said))


@dataclass
class _Writer:
    definitions: dict[str, Schema]
    rules: dict[str, str] = field(default_factory=dict)

    def value(self, schema: Schema) -> str:
        """What values of the schema look like."""
        if "$ref" in schema:
            return self._definition(schema["$ref"].rpartition("/")[2])
        if options := schema.get("anyOf") or schema.get("oneOf"):
            return f"( {' | '.join(map(self.value, options))} )"
        if "const" in schema or "enum" in schema:
            values = schema.get("enum") or [schema["const"]]
            said = (quoted(json.dumps(each, ensure_ascii=False)) for each in values)
            return f"( {' | '.join(said)} )"
        kind = schema.get("type")
        if isinstance(kind, list):
            return f"( {' | '.join(self.value(schema | {'type': each}) for each in kind)} )"
        if "properties" in schema:
            return f'"{{" {self._members(schema)} "}}"'
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            pair = f'string ":" {self.value(schema["additionalProperties"])}'
            return f'"{{" ( {pair} ( "," {pair} )* )? "}}"'
        if kind == "array" and {"items", "prefixItems"} & set(schema):
            return f'"[" {self._items(schema)} "]"'
        if kind == "string":
            return self._string(schema)
        return kind if kind in _PLAIN else "value"

    def _definition(self, name: str) -> str:
        rule = "def-" + re.sub(r"[^a-zA-Z0-9]", "-", name)
        if rule not in self.rules:
            self.rules[rule] = ""  # so that one that holds itself comes to an end
            self.rules[rule] = self.value(self.definitions[name])
        return rule

    def _members(self, schema: Schema) -> str:
        """The properties in order; each that may be missing takes its comma with it.

        From the last to the first: what follows where something came before it, and where nothing
        did. What may be missing has a rule, so that none is written out twice.
        """
        first = further = _NOTHING
        for name, value in reversed(schema["properties"].items()):
            pair = f"{quoted(json.dumps(name, ensure_ascii=False) + ':')} {self.value(value)}"
            begins, goes_on = f"{pair} {further}", f"{_COMMA}{pair} {further}"
            if name not in schema.get("required", ()):
                begins = self._named("part", f"{begins} | {first}")
                goes_on = self._named("part", f"{goes_on} | {further}")
            first, further = begins, goes_on
        return first

    def _named(self, what: str, said: str) -> str:
        """A rule of its own: what is repeated is to be short."""
        rule = f"{what}-{len(self.rules)}"
        self.rules[rule] = said
        return rule

    def _items(self, schema: Schema) -> str:
        first = [self.value(each) for each in schema.get("prefixItems", ())]
        said = f" {_COMMA}".join(first)
        items = schema.get("items", False)
        if items is False:
            return said
        item = self._named("item", self.value(items if isinstance(items, dict) else {}))
        least = min(schema.get("minItems", 0), _MOST) - len(first)
        most = schema["maxItems"] - len(first) if schema.get("maxItems", _MOST) < _MOST else None
        if first:
            return f"{said} ( {_COMMA}{item} ){_times(least, most)}"
        if most == 0:
            return _NOTHING
        more = f"{item} ( {_COMMA}{item} ){_times(least - 1, None if most is None else most - 1)}"
        return more if least > 0 else f"( {more} )?"

    @staticmethod
    def _string(schema: Schema) -> str:
        pattern = schema.get("pattern", "")
        if _SIMPLE.fullmatch(pattern):
            return rf'"\"" {by_pattern(pattern)} "\""'
        longest = schema.get("maxLength", _MOST)
        many = _times(schema.get("minLength", 0), longest if longest < _MOST else None)
        return rf'"\"" character{many} "\""'


_COMMA = '"," '
_NOTHING = '""'


def _times(least: int, most: int | None) -> str:
    return f"{{{max(0, least)},{'' if most is None else max(0, most)}}}"
