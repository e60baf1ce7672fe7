// Waits up to `limit` ms for the shown option of that name of a list that has been opened; answers it, or null.
const [el, wanted, limit, done] = arguments;
const begun = performance.now(),
  name = plain(wanted);
function option() {
  const seen = entriesOf(el);
  return seen.find(o => saidBy(o) === name) || comeUp(el, name) || seen.find(o => saidBy(o).includes(name)) || null;
}
(function look() {
  const found = option();
  if (found || performance.now() - begun > limit) return done(found);
  setTimeout(look, 40);
})();
