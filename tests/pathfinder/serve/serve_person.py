"""Somebody at a browser that is not a real one."""

import re
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from pathfinder.serve.app import create_app
from pathfinder.serve.summary import key_of

HOST = "http://127.0.0.1:8700"


class Person:
    """Somebody at a browser, who sends the forms that the pages show."""

    def __init__(
        self, root: Path, name: str = "", *, beside: "Person | None" = None, **options: Any
    ) -> None:
        self.root = root
        self.app = beside.app if beside else create_app(root, **options)
        self.client = TestClient(self.app, base_url=HOST, headers={"Origin": HOST})
        self.token = ""
        if name:
            self.see("/")
            self.send("/visitor", rater=name)

    def see(self, path: str, status: int = 200) -> str:
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        self._keep_token(answer)
        return answer.text

    def send(self, path: str, status: int = 200, **fields: str) -> str:
        answer = self.client.post(path, data={"form_token": self.token, **fields})
        assert answer.status_code == status, answer.text
        self._keep_token(answer)
        return answer.text

    def rate(
        self, name: str, label: str, comment: str = "", query: str = "", status: int = 200
    ) -> str:
        return self.send(
            f"/session/{key_of(name)}/rating?{query}", status, label=label, comment=comment
        )

    def _keep_token(self, answer: Any) -> None:
        found = re.search(r'name="form_token" value="(\w+)"', answer.text)
        self.token = found[1] if found else self.token


def names_in(page: str) -> list[str]:
    """The folders of the listed sessions, in order."""
    return re.findall(r"<small>(plan/trials/\w+|alone|[0-9a-f]{12})", page)
