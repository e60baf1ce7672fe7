"""What the forum is about, in English."""

CATEGORIES = {
    "Vegetables": "Sowing, growing and eating them.",
    "Tools and sheds": "What we dig, cut and carry with.",
    "Plot swaps": "Give away, swap, look for.",
}
TOPICS = (
    (
        "wilma",
        "Vegetables",
        "Slugs in the lettuce",
        "Every morning another row is gone. What helps?",
        [("henrik", "Copper tape around the bed."), ("rosa", "A board overnight, then collect.")],
    ),
    (
        "henrik",
        "Vegetables",
        "When do you sow broad beans?",
        "The packet says February, my neighbour says November.",
        [("wilma", "Mine go in on the tenth of November, and they stand by May.")],
    ),
    (
        "rosa",
        "Tools and sheds",
        "Which wheelbarrow for a narrow path?",
        "Our paths are 60 cm wide. Two wheels or one?",
        [],
    ),
    (
        "henrik",
        "Plot swaps",
        "Rhubarb to give away",
        "Three big crowns, to be dug up by you. Plot 14, behind the pump.",
        [("wilma", "I would take one.")],
    ),
)
