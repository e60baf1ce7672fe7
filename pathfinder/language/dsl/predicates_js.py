"""A predicate as a script that a page can evaluate.

For readers of the paper's JSON, which knows no assertions.
"""

import json
import re

_FORM = re.compile(r"(url|title|text) (contains|is|matches|present|absent) (.+)", re.S)
_WHOLE = {"url": "location.href", "title": "document.title", "text": "document.body.innerText"}


def script_for(predicate: str) -> str:
    """An expression that is true where the predicate holds.

    Empty where only PathFinder can tell.
    """
    match = _FORM.fullmatch(predicate)
    if not match:
        return ""
    subject, verb, value = match.groups()
    whole = _WHOLE[subject]
    if verb == "matches":
        return f'new RegExp({_literal(value)}, "i").test({whole})'
    plain = f'{whole}.replace(/\\s+/g, " ").toLowerCase()'
    wanted = f"{_literal(' '.join(value.split()))}.toLowerCase()"
    if verb == "is":
        return f"{plain}.trim() === {wanted}"
    return f"{'!' if verb == 'absent' else ''}{plain}.includes({wanted})"


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
