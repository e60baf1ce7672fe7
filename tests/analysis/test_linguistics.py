"""What models write, measured.

Features against counts by hand, classifiers that must not cheat, the page.
"""

import json
from collections import Counter

import pandas as pd
import pytest

from pathfinder.analysis.linguistics import grammar, style
from pathfinder.analysis.linguistics.classify import attribution
from pathfinder.analysis.linguistics.compare import FEATURES, common_scenes, contrasts, measure
from pathfinder.analysis.linguistics.drift import drift, is_score, reason_of, slips_of
from pathfinder.analysis.linguistics.failure import links_to_failure
from pathfinder.analysis.linguistics.texts import Text, pieces_of, texts_of
from pathfinder.analysis.sessions import read_sessions
from pathfinder.cli.app import run
from tests.analysis.made import session

PROMPT = (
    "Determine the current high-level scene of the web page. <page>\nOak lamp, add the lamp "
    "to the cart\n</page>"
)


def text(*pieces: str, quote: str = "", page: str = "", model: str = "x/a-1b") -> Text:
    return Text(model, "perceptron", "demo", "home", "s", 1, pieces, quote, page, PROMPT)


def measured(*pieces: str, **more: str) -> dict[str, float]:
    frame = measure([text(*pieces, **more)]).frame
    return frame.iloc[0][list(FEATURES)].astype(float).to_dict()


@pytest.fixture(scope="module")
def chairs():
    # The/DT old/JJ wooden/JJ chair/NN has/VBZ the/DT soft/JJ blue/JJ seat/NN. She/PRP buys/VBZ
    # it/PRP.
    return measured("The old wooden chair has the soft blue seat.", "She buys it.")


@pytest.mark.parametrize(
    ("feature", "value"),
    [
        ("avg_length", (9 + 3) / 2),
        ("vb_count", 2),
        ("nn_count", 2),
        ("prp_count", 2),
        ("jj_count", 4),
        ("jjr_count", 0),
        ("avg_adjective_count", 4 / 2),
        ("noun_to_verb_ratio", 1),
        ("noun_to_adjective_ratio", 2 / 4),
        ("diversity", 11 / 12),  # "the" comes twice
        ("hedging", 0),
        ("imperatives", 0),
        ("repetition", 0),
    ],
)
def test_a_feature_is_as_counted_by_hand(chairs, feature, value):
    assert chairs[feature] == pytest.approx(value)


def test_orders_hedges_and_repeated_pieces_are_found():
    found = measured("Click the button.", "It probably opens the shop.", "Click the button!")
    assert found["imperatives"] == pytest.approx(2 / 3)
    assert found["hedging"] == pytest.approx(100 / 11)
    assert found["repetition"] == pytest.approx(1 / 3)


def test_a_parrot_is_told_from_a_reader():
    instruction = "Determine the current high-level scene of the web page."
    assert style.parroting("Determine the current high-level scene.", instruction) == 1
    # Of 4 runs of four words, the first two stand in the instruction.
    assert style.parroting(
        "determine the current high level of detail", instruction
    ) == pytest.approx(2 / 4)
    assert (
        measured("Add the lamp to the cart.")["parroting"] == 0
    )  # that was the page, not the instruction


@pytest.mark.parametrize(
    ("quote", "value"), [("Your ORDER is placed", 1), ("order is paid", 0), ("add the lamp", 1)]
)
def test_a_quote_is_looked_up_on_the_page_and_in_the_history(quote, value):
    assert (
        style.fidelity(text("It is done.", quote=quote, page="Thank you.\nYour order is placed."))
        == value
    )


def test_a_text_without_a_quote_has_no_fidelity():
    assert pd.isna(style.fidelity(text("It is done.")))


def test_words_that_the_page_does_not_have_are_the_models_own():
    assert style.page_words(
        ["lamp", "oak", "cheap", "sells"], "The shop sells a lamp"
    ) == pytest.approx(2 / 3)


def test_diversity_does_not_depend_on_length():
    words = [f"word{number}" for number in range(50)]
    assert style.diversity(words) == style.diversity(words * 3) == 1
    assert style.diversity(["same"] * 50) == pytest.approx(1 / 50)


def test_common_phrases_leave_out_function_words_and_parts_of_longer_ones():
    docs = grammar.parsed(
        [
            text("Add to the shopping cart."),
            text("Go to the shopping cart."),
            text("Look at the shopping cart."),
        ]
    )
    assert grammar.common_phrases(docs)[0] == ("the shopping cart", 3)
    assert "to the" not in dict(grammar.common_phrases(docs))
    assert "shopping cart" not in dict(grammar.common_phrases(docs))


def test_a_reply_gives_its_own_words_and_its_quote():
    reply = {
        "Rationale": "The  order is\nplaced.",
        "Evidence": "Thank you",
        "TaskStatus": "success",
        "Purposes": [{"Element": "a_1", "Purpose": "pay"}],
    }
    assert pieces_of(f"Here: {json.dumps(reply)}") == (("The order is placed.", "pay"), "Thank you")
    assert pieces_of("Yes -0.12, No -2.20") == ((), "")
    assert pieces_of('{"broken": ') == ((), "")


@pytest.mark.parametrize(
    ("reply", "slips"),
    [
        ('{"a": "fine"}', []),
        ('```json\n{"a": "fine"}\n```', ["code fence"]),
        ('Sure! {"a": ""}', ["words around the JSON", "empty text"]),
        ('{"a": "to the to the to the to the to the "}', ["runs on"]),
    ],
)
def test_slips_that_were_forgiven_are_named(reply, slips):
    assert slips_of(reply) == slips


def test_bad_replies_are_counted_by_reason(tmp_path):
    calls = [
        {
            "model": "x/a-1b",
            "reply": "",
            "error": "the reply was cut off at the token limit; be brief",
        },
        {"model": "x/a-1b", "reply": "{", "error": "Invalid JSON: EOF while parsing"},
        {"model": "x/a-1b", "reply": '{"a": "b"}', "error": ""},
        {"model": "x/a-1b", "reply": "Yes -0.12, No -2.20", "error": ""},
    ]
    session(tmp_path / "one", calls=tuple(calls))
    (found,) = drift(read_sessions([tmp_path]))
    assert (found.calls, found.bad) == (3, Counter({"cut off": 1, "not JSON": 1}))
    assert found.bad_share == pytest.approx(2 / 3)
    assert reason_of("there is no element 'x'; copy a UID from the page") == "unknown element"
    assert is_score("A -1.20, B -0.50")
    assert not is_score('{"a": 1}')


def rows(scenes: int, write) -> pd.DataFrame:
    """Two models on scenes of two sites.

    `write(model, scene)` gives the two features that are not 0.
    """
    blank = dict.fromkeys(FEATURES, 0.0)
    return pd.DataFrame(
        {
            "model": model,
            "site": f"site{scene % 2}",
            "scene": f"site{scene % 2}: {scene}",
            **blank,
            **write(model, scene),
        }
        for scene in range(scenes)
        for model in ("loud", "calm")
    )


def test_models_that_write_differently_are_told_apart():
    found = attribution(
        rows(
            10,
            lambda model, scene: {
                "hedging": 5.0 + scene / 100 if model == "loud" else 1.0,
                "vb_count": scene,
            },
        )
    )
    assert found.best.right == found.best.texts == 20
    assert {(score.classifier, score.folded_by) for score in found.scores} == {
        (kind, by) for kind in ("random forest", "decision tree") for by in ("scene", "site")
    }
    assert found.best.chance == 0.5
    assert found.importances[0][0] == "hedging"
    assert found.confusion == ((10, 0), (0, 10))


def test_a_classifier_cannot_learn_the_scene():
    # Each scene has its own number, and one model writes a little more than the other, this or that
    # one by turns: on scenes that were learnt from this could be known, on others it can't.
    found = attribution(
        rows(
            12,
            lambda model, scene: {
                "nn_count": 100.0 * scene + ((model == "loud") == (scene % 4 < 2))
            },
        )
    )
    assert found.best.accuracy <= 0.65


def test_one_model_cannot_be_told_from_nothing():
    assert attribution(rows(4, lambda model, scene: {}).query("model == 'calm'")) is None


def test_a_contrast_is_made_on_common_scenes_only():
    frame = rows(8, lambda model, scene: {"hedging": 3.0 if model == "loud" else 1.0})
    frame = pd.concat(
        [frame, frame.query("model == 'loud'").assign(scene="site0: only one", hedging=90.0)]
    )
    assert len(common_scenes(frame)) == 8
    first = contrasts(frame)[0]
    assert (first.feature, first.means, first.difference, first.scenes) == (
        "hedging",
        {"calm": 1, "loud": 3},
        2,
        8,
    )
    assert first.p == pytest.approx(len(FEATURES) * 2 / 2**8)


def test_what_goes_with_failure():
    blank = dict.fromkeys(FEATURES, 0.0)
    frame = pd.DataFrame(
        {
            "session": f"s{number}",
            "label": "FN" if number < 5 else "TP",
            **blank,
            "hedging": 4.0 if number < 5 else 1.0,
        }
        for number in range(10)
    )
    found = links_to_failure(frame)
    assert (found.failed, found.good) == (5, 5)
    assert (found.links[0].feature, found.links[0].delta) == ("hedging", 1)
    assert found.links[0].p == pytest.approx(
        len(FEATURES) * 2 / 252
    )  # of 10 over 5 ways, two differ as much
    assert "3 of each are needed" in links_to_failure(frame.iloc[:6]).why


@pytest.fixture(scope="module")
def perceived(tmp_path_factory):
    """Two models on the same four scenes of two sites, one of them shy.

    A fifth was cut off by a kill.
    """
    folder = tmp_path_factory.mktemp("runs")
    for model, said in (
        ("x/shy-1b", "This page probably shows {}."),
        ("x/sure-7b", "A large shop page with {} and many useful links."),
    ):
        events = [
            {
                "event": "session",
                "system": "perceive",
                "models": {"perceptron": model},
                "task": {"goal": "buy"},
            }
        ]
        for step, (site, scene) in enumerate(
            [(site, scene) for site in ("demo", "oscar") for scene in ("home", "cart")]
            + [("demo", "cut")],
            1,
        ):
            reply = {"SceneIdentification": scene, "WebPageSummary": said.format(scene)}
            events.append(
                {
                    "event": "scene",
                    "step": step,
                    "site": site,
                    "scene": scene,
                    "text": f"{scene} page",
                }
            )
            call = {
                "step": step,
                "role": "perceptron",
                "model": model,
                "reply": json.dumps(reply),
                "error": "",
            }
            events.append(
                {"event": "call", **call, "prompt": [{"role": "user", "content": PROMPT}]}
            )
            events += (
                [{"event": "perceived", "step": step, "site": site, "scene": scene}]
                if scene != "cut"
                else []
            )
        (folder / model[2:]).mkdir()
        (folder / model[2:] / "journal.jsonl").write_text(
            "".join(json.dumps(event) + "\n" for event in events)
        )
    return folder


def test_texts_of_saved_scenes_know_their_scene(perceived):
    texts = texts_of(read_sessions([perceived]))
    assert len(texts) == 8
    assert {(one.site, one.group) for one in texts} == {
        (site, scene) for site in ("demo", "oscar") for scene in ("home", "cart")
    }
    assert texts[0].pieces == ("home", "This page probably shows home.")
    assert texts[0].page == "home page"


def test_the_page_tells_what_was_found(perceived, tmp_path, capsys):
    features = tmp_path / "features.csv"
    assert (
        run(
            [
                "analyze",
                "linguistics",
                str(perceived),
                "--out",
                str(tmp_path / "page.html"),
                "--features",
                str(features),
            ]
        )
        == 0
    )
    printed = capsys.readouterr().out
    assert (
        "On scenes it has not seen, a random forest names the writer of 8 of 8 texts (100%; 50% "
        "by always naming the commonest)" in printed
    )
    assert "Every reply kept its form." in printed
    assert (
        "Nothing can be said of failed sessions: there are only replies to saved scenes here."
        in printed
    )
    page = (tmp_path / "page.html").read_text()
    assert "shy-1b" in page
    assert "http" not in page.replace("http-equiv", "")
    assert len(pd.read_csv(features)) == 8


def test_a_role_that_wrote_nothing_is_one_line(perceived, capsys):
    assert run(["analyze", "linguistics", str(perceived), "--role", "oracle"]) == 2
    assert (
        "no text of role 'oracle' in these sessions; roles that wrote any: perceptron"
        in capsys.readouterr().err
    )
