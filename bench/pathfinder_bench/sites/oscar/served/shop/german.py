"""What the shop sells, in German."""

from django.conf import settings

_GERMAN = {
    "Lighting": "Leuchten",
    "Kitchen": "Küche",
    "Books": "Bücher",
    "Garden": "Garten",
    "Small": "Klein",
    "Medium": "Mittel",
    "Large": "Groß",
    "Lamps for desks, shelves and late chapters.": "Für Schreibtisch, Regal und späte Kapitel.",
    "Things that are used every day and wear well.": "Was man jeden Tag braucht und was lange hält.",
    "A short shelf, chosen slowly.": "Ein kurzes Regal, langsam gewählt.",
    "For balconies, beds and the birds.": "Für Balkon, Beet und Vögel.",
    "Oak Desk Lamp": "Schreibtischlampe aus Eiche",
    "Brass Reading Lamp": "Leselampe aus Messing",
    "Paper Globe Lamp": "Papierkugelleuchte",
    "Clip-on Book Light": "Buchlicht zum Anklemmen",
    "Stoneware Mug": "Becher aus Steinzeug",
    "Copper Kettle": "Wasserkessel aus Kupfer",
    "Walnut Chopping Board": "Schneidebrett aus Nussbaum",
    "Cotton Apron": "Schürze aus Baumwolle",
    "The Salt Road": "Die Salzstraße",
    "A Field Guide to Clouds": "Wolken bestimmen",
    "Bread in a Day": "Brot an einem Tag",
    "Night Trains": "Nachtzüge",
    "Terracotta Planter": "Pflanzkübel aus Terrakotta",
    "Steel Watering Can": "Gießkanne aus Stahl",
    "Hand Fork and Trowel": "Handgabel und Pflanzkelle",
    "Cedar Bird Feeder": "Vogelhaus aus Zeder",
    "A hinged oak arm and a linen shade. Takes any E27 bulb.": "Gelenkarm aus Eiche und ein Schirm "
    "aus Leinen. Für jede Birne mit E27.",
    "Dimmable, with a weighted foot that stays where it is put.": "Dimmbar, mit schwerem Fuß, der "
    "stehen bleibt, wo er steht.",
    "Folded rice paper on a wire frame, 40 cm across.": "Gefaltetes Reispapier auf Draht, 40 cm.",
    "Two hours of warm light from a charge; clips to any cover.": "Zwei Stunden warmes Licht; hält "
    "an jedem Einband.",
    "Thrown in Stoke, glazed inside and bare outside. Holds 350 ml.": "Von Hand gedreht, innen "
    "glasiert und außen roh. Fasst 350 ml.",
    "Whistles at the boil. For gas and electric hobs.": "Pfeift, wenn es kocht. Für Gas und Strom.",
    "End grain, oiled, with a groove for the juice.": "Hirnholz, geölt, mit einer Rinne.",
    "Heavy cotton, long ties and one deep pocket.": "Schwere Baumwolle, lange Bänder, eine Tasche.",
    "Five hundred miles on foot behind a caravan. Paperback.": "Achthundert Kilometer zu Fuß hinter "
    "einer Karawane. Taschenbuch.",
    "Every cloud by name, with what it means for tomorrow.": "Jede Wolke mit Namen, und was sie für "
    "morgen heißt.",
    "Forty loaves that start at breakfast and are eaten at supper.": "Vierzig Brote, morgens "
    "begonnen und abends gegessen.",
    "Stories told between Vienna and Rome. Paperback.": "Zwischen Wien und Rom erzählt. Taschenbuch.",
    "Frost-proof clay with a saucer, 22 cm wide.": "Frostfester Ton mit Untersetzer, 22 cm.",
    "Galvanised, five litres, with a brass rose.": "Verzinkt, fünf Liter, mit Brause aus Messing.",
    "Forged heads on ash handles, sold as a pair.": "Geschmiedet, mit Stielen aus Esche, als Paar.",
    "Hangs from a branch and opens at the top for filling.": "Hängt am Ast und wird oben gefüllt.",
}


def said(text: str) -> str:
    """The text in the shop's language."""
    return _GERMAN[text] if settings.LANGUAGE_CODE == "de" else text
