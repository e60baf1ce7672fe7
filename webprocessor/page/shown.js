// Where an element is drawn, and whether a user sees it at all.

// Whether it is drawn at all: one native question for the usual answer.
function drawn(el, style) {
  if (el.checkVisibility) return el.checkVisibility(SEEN);
  return style.display !== "none" && style.visibility === "visible" && style.opacity !== "0";
}
const SEEN = { checkOpacity: true, checkVisibilityCSS: true };

function rectOf(el) {
  let r = el.getBoundingClientRect();
  if (r.width > 1 && r.height > 1) return r;
  for (const child of el.querySelectorAll("*")) {
    const inner = child.getBoundingClientRect();
    if (inner.width > 1 && inner.height > 1 && styleOf(child).visibility === "visible") return inner;
  }
  return r;
}

const extents = new Map();
function extentOf(view) {
  let extent = extents.get(view);
  if (!extent)
    extents.set(
      view,
      (extent = {
        x: view.scrollX,
        y: view.scrollY,
        w: Math.max(view.document.documentElement.scrollWidth, view.innerWidth),
        vw: view.innerWidth,
        vh: view.innerHeight,
      }),
    );
  return extent;
}

// Where it is drawn; null when a user does not see it.
function shownRect(el, view) {
  if (!drawn(el, styleOf(el))) return null;
  const r = rectOf(el);
  return r.width > 1 && r.height > 1 && onPage(r, view) ? r : null;
}

// What a library draws in place of a field that opens a list and is itself transparent: the box around it alone.
const TYPED_IN = "input:not([type=hidden]),select,textarea",
  HIGHEST = 4;
function drawnAround(el, role) {
  if (el.tagName === "TEXTAREA") return editorAround(el);
  if (role !== "combobox" || el.tagName !== "INPUT" || drawn(el, styleOf(el)) || !isTransparent(el)) return null;
  for (let box = el.parentElement, up = 0; box && up < HIGHEST; box = box.parentElement, up++)
    if (drawn(box, styleOf(box))) return box.querySelectorAll(TYPED_IN).length === 1 ? box : null;
  return null;
}
// Where a user sees a control: itself, or what stands in for it.
function seenRect(el, role, view) {
  const labels = (/^(checkbox|radio|file|switch)$/.test(role) && el.labels) || [];
  const box = drawnAround(el, role);
  // Keys for what nobody hears being pressed go nowhere.
  if (box && el.tagName === "TEXTAREA") return hears(box, PRESSES) || [...box.querySelectorAll("*")].some(one => hears(one, PRESSES)) ? shownRect(box, view) : null;
  for (const one of [el, ...labels, ...iconsOf(el), box]) {
    const r = one && shownRect(one, view);
    if (r) return r;
  }
  return null;
}
const isTransparent = el => !!el.checkVisibility && el.checkVisibility({ checkVisibilityCSS: true });

function onPage(r, view) {
  const page = extentOf(view);
  return r.right + page.x > 0 && r.bottom + page.y > 0 && r.left + page.x < page.w;
}
