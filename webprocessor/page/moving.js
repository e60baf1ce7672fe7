// What can be dragged, and boxes that hold more than they show.

const DRAGGED = /(^|[\s_-])(draggable|drag-handle|sortable-handle|sortable-item|cdk-drag)(?![\w])/i;
const GRABBED = /^(grab|grabbing|move)$/;
function isDragged(el) {
  if (FIELDS.has(roleOf(el)) || attr(el, "draggable") === "false") return false;
  if (attr(el, "draggable") === "true" || DRAGGED.test(attr(el, "class"))) return true;
  return GRABBED.test(styleOf(el).cursor) && hears(el, ["mousedown", "pointerdown", "dragstart", "touchstart"]);
}

// A box is told of by what stands first in it.
const toldBoxes = new Set();
function scrollsFirst(el, st) {
  const box = overflows(el) ? el : st.scroller;
  if (!box || toldBoxes.has(box)) return false;
  toldBoxes.add(box);
  return true;
}
const overflows = el => el.scrollHeight > el.clientHeight + 8 && el.clientHeight > 0 && /auto|scroll/.test(styleOf(el).overflowY) && !/^(BODY|HTML)$/.test(el.tagName);
