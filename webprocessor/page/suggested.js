"use strict";
// Waits up to `limit` ms for the list that a field suggests from; answers the entry that reads as what was typed, or null.
const [el, typed, limit, done] = arguments;
const plain = s => (s || "").replace(/\s+/g, " ").trim().toLowerCase();
const begun = performance.now();
const shown = one => one.getClientRects().length > 0;
function entries() {
  const owned = document.getElementById(el.getAttribute("aria-controls") || el.getAttribute("aria-owns") || "");
  const lists = owned ? [owned] : [...document.querySelectorAll("[role=listbox],.ui-autocomplete,[class*=suggest],[class*=autocomplete]")];
  const inside = lists.filter(list => list !== el && !list.contains(el) && shown(list));
  return inside.flatMap(list => [...list.querySelectorAll("[role=option],li")]).filter(shown);
}
// A list is drawn anew with each letter: the last one is the one to pick from.
const CALM = 250;
let last = null,
  since = begun;
(function look() {
  const found = entries(),
    now = performance.now();
  if (found[0] !== last) [last, since] = [found[0], now];
  const over = now - begun > (found.length ? 3 * limit : limit);
  if (over || (found.length && now - since >= CALM)) return done(found.find(one => plain(one.textContent) === plain(typed)) || null);
  setTimeout(look, 40);
})();
