"""Three pages that tests of checks and grounding look at: a rota, a clinic, a tracker."""

ROTA = """<html lang=en><head><title>Night rota | Harbour</title><style>
table{width:600px} td,th{text-align:left} .card{border:1px solid;width:300px}
dl div{display:flex} dt{width:150px}</style></head><body>
<header><a href="/">Home</a> <a href="/out">Sign out</a> <input type=search aria-label="Search">
</header>
<main><h1>Night rota</h1>
<div role=status>The shift of Ada Berg was saved.</div>
<table id=rota><thead><tr><th>Nurse</th><th>Hours</th><th>Pay</th><th>Begins</th><th></th></tr></thead><tbody>
<tr><td>Ada Berg</td><td>8</td><td>£1,204.50</td><td>3 May 2026</td>
<td><a href="/1">Edit</a> <button>Remove</button></td></tr>
<tr><td>Ben Cole</td><td>6</td><td>£95.00</td><td>12 May 2026</td>
<td><a href="/2">Edit</a> <button>Remove</button></td></tr>
<tr><td>Cy Dorn</td><td>12</td><td>£980.20</td><td>2 June 2026</td>
<td><a href="/3">Edit</a> <button disabled>Remove</button></td></tr></tbody></table>
<h2>Summary</h2>
<dl><div><dt>Shifts</dt><dd>3</dd></div><div><dt>Total pay</dt><dd>£2,279.70</dd></div></dl>
<section><h2>Night fee</h2><p>Amount: £12.00</p><p>Tax (7 %) £0.84</p><button>Change</button></section>
<section><h2>Holiday fee</h2><p>Amount: £31.00</p><button>Change</button></section>
<form><label for=n>Note</label><textarea id=n></textarea>
<label for=w>Ward</label><select id=w><option>East</option><option selected>West</option></select>
<label><input type=checkbox checked> Paid leave</label>
<label><input type=checkbox> On call</label>
<button aria-expanded=false type=button>More options</button><button>Save</button></form>
</main><footer><a href="/imprint">Imprint</a> <a href="/help">Help</a></footer></body></html>"""

CLINIC = """<html lang=de><head><title>Meine Termine</title></head><body>
<nav><a href="/">Startseite</a> <a href="/termine">Termine</a></nav>
<main><h1>Meine Termine</h1>
<ul><li><h3>Zahnarzt</h3><p>12. März 2026, 14:30 Uhr</p><button>Absagen</button></li>
<li><h3>Augenarzt</h3><p>2. April 2026, 09:00 Uhr</p><button>Absagen</button></li></ul>
<p>2 Termine</p>
<form><h2>Neuer Termin</h2><label>Vorname <input value="Ida"></label>
<label>Postleitzahl <input></label><p>Gebühr: 1.250,00 €</p><button>Weiter</button></form>
</main></body></html>"""

TRACKER = """<html lang=fr><head><title>Projet Phare - Tâches</title></head><body>
<main><h1>Tâches</h1>
<div class=list>
<div><a href="/t/1">Peindre la porte</a> <span>Ouverte</span> <button>Supprimer</button></div>
<div><a href="/t/2">Acheter du sable</a> <span>Fermée</span> <button>Supprimer</button></div>
<div><a href="/t/3">Réparer le toit</a> <span>Ouverte</span> <button>Supprimer</button></div>
</div>
<div role=tablist><button role=tab aria-selected=true>Toutes</button>
<button role=tab aria-selected=false>Archives</button></div>
<button aria-label="Réglages"></button></main></body></html>"""
