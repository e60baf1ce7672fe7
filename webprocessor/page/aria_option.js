"use strict";
// Waits up to `limit` ms for the shown option of that name of a list that has been opened; answers it, or null.
const [el, wanted, limit, done] = arguments;
const plain = s => (s || "").replace(/\s+/g, " ").trim().toLowerCase();
const begun = performance.now();
const shown = o => o.getClientRects().length > 0;
function option() {
  const list = document.getElementById(el.getAttribute("aria-controls") || el.getAttribute("aria-owns") || "") || document;
  const roles = [...list.querySelectorAll("[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem]")].filter(shown);
  const seen = roles.length ? roles : [...list.querySelectorAll(list === document ? "[role=listbox] *,ul ul li,[class*=menu] li" : "li,div")].filter(shown);
  return seen.find(o => plain(o.textContent) === plain(wanted)) || seen.find(o => plain(o.textContent).includes(plain(wanted))) || null;
}
(function look() {
  const found = option();
  if (found || performance.now() - begun > limit) return done(found);
  setTimeout(look, 40);
})();
