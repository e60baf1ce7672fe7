"""Export to pytest and Playwright for Python."""

from pathfinder.export.playwright import Playwright
from pathfinder.export.writer import PythonWriter


class PlaywrightPython(Playwright, PythonWriter):
    """Writes a pytest module that uses Playwright's synchronous API."""

    template = "playwright-python.py.j2"

    def call(self, on: str, method: str, *given: str, **options: str) -> str:
        words = ", ".join((*given, *(f"{name}={value}" for name, value in options.items())))
        return f"{on}{'.' if on else ''}{method}({words})"

    chain = call

    def let(self, name: str, value: str) -> str:
        return f"{name} = {value}"

    def regex(self, expression: str) -> str:
        return f"re.compile({expression.replace('escaped(', 're.escape(')}, re.IGNORECASE)"

    def on_dialog(self, method: str, *given: str) -> str:
        return f'page.once("dialog", lambda dialog: dialog.{method}({", ".join(given)}))'

    def negated(self, question: str, wanted: bool) -> str:
        return f"not {question}" if wanted else question

    def contained(self, part: str, whole: str) -> str:
        return f"{part} in {whole}"
