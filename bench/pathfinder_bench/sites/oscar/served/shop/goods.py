"""What the shop sells, before a seed gives it prices, stock and an order."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Good:
    """A product: `price` in pounds before the seed varies it.

    `sizes` make it a product with variants.
    """

    title: str
    category: str
    shape: str
    price: int
    text: str
    sizes: tuple[str, ...] = ()


CATEGORIES = {
    "Lighting": "Lamps for desks, shelves and late chapters.",
    "Kitchen": "Things that are used every day and wear well.",
    "Books": "A short shelf, chosen slowly.",
    "Garden": "For balconies, beds and the birds.",
}

GOODS = (
    Good(
        "Oak Desk Lamp",
        "Lighting",
        "lamp",
        39,
        "A hinged oak arm and a linen shade. Takes any E27 bulb.",
    ),
    Good(
        "Brass Reading Lamp",
        "Lighting",
        "lamp",
        58,
        "Dimmable, with a weighted foot that stays where it is put.",
    ),
    Good(
        "Paper Globe Lamp",
        "Lighting",
        "globe",
        24,
        "Folded rice paper on a wire frame, 40 cm across.",
    ),
    Good(
        "Clip-on Book Light",
        "Lighting",
        "lamp",
        14,
        "Two hours of warm light from a charge; clips to any cover.",
    ),
    Good(
        "Stoneware Mug",
        "Kitchen",
        "mug",
        12,
        "Thrown in Stoke, glazed inside and bare outside. Holds 350 ml.",
    ),
    Good("Copper Kettle", "Kitchen", "can", 64, "Whistles at the boil. For gas and electric hobs."),
    Good(
        "Walnut Chopping Board",
        "Kitchen",
        "board",
        31,
        "End grain, oiled, with a groove for the juice.",
    ),
    Good(
        "Cotton Apron",
        "Kitchen",
        "apron",
        21,
        "Heavy cotton, long ties and one deep pocket.",
        ("Small", "Medium", "Large"),
    ),
    Good(
        "The Salt Road",
        "Books",
        "book",
        11,
        "Five hundred miles on foot behind a caravan. Paperback.",
    ),
    Good(
        "A Field Guide to Clouds",
        "Books",
        "book",
        16,
        "Every cloud by name, with what it means for tomorrow.",
    ),
    Good(
        "Bread in a Day",
        "Books",
        "book",
        20,
        "Forty loaves that start at breakfast and are eaten at supper.",
    ),
    Good("Night Trains", "Books", "book", 9, "Stories told between Vienna and Rome. Paperback."),
    Good("Terracotta Planter", "Garden", "pot", 18, "Frost-proof clay with a saucer, 22 cm wide."),
    Good("Steel Watering Can", "Garden", "can", 27, "Galvanised, five litres, with a brass rose."),
    Good(
        "Hand Fork and Trowel",
        "Garden",
        "tools",
        22,
        "Forged heads on ash handles, sold as a pair.",
    ),
    Good(
        "Cedar Bird Feeder",
        "Garden",
        "house",
        15,
        "Hangs from a branch and opens at the top for filling.",
    ),
)
