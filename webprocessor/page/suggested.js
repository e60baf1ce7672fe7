// Waits up to `limit` ms for the list that a field suggests from; answers the entry that reads as what was typed, or that offers to add it, or null.
// `only`: the one entry of a list without any other will do that says this from the beginning of a word.
const [el, typed, limit, only, done] = arguments;
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
const holding = found => {
  const said = found.map(saidBy).filter(Boolean);
  return said.length && said.every(each => each === said[0]) && ` ${said[0]}`.includes(` ${name}`) ? found[found.length - 1] : null;
};
(function look() {
  const found = entriesOf(el),
    now = performance.now();
  if (found[0] !== last) [last, since] = [found[0], now];
  const over = now - begun > (found.length ? 3 * limit : limit);
  if (over || (found.length && now - since >= CALM)) return done(picked(found) || (only && holding(found)) || null);
  setTimeout(look, 40);
})();
