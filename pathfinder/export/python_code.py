"""What the exporters to Python share."""

from pathfinder.export.writer import Writer


class PythonWriter(Writer):
    """Writes Python."""

    def secret(self, variable: str) -> str:
        return f'os.environ["{variable}"]'

    def loop(self, times: int, body: list[str]) -> list[str]:
        return [f"for _ in range({times}):", *(body or [f"{self.indent}pass"])]

    def branch(self, question: str, then: list[str], otherwise: list[str]) -> list[str]:
        alternative = ["else:", *otherwise] if otherwise else []
        return [f"if {question}:", *(then or [f"{self.indent}pass"]), *alternative]
