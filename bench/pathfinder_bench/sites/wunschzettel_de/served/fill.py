"""Der erste Tag des Hofladens: was es gibt, was schon bestellt ist."""

import datetime
import json
import sqlite3
import sys

_TABLES = """
create table waren (id integer primary key, name, gruppe, preis integer, einheit, text, da integer);
create table koerbe (id integer primary key, gast, ware integer, menge integer);
create table bestellungen (id integer primary key, nummer, name, email, telefon, ort, tag, hinweis, stand, posten);
create table leser (id integer primary key, email);
create table nachrichten (id integer primary key, name, email, thema, text);
"""
K, G, P, M, B, V = "Gemüsekisten", "Gemüse", "Obst", "Milch und Eier", "Brot", "Vorrat"
WAREN = [
    (
        "Kleine Gemüsekiste",
        K,
        1450,
        "Kiste",
        "Für ein bis zwei Personen: fünf Sorten, etwa 3 kg.",
        1,
    ),
    (
        "Mittlere Gemüsekiste",
        K,
        2150,
        "Kiste",
        "Für zwei bis drei Personen: sieben Sorten, etwa 5 kg.",
        1,
    ),
    (
        "Familienkiste",
        K,
        2890,
        "Kiste",
        "Für vier und mehr: neun Sorten, etwa 8 kg, mit Kartoffeln.",
        1,
    ),
    ("Obstkiste", K, 1690, "Kiste", "Was die Bäume gerade hergeben, etwa 4 kg.", 1),
    (
        "Kartoffeln, festkochend",
        G,
        390,
        "2-kg-Beutel",
        "Sorte Annabelle, schmale Knollen für Salat.",
        1,
    ),
    ("Kartoffeln, mehligkochend", G, 390, "2-kg-Beutel", "Sorte Gunda, für Püree und Klöße.", 1),
    ("Möhren, Bund", G, 240, "Bund", "Mit Grün, morgens gezogen.", 1),
    ("Möhren, lose", G, 220, "1-kg-Beutel", "Gewaschen, ohne Grün.", 1),
    ("Mangold", G, 280, "Bund", "Bunte Stiele.", 1),
    ("Rote Bete", G, 260, "1-kg-Beutel", "Kleine Knollen, zart.", 1),
    ("Kopfsalat", G, 170, "Stück", "Morgens geschnitten.", 1),
    ("Spargel, weiß", G, 1290, "500-g-Bund", "Erst im nächsten Frühjahr wieder.", 0),
    ("Äpfel, Topaz", P, 420, "1,5-kg-Beutel", "Säuerlich, aus dem Kühllager.", 1),
    ("Birnen, Conference", P, 450, "1-kg-Beutel", "Zum Nachreifen.", 1),
    ("Quitten", P, 480, "1-kg-Beutel", "Nur wenige Wochen im Jahr.", 0),
    ("Eier, 6 Stück", M, 270, "Schachtel", "Aus dem Hühnermobil auf der Südwiese.", 1),
    ("Eier, 10 Stück", M, 430, "Schachtel", "Aus dem Hühnermobil auf der Südwiese.", 1),
    ("Rohmilchkäse, jung", M, 620, "250-g-Stück", "Käserei Terhorst, sechs Wochen gereift.", 1),
    ("Rohmilchkäse, alt", M, 790, "250-g-Stück", "Käserei Terhorst, neun Monate gereift.", 1),
    ("Bauernbrot", B, 540, "1-kg-Laib", "Roggen und Weizen, aus dem Holzofen.", 1),
    ("Dinkelkruste", B, 580, "750-g-Laib", "Mit Sonnenblumenkernen.", 1),
    ("Waldhonig", V, 980, "500-g-Glas", "Imkerei Wiegand, Stelle am Klosterbusch.", 1),
    ("Blütenhonig", V, 750, "500-g-Glas", "Imkerei Wiegand, Früh- und Sommertracht.", 1),
    ("Apfelsaft", V, 280, "1-l-Flasche", "Streuobst, naturtrüb. Dazu 15 Cent Pfand.", 1),
]


def naechster(wochentag, ab=3):
    tag = datetime.date.today() + datetime.timedelta(days=ab)
    while tag.weekday() != wochentag:
        tag += datetime.timedelta(days=1)
    return tag.isoformat()


KATRIN = ("Katrin Bredow", "katrin.bredow@example.com", "0251 5550148")
BESTELLUNGEN = [
    (
        "HL-2035",
        "Dieter Osthues",
        "d.osthues@example.com",
        "",
        "markt",
        naechster(5),
        "",
        "offen",
        {3: 1, 20: 1},
    ),
    ("HL-2036", *KATRIN, "hof", naechster(4, -11), "", "abgeholt", {1: 1, 16: 1}),
    (
        "HL-2037",
        "Fam. Aydin",
        "selma.aydin@example.com",
        "0251 5550190",
        "kiosk",
        naechster(2),
        "",
        "offen",
        {2: 1},
    ),
    ("HL-2038", *KATRIN, "hof", naechster(4), "", "offen", {2: 1, 22: 1, 17: 1}),
    (
        "HL-2039",
        "Gero Lütkehaus",
        "gero.l@example.com",
        "",
        "hof",
        naechster(1),
        "Bitte ohne Mangold",
        "offen",
        {1: 1},
    ),
]


def fill(datei):
    basis = sqlite3.connect(datei)
    basis.executescript(_TABLES)
    basis.executemany(
        "insert into waren(name, gruppe, preis, einheit, text, da) values (?,?,?,?,?,?)", WAREN
    )
    for *werte, posten in BESTELLUNGEN:
        namen = [
            [WAREN[nummer - 1][0], menge, WAREN[nummer - 1][2]] for nummer, menge in posten.items()
        ]
        basis.execute(
            "insert into bestellungen(nummer, name, email, telefon, ort, tag, hinweis, stand, posten) "
            "values (?,?,?,?,?,?,?,?,?)",
            (*werte, json.dumps(namen, ensure_ascii=False)),
        )
    basis.executemany(
        "insert into leser(email) values (?)",
        [("d.osthues@example.com",), ("pfarrbuero@example.com",)],
    )
    basis.commit()
    basis.close()


fill(sys.argv[1])
