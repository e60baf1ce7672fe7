// Waits up to `limit` ms for a calendar, or a list of hours, that opens over the page for a field: what is typed is taken, and it closes, once the
// field is left.
const [el, limit, done] = arguments;
const MOST_OF_A_MONTH = 20;
const begun = performance.now();
const isNumber = one => !one.childElementCount && /^\d{1,2}$/.test(one.textContent.trim());
(function look() {
  const numbers = [...document.querySelectorAll("td,button,[role=gridcell],[role=option],li,span,div")].filter(isNumber);
  const open = numbers.filter(one => isShown(one) && floats(one, el)).length >= MOST_OF_A_MONTH;
  if (open || performance.now() - begun > limit) return done(open);
  setTimeout(look, 40);
})();
