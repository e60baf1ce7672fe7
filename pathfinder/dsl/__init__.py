"""The scenario language: readable text ⇄ the paper's JSON ⇄ a Scenario that can be replayed."""

from pathfinder.dsl.compile import compile_file, compile_script, inline, load_script, script_of
from pathfinder.dsl.paper import from_paper, paper_text, read_paper, to_paper
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
    "from_paper",
    "inline",
    "load_script",
    "paper_text",
    "read_file",
    "read_paper",
    "read_text",
    "script_of",
    "to_paper",
    "write_text",
]
