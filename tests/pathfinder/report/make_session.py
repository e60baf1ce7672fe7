"""A session as an explore run writes it.

A small drawn shop, a detour, a validation error, a bad reply, an order.
"""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from PIL import Image, ImageDraw, ImageFont

from pathfinder.core import events
from pathfinder.core.journal import FileJournal
from pathfinder.core.verdict import Status, Verdict

WIDTH, HEIGHT = 1280, 900
URL = "http://127.0.0.1:8801"
INJECTION = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


@dataclass(frozen=True)
class Thing:
    """An element of a drawn page: uid, role, name, box, purpose."""

    uid: str
    role: str
    name: str
    box: tuple[int, int, int, int]
    purpose: str = ""


@dataclass(frozen=True)
class Drawn:
    state: str
    path: str
    heading: str
    things: tuple[Thing, ...]
    texts: tuple[tuple[int, int, str], ...] = ()
    errors: tuple[str, ...] = ()


def bar(basket: str) -> tuple[Thing, ...]:
    return (
        Thing("a_home_1", "link", "Lamp & Chair", (40, 24, 150, 34), "back to the start page"),
        Thing(
            "input_search_1",
            "searchbox",
            "Search products",
            (420, 22, 340, 38),
            "look for a product by name",
        ),
        Thing("a_account_1", "link", "Log in", (960, 26, 70, 28), "log in to an account"),
        Thing("a_basket_1", "link", basket, (1060, 26, 170, 28), "see what is in the basket"),
    )


CARDS = tuple(
    Thing(
        f"button_add-to-basket_{name}_1",
        "button",
        "Add to basket",
        (60 + 300 * (i % 4), 420 + 360 * (i // 4), 180, 40),
        f"put the {name} in the basket",
    )
    for i, name in enumerate(
        ("oak-lamp", "red-lamp", "lounge-chair", "desk-lamp", "stool", "mirror")
    )
)
FIELDS = (
    ("First name", "first_name"),
    ("Last name", "last_name"),
    ("Street", "street"),
    ("Postcode", "postcode"),
    ("City", "city"),
    ("E-mail", "email"),
)
FORM = tuple(
    Thing(
        f"input_{key}_address_1",
        "textbox",
        label,
        (80 + 400 * (i % 2), 240 + 110 * (i // 2), 360, 44),
        f"{label.lower()} of the delivery address",
    )
    for i, (label, key) in enumerate(FIELDS)
)
CONTINUE = Thing(
    "button_continue_address_1",
    "button",
    "Continue to delivery",
    (80, 600, 260, 48),
    "go on once the address is filled in",
)

HOME = Drawn("s1", "/", "Lamps and chairs for slow evenings", bar("Basket, 0 items") + CARDS)
ABOUT = Drawn(
    "s2",
    "/about",
    "About us",
    bar("Basket, 0 items"),
    ((60, 260, "We have made lamps since 1962."),),
)
FILLED = Drawn(
    "s3",
    "/",
    "Lamps and chairs for slow evenings",
    bar("Basket, 1 item") + CARDS,
    ((60, 130, "The oak lamp is in your basket."),),
)
BASKET = Drawn(
    "s4",
    "/basket",
    "Your basket",
    (
        *bar("Basket, 1 item"),
        Thing(
            "input_quantity_oak-lamp_1",
            "spinbutton",
            "Quantity",
            (700, 250, 80, 40),
            "how many oak lamps",
        ),
        Thing(
            "button_remove_oak-lamp_1",
            "button",
            "Remove",
            (820, 250, 110, 40),
            "take the oak lamp out",
        ),
        Thing(
            "a_checkout_1",
            "link",
            "Go to checkout",
            (980, 420, 220, 50),
            "pay for what is in the basket",
        ),
    ),
    ((80, 255, "Oak lamp"), (960, 340, "Total  89.00 EUR")),
)
ADDRESS = Drawn(
    "s5", "/checkout/address", "Where shall we send it?", (*bar("Basket, 1 item"), *FORM, CONTINUE)
)
REFUSED = Drawn(
    "s6",
    "/checkout/address",
    "Where shall we send it?",
    (*bar("Basket, 1 item"), *FORM, CONTINUE),
    errors=("Error: Postcode needs five digits",),
)
PAYMENT = Drawn(
    "s7",
    "/checkout/payment",
    "Payment",
    (
        Thing(
            "input_card-number_1",
            "textbox",
            "Card number",
            (80, 240, 480, 44),
            "number of the payment card",
        ),
        Thing(
            "input_cvc_1",
            "textbox",
            "Security code",
            (600, 240, 160, 44),
            "security code of the card",
        ),
        Thing(
            "button_pay_1",
            "button",
            "Pay and order",
            (80, 1040, 260, 50),
            "order with obligation to pay",
        ),
    ),
)
THANKS = Drawn(
    "s8",
    "/checkout/done",
    "Thank you for your order",
    (*bar("Basket, 0 items"),),
    ((60, 240, "Your order number is 100042."),),
)


def picture(page: Drawn) -> bytes:
    """A page as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "#fbf8f3")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 84), fill="#ffffff", outline="#e6e0d6")
    pen.text(
        (60, 150 if page.things is not CARDS else 100),
        page.heading,
        fill="#2a2521",
        font=ImageFont.load_default(38),
    )
    for x, y, text in page.texts:
        pen.text((x, y), text, fill="#4c453f", font=ImageFont.load_default(22))
    for y, text in enumerate(page.errors):
        pen.rectangle((60, 200 + 40 * y, 800, 232 + 40 * y), fill="#fde8e4")
        pen.text((72, 204 + 40 * y), text, fill="#b42318", font=ImageFont.load_default(20))
    for thing in page.things:
        _draw_thing(pen, thing)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _draw_thing(pen: ImageDraw.ImageDraw, thing: Thing) -> None:
    x, y, width, height = thing.box
    if thing.role == "button":
        if thing.uid.startswith("button_add"):
            pen.rounded_rectangle(
                (x - 20, y - 200, x + 240, y + 60), 12, fill="#ffffff", outline="#eae3d8"
            )
            pen.rounded_rectangle(
                (x, y - 180, x + 220, y - 50),
                8,
                fill=f"#{(crc32(thing.uid[21:24].encode()) & 0x3F3F3F) + 0xB0A090:06x}",
            )
            pen.text(
                (x, y - 38),
                thing.uid.split("_")[2].replace("-", " ").title(),
                fill="#2a2521",
                font=ImageFont.load_default(20),
            )
        pen.rounded_rectangle((x, y, x + width, y + height), 8, fill="#2f4f3f")
        pen.text(
            (x + 18, y + height / 2 - 11),
            thing.name,
            fill="#ffffff",
            font=ImageFont.load_default(18),
        )
        return
    if thing.role in ("textbox", "searchbox", "spinbutton"):
        pen.text((x, y - 26), thing.name, fill="#6b635b", font=ImageFont.load_default(17))
        pen.rounded_rectangle((x, y, x + width, y + height), 6, fill="#ffffff", outline="#b9b0a4")
        return
    pen.text((x, y + 4), thing.name, fill="#1f5f8b", font=ImageFont.load_default(18))


@dataclass
class Clock:
    """Journal times that advance as a real run's would."""

    journal: FileJournal
    step: int = 0

    def write(self, event: events.Event) -> None:
        self.journal.write(event.model_copy(update={"step": self.step}))


def make_session(folder: Path, *, heading: str = "", verdict: Verdict | None = None) -> Path:
    """Write a whole session of eight steps.

    `heading` replaces the start page's, to see what a page's words can do.
    """
    journal = FileJournal(folder)
    run = Clock(journal)
    home = Drawn(HOME.state, HOME.path, heading or HOME.heading, HOME.things)
    journal.write(events.Session(**_session(folder.name)))
    look(run, home)
    perceive(run, home)
    pages = (
        events.SurveyedPage(url=f"{URL}/about", says='"About us"; says: how to order', share=0.7),
        events.SurveyedPage(url=f"{URL}/", says='"Lamps"; press: Search', share=0.3),
    )
    run.write(events.Survey(looked=9, pages=pages))
    choose(
        run,
        "open “About us”",
        ("a_home_1",),
        "The about page may say how to order.",
        bad='{"SelectedElement": ',
    )
    act(run, home, "a_home_1", "click")
    change(run, home, ABOUT, '-> page "About us": We have made lamps since 1962.', score=-2.3)
    run.write(events.Guard(guard="off-host", what="not offered: Log in (off this site)"))
    run.write(
        events.Back(
            state_from="s2",
            state="s1",
            how="url",
            reason="a detour: the page offers nothing for the goal",
        )
    )
    run.write(
        events.Act(
            action={"kind": "navigate", "value": URL},
            element=None,
            result={"ok": True},
            seconds=0.2,
        )
    )
    change(run, ABOUT, home, '-> page "Lamps and chairs for slow evenings"', score=None)
    lamp = "button_add-to-basket_oak-lamp_1"
    choose(
        run,
        "press “Add to basket” of the oak lamp",
        (lamp,),
        "A product has to be in the basket before one can buy.",
    )
    act(run, home, lamp, "click")
    change(run, home, FILLED, "-> shows The oak lamp is in your basket.", score=1.8)
    choose(run, "open “Basket, 1 item”", ("a_basket_1",), "The basket leads to the checkout.")
    act(run, FILLED, "a_basket_1", "click")
    change(run, FILLED, BASKET, '-> page "Your basket"', score=2.1)
    perceive(run, BASKET)
    choose(run, "open “Go to checkout”", ("a_checkout_1",), "One lamp is enough; now pay.")
    act(run, BASKET, "a_checkout_1", "click")
    change(run, BASKET, ADDRESS, '-> page "Where shall we send it?"', score=2.6)
    perceive(run, ADDRESS)
    fill_address(run, ADDRESS, postcode="1234")
    change(run, ADDRESS, REFUSED, "-> shows Error: Postcode needs five digits", score=-0.4)
    fill_address(run, REFUSED, postcode="{{persona.address.postcode}}")
    run.write(
        events.Finding(
            kind="validation",
            message="the form keeps the other fields",
            evidence="Error: Postcode needs five digits",
        )
    )
    change(run, REFUSED, PAYMENT, '-> page "Payment"', score=2.9)
    perceive(run, PAYMENT)
    choose(
        run,
        "fill in Card number, Security code and press Pay and order",
        tuple(t.uid for t in PAYMENT.things),
        "Only the payment is left.",
    )
    for thing, key in zip(PAYMENT.things, ("card.number", "card.cvc"), strict=False):
        run.write(
            events.Input(
                uid=thing.uid,
                name=thing.name,
                value=f"{{{{persona.{key}}}}}",
                by="rule",
                rationale="autocomplete cc-number",
            )
        )
        act(run, PAYMENT, thing.uid, "type", f"{{{{persona.{key}}}}}")
    act(run, PAYMENT, "button_pay_1", "click")
    change(
        run,
        PAYMENT,
        THANKS,
        '-> page "Thank you for your order": Your order number is 100042.',
        score=4.2,
    )
    judge(run)
    found = verdict or Verdict(
        Status.SUCCESS,
        "The confirmation page shows an order number.",
        "Your order number is 100042.",
        by="condition",
        steps=8,
        seconds=61.3,
    )
    journal.write(events.Verdict(**found.to_json()))
    journal.close()
    return folder


def _session(name: str) -> dict[str, Any]:
    roles = ("perceptron", "system1", "entrybot", "critic", "oracle")
    return {
        "session": name,
        "task": {
            "goal": "make a purchase",
            "site": "demo",
            "url": "http://127.0.0.1:8801/",
            "hosts": ["127.0.0.1:8801"],
            "persona": "alice",
            "safe": False,
            "max_steps": 31,
            "success": ["text present order number"],
        },
        "models": dict.fromkeys(roles, "embedded/qwen2.5-coder-1.5b"),
        "profile": "fast",
        "options": {"temperature": 0.0, "oracle_frequency": 5},
        "without": ["cycle"],
        "seed": 7,
        "versions": {"pathfinder": "0.1.0", "browser": "Chromium 156.0", "python": "3.11.7"},
        "prompts": {"explore/system1": "ab12"},
    }


def look(run: Clock, page: Drawn) -> None:
    run.step += 1
    elements = [
        {
            "uid": t.uid,
            "tag": t.uid.split("_")[0],
            "role": t.role,
            "name": t.name,
            "box": list(t.box),
            "actionable": True,
            "layer": "",
        }
        for t in page.things
    ]
    elements.append(
        {
            "uid": "h1_1",
            "tag": "h1",
            "role": "heading",
            "name": page.heading,
            "box": None,
            "actionable": False,
            "layer": "",
        }
    )
    run.write(
        events.Look(
            url=URL + page.path,
            title="Lamp & Chair",
            heading=page.heading,
            state=page.state,
            screenshot=run.journal.keep_screenshot(picture(page)),
            viewport=[WIDTH, HEIGHT],
            scroll=[0, 0],
            seconds=0.041,
            elements=elements,
            errors=list(page.errors),
            cut=[],
        )
    )


def perceive(run: Clock, page: Drawn) -> None:
    call(run, "perceptron", '{"SceneIdentification": "shop"}', tokens=(612, 0, 96), seconds=3.9)
    words = {t.uid: t.purpose for t in page.things if t.purpose}
    run.write(
        events.Purposes(
            scene_name=page.heading,
            summary="A page of a small furniture shop.",
            purposes=words,
            by="model",
        )
    )


def call(
    run: Clock,
    role: str,
    reply: str,
    *,
    tokens: tuple[int, int, int],
    seconds: float,
    attempt: int = 1,
    error: str = "",
) -> None:
    prompt = [
        {"role": "system", "content": f"You are {role}."},
        {"role": "user", "content": "Page\n7 button Add to basket (oak lamp)\n" * 12},
    ]
    run.write(
        events.Call(
            role=role,
            model="embedded/qwen2.5-coder-1.5b",
            prompt=prompt,
            reply=reply,
            prompt_tokens=tokens[0],
            cached_tokens=tokens[1],
            reply_tokens=tokens[2],
            seconds=seconds,
            attempt=attempt,
            temperature=0.1 * (attempt - 1),
            error=error,
        )
    )


def choose(run: Clock, text: str, uids: tuple[str, ...], rationale: str, bad: str = "") -> None:
    if bad:
        call(
            run,
            "system1",
            bad,
            tokens=(408, 0, 12),
            seconds=2.2,
            error="not JSON: the reply ends early",
        )
    call(
        run,
        "system1",
        '{"SelectedElement": "7"}',
        tokens=(408, 310, 34),
        seconds=1.9,
        attempt=2 if bad else 1,
    )
    candidates = [
        {"id": "7", "text": text, "uids": list(uids)},
        {"id": "8", "text": "press “Log in”", "uids": ["a_account_1"]},
    ]
    run.write(
        events.Choice(
            candidates=candidates,
            chosen="7",
            text=text,
            uids=list(uids),
            rationale=rationale,
            by="model",
        )
    )


def act(run: Clock, page: Drawn, uid: str, kind: str, value: str | None = None) -> None:
    thing = next(t for t in page.things if t.uid == uid)
    element = {
        "uid": uid,
        "tag": uid.split("_")[0],
        "role": thing.role,
        "name": thing.name,
        "text": thing.name,
        "box": list(thing.box),
        "xpath": "/html/body",
    }
    element["locators"] = [
        {"by": "role", "value": thing.role, "name": thing.name},
        {"by": "css", "value": f"#{uid}", "name": ""},
    ]
    action = {"kind": kind, "uid": uid} | ({"value": value} if value else {})
    run.write(
        events.Act(
            action=action,
            element=element,
            result={"ok": True, "error": "", "message": "", "notes": []},
            seconds=0.3,
        )
    )


def fill_address(run: Clock, page: Drawn, *, postcode: str) -> None:
    fields = [t for t in page.things if t.role == "textbox"]
    uids = (*(t.uid for t in fields), CONTINUE.uid)
    choose(
        run,
        "fill in " + ", ".join(t.name for t in fields) + " and press Continue to delivery",
        uids,
        "The address is asked for before the payment.",
    )
    for thing, (_, key) in zip(fields, FIELDS, strict=True):
        value = postcode if key == "postcode" else f"{{{{persona.address.{key}}}}}"
        run.write(
            events.Input(
                uid=thing.uid,
                name=thing.name,
                value=value,
                by="rule",
                rationale="the label says so",
            )
        )
        act(run, page, thing.uid, "type", value)
    act(run, page, CONTINUE.uid, "click")


def change(run: Clock, before: Drawn, after: Drawn, said: str, *, score: float | None) -> None:
    """What the step did.

    The critic judges it when the page has been looked at again, as the loop does.
    """
    run.write(
        events.Change(
            state_before=before.state,
            state=after.state,
            url_before=URL + before.path,
            url=URL + after.path,
            said=said,
            appeared=[t.name for t in after.things if t not in before.things],
            vanished=[t.name for t in before.things if t not in after.things],
            changed=[],
            errors=list(after.errors),
            news=[text for _, _, text in after.texts],
            nothing=False,
        )
    )
    look(run, after)
    if score is not None:
        run.step -= 1
        call(run, "critic", "Yes", tokens=(390, 340, 1), seconds=0.7)
        status = "progress" if score > 0 else "detour"
        run.write(
            events.Judgement(
                by="critic",
                score=score,
                status=status,
                evidence="",
                grounded=True,
                rationale="",
            )
        )
        run.step += 1


def judge(run: Clock) -> None:
    run.step -= 1
    call(run, "oracle", '{"TaskStatus": "success"}', tokens=(455, 340, 40), seconds=2.4)
    run.write(
        events.Judgement(
            by="oracle",
            score=None,
            status="success",
            evidence="Your order number is 100042.",
            grounded=True,
            rationale="The shop confirms an order.",
        )
    )
    run.step += 1
