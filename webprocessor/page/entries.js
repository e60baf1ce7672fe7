// The entries of the list that a field has opened: of the one that it names as its own, or of what has come up over the page.
const plain = s => (s || "").replace(/\s+/g, " ").trim().toLowerCase();
const ROLES = "[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem]";
// Libraries keep lists without extent for screen readers beside the one that they draw.
const isShown = one => {
  const r = one.getBoundingClientRect();
  return r.width > 1 && r.height > 1 && (!one.checkVisibility || one.checkVisibility({ checkVisibilityCSS: true }));
};
function within(root, selector) {
  const deeper = [...root.querySelectorAll("*")].filter(one => one.shadowRoot).flatMap(one => within(one.shadowRoot, selector));
  return [...root.querySelectorAll(selector), ...deeper];
}
// What stands in a slot of a component is the component's.
const saidBy = one => plain(one.textContent) || plain((one.getRootNode().host || one).textContent);

function entriesOf(el) {
  const ids = `${el.getAttribute("aria-controls") || ""} ${el.getAttribute("aria-owns") || ""}`.split(/\s+/).filter(Boolean);
  const named = ids.flatMap(id => [el.getRootNode(), document].map(root => root.getElementById && root.getElementById(id))).filter(one => one && one !== el);
  for (const place of [...named, document]) {
    const found = within(place, ROLES).filter(isShown);
    if (found.length) return found;
  }
  const lists = [...document.querySelectorAll("ul,ol,[role=listbox]"), ...named].filter(list => !list.contains(el) && isShown(list) && floats(list, el) && !leadsAway(list));
  return lists.flatMap(list => [...list.querySelectorAll("li,div,a")]).filter(isShown);
}
const isNoField = el => !el.querySelector("input:not([type=hidden]),textarea");
// Whether it lies over the page, in a box of its own.
function floats(one, el) {
  for (let box = one; box && !box.contains(el); box = box.parentElement) if (/absolute|fixed/.test(getComputedStyle(box).position)) return true;
  return false;
}
// A menu of the page, or a link in it, may lie over the page as well, and may be called as what is typed.
const LEADS = "a[href]:not([href^='#']):not([href^='javascript:'])";
const leadsAway = one => !!one.closest(`nav,[role=navigation],${LEADS}`) || !!one.querySelector(LEADS);
// What reads so in a box over the page, whatever its markup says: the innermost.
function comeUp(el, wanted) {
  const same = [...document.querySelectorAll("li,div,span,a,td,button")].filter(one => one.childElementCount < 4 && plain(one.textContent) === wanted);
  return same.reverse().find(one => isShown(one) && isNoField(one) && floats(one, el) && !leadsAway(one)) || null;
}
