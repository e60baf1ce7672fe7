"""The bakery's first cards. `python first.py FILE`."""

import json
import sys
from pathlib import Path

TEAM = (
    ("Greta", "Greta Sandoval", "Master baker", "#b5532a"),
    ("Omar", "Omar Haddou", "Dough and ovens", "#2f6f8f"),
    ("Lin", "Lin Zhao", "Pastry", "#7a4b94"),
    ("Sofia", "Sofia Marsh", "Shop", "#2e7d4f"),
    ("Dawid", "Dawid Nowak", "Apprentice", "#a3762a"),
    ("Bea", "Bea Lorenz", "Office", "#a03a5c"),
)
COLUMNS = ("To do", "Doing", "Waiting for others", "Done")
# title, column, who, due, labels, description, steps (done ones begin with +), notes
CARDS = (
    (
        "Easter lamb moulds",
        "To do",
        "Greta",
        "2027-03-18",
        ["Season"],
        "We bake the first lambs on the 22nd. The tin ones stick, the stoneware ones don't.",
        [
            "Find the box in the cellar",
            "Count the old moulds",
            "Grease and test two of them",
            "Order what is missing",
        ],
        [("Lin", "The box is behind the bread baskets.")],
    ),
    (
        "Clean the shop window",
        "To do",
        None,
        "2027-03-15",
        ["Shop"],
        "Inside and outside, vinegar is under the sink.",
        [],
        [],
    ),
    (
        "Buy new piping bags",
        "To do",
        "Lin",
        "2027-03-16",
        ["Supplies"],
        "Size 46, the washable ones.",
        [],
        [],
    ),
    (
        "Write the price labels for Easter",
        "To do",
        "Sofia",
        "2027-03-19",
        ["Season", "Shop"],
        "",
        ["Hot cross buns", "Simnel cake", "Lambs, small and large"],
        [],
    ),
    (
        "Broken radio in the bakehouse",
        "To do",
        "Dawid",
        None,
        ["Repairs"],
        "Only plays one station, and not a good one.",
        [],
        [("Omar", "I brought mine from home.")],
    ),
    (
        "Descale the steam injector",
        "To do",
        "Omar",
        "2027-03-20",
        ["Ovens"],
        "Oven two only. Citric acid, 30 minutes, rinse twice.",
        [],
        [],
    ),
    (
        "Allergen sheet for the nut loaf",
        "To do",
        "Bea",
        "2027-03-17",
        ["Papers"],
        "Hazelnut and walnut, traces of sesame.",
        [],
        [],
    ),
    (
        "Tasting of the new croissant",
        "To do",
        "Lin",
        "2027-03-24",
        ["Recipes"],
        "With the cultured butter from Holme Farm.",
        ["Ask the Thursday regulars"],
        [],
    ),
    (
        "Feed the sourdough starter",
        "Doing",
        "Omar",
        "2027-03-10",
        ["Dough"],
        "One part starter, two flour, two water, at 26 degrees.",
        [],
        [],
    ),
    (
        "Order new jars for the starter",
        "Doing",
        "Bea",
        "2027-03-12",
        ["Supplies"],
        "Three litres, with clips.",
        [],
        [],
    ),
    (
        "Wedding cake for the Okonjos",
        "Doing",
        "Lin",
        "2027-03-13",
        ["Orders"],
        "Three tiers, lemon, no marzipan. 80 guests.",
        ["+Bake the bottom tier", "Bake the other two", "Sugar flowers"],
        [("Sofia", "Collected on Saturday at ten.")],
    ),
    (
        "Rota for April",
        "Doing",
        "Greta",
        "2027-03-22",
        ["Papers"],
        "Dawid has school on Tuesdays.",
        [],
        [],
    ),
    (
        "Recipe for the spelt rolls",
        "Doing",
        "Greta",
        None,
        ["Recipes"],
        "72 per cent water, rest overnight.",
        [],
        [],
    ),
    (
        "Proofing cabinet hums",
        "Waiting for others",
        "Omar",
        "2027-03-11",
        ["Repairs"],
        "Louder every night. The fan, we think.",
        ["+Look behind the panel"],
        [
            ("Omar", "Rang Pennine Cooling, 0161 496 0352. They want the serial number."),
            ("Bea", "Sent it to them on Monday."),
        ],
    ),
    (
        "Chimney of oven one",
        "Waiting for others",
        "Bea",
        "2027-03-26",
        ["Ovens"],
        "Sweep is Mr Ashworth, 0161 496 0478. He comes before six or not at all.",
        [],
        [],
    ),
    (
        "Offer for a card terminal",
        "Waiting for others",
        "Bea",
        None,
        ["Shop"],
        "The old one refuses every third card.",
        [],
        [],
    ),
    (
        "Sample of stoneground flour",
        "Waiting for others",
        "Greta",
        "2027-03-17",
        ["Supplies"],
        "From the mill at Dunham, 5 kg.",
        [],
        [],
    ),
    ("Invoice of the dairy", "Done", "Bea", "2027-03-05", ["Papers"], "", [], []),
    ("Sharpen the bread slicer", "Done", "Dawid", "2027-03-04", ["Repairs"], "", [], []),
    (
        "Carnival doughnuts, last batch",
        "Done",
        "Lin",
        "2027-02-16",
        ["Season"],
        "412 sold.",
        [],
        [],
    ),
    ("New aprons", "Done", "Sofia", "2027-03-01", ["Supplies"], "Six, dark green.", [], []),
)


def fill(file: str) -> None:
    """Write the board."""
    cards = []
    for number, (title, column, who, due, labels, text, steps, notes) in enumerate(CARDS, 1):
        cards.append(
            {
                "id": number,
                "title": title,
                "column": column,
                "assignee": who,
                "due": due,
                "labels": labels,
                "description": text,
                "archived": False,
                "steps": [
                    {"text": step.lstrip("+"), "done": step.startswith("+")} for step in steps
                ],
                "notes": [{"by": by, "text": said} for by, said in notes],
            }
        )
    team = [{"name": a, "full": b, "does": c, "color": d} for a, b, c, d in TEAM]
    with Path(file).open("w", encoding="utf-8") as out:
        json.dump({"columns": COLUMNS, "team": team, "cards": cards}, out, indent=1)


fill(sys.argv[1])
