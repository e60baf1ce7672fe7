"""Der Hofladen Lindenbrink: Waren, Korb, Bestellung, Newsletter, Kontakt."""

import datetime
import json
import os
import re
import secrets
import sqlite3

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "ein Laden auf der eigenen Maschine"
GRUPPEN = ("Gemüsekisten", "Gemüse", "Obst", "Milch und Eier", "Brot", "Vorrat")
TAGE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
MONATE = (
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
)
# Kürzel -> Name, kurz, Wochentage, Tage Vorlauf
ORTE = {
    "hof": ("Hof Lindenbrink, Telgter Damm 12", "auf dem Hof", (1, 4)),
    "markt": ("Wochenmarkt, Stand am Brunnen", "auf dem Wochenmarkt", (5,)),
    "kiosk": ("Kiosk am Bahnhof", "am Kiosk am Bahnhof", (2, 4)),
}
MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def basis():
    if "basis" not in g:
        g.basis = sqlite3.connect(os.environ["HOF_DATA"])
        g.basis.row_factory = sqlite3.Row
    return g.basis


def frage(text, *werte):
    return basis().execute(text, werte).fetchall()


def tue(text, *werte):
    basis().execute(text, werte)
    basis().commit()


@app.teardown_appcontext
def zu(_):
    if "basis" in g:
        g.basis.close()


@app.template_filter()
def euro(cent):
    return f"{cent // 100},{cent % 100:02d} €"


@app.template_filter()
def datum(text):
    tag = datetime.date.fromisoformat(text)
    return f"{TAGE[tag.weekday()]}, {tag.day}. {MONATE[tag.month - 1]}"


def gast():
    if "gast" not in session:
        session["gast"] = secrets.token_hex(8)
    return session["gast"]


def korb():
    return frage(
        "select waren.id nr, menge, name, preis, einheit from koerbe join waren on waren.id = ware where gast = ? "
        "order by koerbe.id",
        session.get("gast", ""),
    )


def summe(posten):
    return sum(one["menge"] * one["preis"] for one in posten)


def termine():
    heute = datetime.date.today()
    tage = [heute + datetime.timedelta(days=zahl) for zahl in range(3, 19)]
    return [tag.isoformat() for tag in tage if tag.weekday() in (1, 2, 4, 5)]


def passt(ort, tag):
    """Was an Ort und Tag nicht stimmt."""
    if ort not in ORTE:
        return {"ort": "Bitte wählen Sie aus, wo Sie abholen möchten."}
    if tag not in termine():
        return {"tag": "Bitte wählen Sie einen Abholtag."}
    if datetime.date.fromisoformat(tag).weekday() not in ORTE[ort][2]:
        am = " und ".join(f"{TAGE[each].lower()}s" for each in ORTE[ort][2])
        return {"tag": f"A{ORTE[ort][1][1:]} kann nur {am} abgeholt werden."}
    return {}


@app.context_processor
def ueberall():
    return {"im_korb": sum(one["menge"] for one in korb()), "gruppen": GRUPPEN, "orte": ORTE}


@app.get("/")
def start():
    return render_template(
        "start.html",
        kisten=frage("select * from waren where gruppe = 'Gemüsekisten'"),
        neu=frage("select * from waren where name in ('Mangold', 'Dinkelkruste', 'Waldhonig')"),
    )


@app.get("/sortiment")
def sortiment():
    gruppe, wort = request.args.get("gruppe", ""), request.args.get("suche", "").strip()
    waren = [
        one
        for one in frage("select * from waren order by id")
        if (not gruppe or one["gruppe"] == gruppe)
        and wort.lower() in f"{one['name']} {one['text']}".lower()
    ]
    return render_template("sortiment.html", waren=waren, gruppe=gruppe, wort=wort)


@app.get("/sortiment/<int:nummer>")
def ware(nummer):
    gefunden = frage("select * from waren where id = ?", nummer)
    return render_template("ware.html", one=gefunden[0] if gefunden else abort(404))


@app.post("/korb/hinein")
def hinein():
    gefunden = frage("select * from waren where id = ?", request.form.get("ware", 0, type=int))
    menge = request.form.get("menge", 1, type=int)
    zurueck = request.form.get("zurueck", "")
    zurueck = zurueck if re.match(r"/(?!/)", zurueck) else url_for("zeige_korb")
    if not gefunden or not gefunden[0]["da"]:
        flash("Das ist zurzeit leider nicht zu haben.", "schlecht")
        return redirect(zurueck)
    one = gefunden[0]
    if not 1 <= menge <= 20:
        flash("Bitte geben Sie eine Menge zwischen 1 und 20 an.", "schlecht")
        return redirect(zurueck)
    schon = frage("select id from koerbe where gast = ? and ware = ?", gast(), one["id"])
    if schon:
        tue("update koerbe set menge = menge + ? where id = ?", menge, schon[0]["id"])
    else:
        tue("insert into koerbe(gast, ware, menge) values (?,?,?)", gast(), one["id"], menge)
    flash(f"{menge} × {one['name']} liegt jetzt im Korb.", "gut")
    return redirect(zurueck)


@app.get("/korb")
def zeige_korb():
    posten = korb()
    return render_template("korb.html", posten=posten, summe=summe(posten))


@app.post("/korb/<int:nummer>")
def aendere(nummer):
    menge = 0 if "weg" in request.form else request.form.get("menge", -1, type=int)
    if menge == 0:
        tue("delete from koerbe where gast = ? and ware = ?", gast(), nummer)
        flash("Der Korb ist geändert.", "gut")
    elif 1 <= menge <= 20:
        tue("update koerbe set menge = ? where gast = ? and ware = ?", menge, gast(), nummer)
        flash("Der Korb ist geändert.", "gut")
    else:
        flash("Bitte geben Sie eine Menge zwischen 1 und 20 an.", "schlecht")
    return redirect(url_for("zeige_korb"))


@app.route("/kasse", methods=["GET", "POST"])
def kasse():
    posten, falsch = korb(), {}
    if not posten:
        flash("Ihr Korb ist noch leer.", "schlecht")
        return redirect(url_for("sortiment"))
    werte = {
        key: request.form.get(key, "").strip()
        for key in ("name", "email", "telefon", "ort", "tag", "hinweis")
    }
    if request.method == "POST":
        falsch = passt(werte["ort"], werte["tag"])
        if not werte["name"]:
            falsch["name"] = "Bitte geben Sie Ihren Namen an."
        if not MAIL.fullmatch(werte["email"]):
            falsch["email"] = "Bitte geben Sie eine gültige E-Mail-Adresse an."
        if not request.form.get("ja"):
            falsch["ja"] = "Bitte bestätigen Sie, dass Sie die Ware abholen."
        if not falsch:
            nummer = f"HL-{2035 + frage('select count(*) from bestellungen')[0][0]}"
            liste = [[one["name"], one["menge"], one["preis"]] for one in posten]
            tue(
                "insert into bestellungen(nummer, name, email, telefon, ort, tag, hinweis, stand, posten) "
                "values (?,?,?,?,?,?,?,'offen',?)",
                nummer,
                werte["name"],
                werte["email"],
                werte["telefon"],
                werte["ort"],
                werte["tag"],
                werte["hinweis"],
                json.dumps(liste, ensure_ascii=False),
            )
            tue("delete from koerbe where gast = ?", gast())
            session["meine"] = nummer
            return redirect(url_for("danke"))
    return render_template(
        "kasse.html",
        posten=posten,
        summe=summe(posten),
        werte=werte,
        falsch=falsch,
        termine=termine(),
    )


@app.get("/danke")
def danke():
    gefunden = frage("select * from bestellungen where nummer = ?", session.get("meine", ""))
    if not gefunden:
        return redirect(url_for("start"))
    return render_template("danke.html", one=gefunden[0], posten=json.loads(gefunden[0]["posten"]))


@app.route("/bestellung", methods=["GET", "POST"])
def suche():
    falsch = None
    if request.method == "POST":
        nummer, email = (
            request.form.get("nummer", "").strip().upper(),
            request.form.get("email", "").strip().lower(),
        )
        if frage("select 1 from bestellungen where nummer = ? and lower(email) = ?", nummer, email):
            session["sehe"] = nummer
            return redirect(url_for("bestellung"))
        falsch = "Unter dieser Nummer und E-Mail-Adresse gibt es keine Bestellung."
    return render_template("suche.html", falsch=falsch)


@app.route("/bestellung/ansehen", methods=["GET", "POST"])
def bestellung():
    gefunden = frage("select * from bestellungen where nummer = ?", session.get("sehe", ""))
    if not gefunden:
        return redirect(url_for("suche"))
    one, falsch = gefunden[0], {}
    werte = {"ort": one["ort"], "tag": one["tag"]}
    if request.method == "POST" and one["stand"] == "offen":
        werte = {"ort": request.form.get("ort", ""), "tag": request.form.get("tag", "")}
        falsch = passt(**werte)
        if not falsch:
            tue(
                "update bestellungen set ort = ?, tag = ? where id = ?",
                werte["ort"],
                werte["tag"],
                one["id"],
            )
            flash(
                f"Gespeichert. Sie holen {one['nummer']} am {datum(werte['tag'])} {ORTE[werte['ort']][1]} ab.",
                "gut",
            )
            return redirect(url_for("bestellung"))
    tage = sorted({*termine(), one["tag"]})
    return render_template(
        "bestellung.html",
        one=one,
        posten=json.loads(one["posten"]),
        werte=werte,
        falsch=falsch,
        termine=tage,
    )


@app.route("/bestellung/absagen", methods=["GET", "POST"])
def absagen():
    gefunden = frage(
        "select * from bestellungen where nummer = ? and stand = 'offen'", session.get("sehe", "")
    )
    if not gefunden:
        return redirect(url_for("suche"))
    if request.method == "POST":
        tue("update bestellungen set stand = 'abgesagt' where id = ?", gefunden[0]["id"])
        flash("Die Bestellung ist abgesagt.", "gut")
        return redirect(url_for("bestellung"))
    return render_template("absagen.html", one=gefunden[0])


@app.post("/newsletter")
def newsletter():
    email = request.form.get("email", "").strip()
    if not MAIL.fullmatch(email):
        flash("Für den Newsletter brauchen wir eine gültige E-Mail-Adresse.", "schlecht")
    elif frage("select 1 from leser where lower(email) = ?", email.lower()):
        flash("Diese Adresse bekommt den Newsletter schon.", "schlecht")
    else:
        tue("insert into leser(email) values (?)", email)
        flash(f"Danke! Der Hofbrief geht ab jetzt auch an {email}.", "gut")
    return redirect(request.referrer or url_for("start"))


@app.route("/kontakt", methods=["GET", "POST"])
def kontakt():
    werte = {key: request.form.get(key, "").strip() for key in ("name", "email", "thema", "text")}
    falsch = {}
    if request.method == "POST":
        if not werte["name"]:
            falsch["name"] = "Bitte geben Sie Ihren Namen an."
        if not MAIL.fullmatch(werte["email"]):
            falsch["email"] = "Bitte geben Sie eine gültige E-Mail-Adresse an."
        if len(werte["text"]) < 10:
            falsch["text"] = "Bitte schreiben Sie uns etwas mehr."
        if not falsch:
            tue(
                "insert into nachrichten(name, email, thema, text) values (?,?,?,?)",
                *werte.values(),
            )
            flash("Ihre Nachricht ist angekommen. Wir antworten meist am selben Abend.", "gut")
            return redirect(url_for("kontakt"))
    return render_template("kontakt.html", werte=werte, falsch=falsch)


@app.get("/abholung")
def abholung():
    return render_template("abholung.html")


@app.get("/hof")
def hof():
    return render_template("hof.html")


@app.errorhandler(404)
def fehlt(_):
    return render_template("fehlt.html"), 404
