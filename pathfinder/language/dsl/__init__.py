"""The scenario language: readable text ⇄ the paper's JSON ⇄ a Scenario that can be replayed."""

from pathfinder.language.dsl.compile import (
    compile_file,
    compile_script,
    inline,
    load_script,
    script_of,
)
from pathfinder.language.dsl.paper import from_paper, paper_text, read_paper, to_paper
from pathfinder.language.dsl.read import read_file, read_text
from pathfinder.language.dsl.script import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.write import write_text

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
