"""What the forum is about, in German."""

CATEGORIES = {
    "Gemüse": "Säen, ziehen und essen.",
    "Werkzeug und Schuppen": "Womit wir graben, schneiden und tragen.",
    "Tauschecke": "Verschenken, tauschen, suchen.",
}
TOPICS = (
    (
        "wilma",
        "Gemüse",
        "Schnecken im Salat",
        "Jeden Morgen fehlt eine Reihe. Was hilft?",
        [("henrik", "Kupferband um das Beet."), ("rosa", "Abends ein Brett, morgens absammeln.")],
    ),
    (
        "henrik",
        "Gemüse",
        "Wann sät ihr Dicke Bohnen?",
        "Auf der Tüte steht Februar, der Nachbar sagt November.",
        [("wilma", "Meine kommen am zehnten November in die Erde, im Mai stehen sie.")],
    ),
    (
        "rosa",
        "Werkzeug und Schuppen",
        "Welche Schubkarre für einen schmalen Weg?",
        "Unsere Wege sind 60 cm breit. Zwei Räder oder eines?",
        [],
    ),
    (
        "henrik",
        "Tauschecke",
        "Rhabarber zu verschenken",
        "Drei große Stöcke zum Selbstausgraben. Parzelle 14, hinter der Pumpe.",
        [("wilma", "Ich nähme einen.")],
    ),
)
