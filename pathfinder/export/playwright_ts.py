"""Export to Playwright Test in TypeScript."""

import re

from pathfinder.export.playwright import Playwright

_NAMES = {"go_back": "goBack", "to_have_url": "toHaveURL", "first": "first()"}


class PlaywrightTs(Playwright):
    """Writes a spec file for @playwright/test."""

    template = "playwright-ts.ts.j2"
    indent = "  "
    comment = "//"
    true = "true"
    first = "first()"
    whole_url = "page.url()"

    def call(self, on: str, method: str, *given: str, **options: str) -> str:
        return f"await {self.chain(on, method, *given, **options)}"

    def chain(self, on: str, method: str, *given: str, **options: str) -> str:
        if method.startswith("not_"):
            on, method = f"{on}.not", method.removeprefix("not_")
        named = ", ".join(f"{_camel(name)}: {value}" for name, value in options.items())
        words = ", ".join((*given, *([f"{{ {named} }}"] if named else [])))
        return f"{on}{'.' if on else ''}{_NAMES.get(method, _camel(method))}({words})"

    def let(self, name: str, value: str) -> str:
        return f"const {name} = {value};"

    def done(self, call: str) -> str:
        return f"{call};"

    def text_of(self, value: str) -> str:
        return f"String({value})"

    def regex(self, expression: str) -> str:
        return f'new RegExp({expression}, "i")'

    def on_dialog(self, method: str, *given: str) -> str:
        return f'page.once("dialog", (dialog) => dialog.{method}({", ".join(given)}));'

    def negated(self, question: str, wanted: bool) -> str:
        return f"!({question})" if wanted else question

    def contained(self, part: str, whole: str) -> str:
        return f"{whole}.includes({part})"

    def secret(self, variable: str) -> str:
        return f'secret("{variable}")'

    def loop(self, times: int, body: list[str]) -> list[str]:
        return [f"for (let turn = 0; turn < {times}; turn++) {{", *body, "}"]

    def branch(self, question: str, then: list[str], otherwise: list[str]) -> list[str]:
        alternative = ["} else {", *otherwise] if otherwise else []
        return [f"if ({question}) {{", *then, *alternative, "}"]


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
