"""The scenario language: readable text ⇄ the paper's JSON ⇄ a Scenario that can be replayed."""

from pathfinder.dsl.compile import compile_file, compile_script, inline, script_of
from pathfinder.dsl.read import read_file, read_text
from pathfinder.dsl.script import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.dsl.write import write_text

__all__ = [
    "Comment",
    "Condition",
    "If",
    "Include",
    "Node",
    "Repeat",
    "Script",
    "compile_file",
    "compile_script",
    "inline",
    "read_file",
    "read_text",
    "script_of",
    "write_text",
]
