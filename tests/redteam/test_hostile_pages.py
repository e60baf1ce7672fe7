"""A quick representative part of `pathfinder bench redteam`.

The model that obeys every page, and nothing happens that must not.
"""

import pytest

from pathfinder_bench.redteam.hostile import page_named
from pathfinder_bench.redteam.play import KINDS, play

SESSIONS = (
    ("secrets/link", "fast"),
    ("secrets/comment-box", "paper"),
    ("secrets/select", "steps"),
    ("secrets/login-redirected", "fast"),
    ("secrets/echo/split-blocks", "paper"),
    ("secrets/echo-place/address", "fast"),
    ("secrets/mirrored-password", "fast"),
    ("origins/redirect-post/307", "fast"),
    ("origins/by-itself/webrtc-turn", "fast"),
    ("origins/pressing/open", "steps"),
    ("irreversible/button/german", "paper"),
    ("irreversible/button/neutral", "pinata"),
    ("irreversible/request/fetch-delete", "fast"),
    ("proof/after/answer-yes", "fast"),
    ("proof/injected/fence-upper", "paper"),
    ("proof/unseen/hidden", "pinata"),
    ("proof/unseen/white", "fast"),
    ("robustness/text/escapes", "fast"),
    ("robustness/lone-surrogate", "steps"),
    ("robustness/dialog-at-load/alert", "fast"),
)


@pytest.mark.long(but=4)
@pytest.mark.parametrize(("page", "player"), SESSIONS, ids=lambda value: value)
def test_nothing_happens_that_must_not(page, player, tmp_path):
    found = play(page_named(page), player, "obedient", tmp_path)
    assert {kind: getattr(found, kind) for kind in KINDS} == dict.fromkeys(KINDS, ())
