// Waits up to `limit` ms for the list that a field suggests from; answers the entry that reads as what was typed, or that offers to add it, or null.
const [el, typed, limit, done] = arguments;
const begun = performance.now(),
  name = plain(typed);
// A list is drawn anew with each letter: the last one is the one to pick from.
const CALM = 250;
let last = null,
  since = begun;
// Add "alpha"; Add alpha…
const QUOTES = ["“”", '""', "''", "«»", "„“"];
const adds = said => QUOTES.some(([from, to]) => said.includes(from + name + to)) || ["…", "..."].some(end => said.endsWith(` ${name}${end}`));
const picked = found => found.find(one => saidBy(one) === name) || comeUp(el, name) || found.findLast(one => adds(saidBy(one)));
(function look() {
  const found = entriesOf(el),
    now = performance.now();
  if (found[0] !== last) [last, since] = [found[0], now];
  const over = now - begun > (found.length ? 3 * limit : limit);
  if (over || (found.length && now - since >= CALM)) return done(picked(found) || null);
  setTimeout(look, 40);
})();
