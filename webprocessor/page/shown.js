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
const NOT_FOR_USERS = ":not([type=hidden]):not([aria-hidden=true]):not([tabindex='-1'])",
  TYPED_IN = `input${NOT_FOR_USERS},select${NOT_FOR_USERS},textarea${NOT_FOR_USERS}`,
  HIGHEST = 4;
const LISTED = "input[aria-haspopup=listbox]";
function drawnAround(el, role) {
  if (el.tagName === "TEXTAREA") return editorAround(el);
  if (!(role === "combobox" || el.matches(LISTED) || el.getRootNode().host) || el.tagName !== "INPUT" || !isUnseen(el) || !isTransparent(el)) return null;
  for (let box = outerOf(el), up = 0; box && up < HIGHEST; box = outerOf(box), up++)
    if (!isUnseen(box) && Math.min(box.offsetWidth, box.offsetHeight) > 1) return box.querySelectorAll(TYPED_IN).length === 1 ? box : null;
  return null;
}
// Transparent, or cut down to nothing, itself or by what is around it.
function isUnseen(el) {
  if (!drawn(el, styleOf(el))) return true;
  for (let box = el, up = 0; box && up < HIGHEST; box = parentOf(box), up++) if (clipped(box, styleOf(box))) return true;
  return false;
}
// A transparent box to tick lies over what a user sees and presses: a word or a sign beside it. It is pressed itself.
function liesOverWhatIsSeen(el, view) {
  if (el.tagName !== "INPUT" || !/^(checkbox|radio|file)$/.test(typeOf(el)) || drawn(el, styleOf(el)) || !isTransparent(el) || !el.parentElement) return false;
  const r = el.getBoundingClientRect(),
    covers = o => o.left < r.right && o.right > r.left && o.top < r.bottom && o.bottom > r.top;
  if (Math.min(r.width, r.height) < LEAST_PRESSED || !onPage(r, view)) return false;
  return [...el.parentElement.children].some(one => one !== el && one.tagName !== "INPUT" && covers(one.getBoundingClientRect()) && !!shownRect(one, view));
}
const LEAST_PRESSED = 8;
// What a user sees of a control: itself, or what stands in for it.
function seenAs(el, role, view) {
  const labels = (/^(checkbox|radio|file|switch)$/.test(role) && el.labels) || [];
  const box = drawnAround(el, role);
  // Keys for what nobody hears being pressed go nowhere.
  if (box && el.tagName === "TEXTAREA" && ![box, ...box.querySelectorAll("*")].some(one => hears(one, PRESSES))) return null;
  const all = [...labels, ...iconsOf(el), box];
  const found = [...(isUnseen(el) ? [...all, el] : [el, ...all])].find(one => one && shownRect(one, view));
  return found || (liesOverWhatIsSeen(el, view) ? el : null);
}
const isTransparent = el => !!el.checkVisibility && el.checkVisibility({ checkVisibilityCSS: true });

function onPage(r, view) {
  const page = extentOf(view);
  return r.right + page.x > 0 && r.bottom + page.y > 0 && r.left + page.x < page.w;
}
