// What covers an element: a dialog, or something that can be scrolled away from.

let overlay = null;
const MODALS = "dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog],.modal.show";
function atPoint(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner && inner.shadowRoot; ) {
    inner = inner.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
function findOverlay() {
  const seen = [...everyRoot()].flatMap(root => [...root.querySelectorAll(MODALS)]).filter(el => {
    const r = el.getBoundingClientRect(),
      style = styleOf(el);
    if (r.width < 2 || r.height < 2 || !drawn(el, style)) return false;
    let modal = false;
    try {
      modal = el.matches(":modal");
    } catch {
      modal = false;
    }
    return modal || attr(el, "aria-modal") === "true" || (el.tagName !== "DIALOG" && covers(el));
  });
  if (seen.length) return { root: seen[seen.length - 1] };
  const hits = [
    [8, vh / 2],
    [vw - 8, vh / 2],
    [8, vh - 8],
    [vw - 8, vh - 8],
  ].map(([x, y]) => fixedAncestor(atPoint(x, y)));
  if (hits[0] && hits.every(hit => hit === hits[0]) && covers(hits[0])) return { root: hits[0], backdrop: true };
  return besideScrim();
}
// What is drawn over an empty box that lies over the whole page, as a drawer at its side.
function besideScrim() {
  const points = [0.02, 0.5, 0.98].flatMap(x => [0.02, 0.5, 0.98].map(y => atPoint(vw * x, vh * y)));
  const scrim = points.find(hit => hit && !hit.firstElementChild && !clean(hit.textContent) && isPlaced(hit) && spansAll(hit));
  const above = points.filter(hit => scrim && hit && hit !== scrim && !inComposed(hit, scrim) && paintedAfter(hit, scrim)).map(placedAround);
  const [root] = above.filter(box => box && !inComposed(box, scrim)).sort((one, other) => areaOf(other.getBoundingClientRect()) - areaOf(one.getBoundingClientRect()));
  return root ? { root } : null;
}
function placedAround(el) {
  while (el && !isPlaced(el)) el = parentOf(el);
  return el;
}
const isPlaced = el => /fixed|absolute/.test(styleOf(el).position);
function spansAll(el) {
  const r = el.getBoundingClientRect();
  return r.width >= vw * 0.9 && r.height >= vh * 0.9 && !(el instanceof SVGElement) && !/^(IMG|VIDEO|CANVAS|IFRAME)$/.test(el.tagName);
}
function fixedAncestor(el) {
  for (; el && el !== document.body && el !== document.documentElement; el = parentOf(el)) if (styleOf(el).position === "fixed") return el;
  return null;
}
function covers(el) {
  const r = el.getBoundingClientRect();
  if (r.width >= vw * 0.9 && r.height >= vh * 0.9) return true;
  const corner = atPoint(8, vh - 8),
    fixed = fixedAncestor(corner);
  if (!fixed || inComposed(el, fixed)) return false;
  const f = fixed.getBoundingClientRect();
  return f.width >= vw * 0.9 && f.height >= vh * 0.9;
}

function hits(el, r, doc, view) {
  const w = view.innerWidth,
    h = view.innerHeight;
  const left = Math.max(r.left, 0),
    right = Math.min(r.right, w),
    top = Math.max(r.top, 0),
    bottom = Math.min(r.bottom, h);
  const root = el.getRootNode().elementFromPoint ? el.getRootNode() : doc;
  let top1 = null;
  for (const [fx, fy] of [
    [0.5, 0.5],
    [0.15, 0.5],
    [0.85, 0.5],
  ]) {
    const hit = root.elementFromPoint(left + (right - left) * fx, top + (bottom - top) * fy);
    if (!hit) continue;
    top1 = top1 || hit;
    if (el === hit || el.contains(hit) || hit.contains(el) || (hit.shadowRoot && hit.shadowRoot.contains(el))) return null;
    const label = hit.closest("label");
    if (label && (label.control === el || label.contains(el))) return null;
    for (const own of el.labels || []) if (own.contains(hit)) return null;
    if (inComposed(el, hit) || isOfList(el, hit)) return null;
  }
  return top1;
}
// What a list shows as chosen lies over the field that looks up its options.
function isOfList(el, hit) {
  if (el.tagName !== "INPUT" || !(roleOf(el) === "combobox" || el.matches(LISTED))) return false;
  let box = outerOf(el);
  for (let up = 0; box && up < HIGHEST && !box.contains(hit); up++) box = outerOf(box);
  return !!box && box.contains(hit) && box.querySelectorAll(TYPED_IN).length <= 1;
}
function inComposed(outer, inner) {
  for (let node = inner; node; node = node.assignedSlot || node.parentNode || node.host) if (node === outer) return true;
  return false;
}

function judge(el, r, st) {
  const blocker = hits(el, r, el.ownerDocument, el.ownerDocument.defaultView);
  if (overlay && !st.frame.length) {
    if (inComposed(overlay.root, el)) return blocker ? ["dialog", !movable(blocker)] : ["dialog", false];
    if (!blocker) return [overlay.backdrop ? "dialog" : "", false];
    return ["covered", true];
  }
  if (!blocker || movable(blocker)) return ["", false];
  return ["", true];
}
// What a bar that stays while the page scrolls hides can be scrolled into view.
function movable(blocker) {
  for (let node = blocker; node && node.nodeType === 1; node = parentOf(node)) {
    const position = styleOf(node).position;
    if (position === "fixed" || position === "sticky") return true;
  }
  return false;
}
