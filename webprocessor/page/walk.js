// The walk over the composed tree; texts of nested inline elements come together as lines.

const INLINE = new Set([
  "SPAN",
  "B",
  "STRONG",
  "I",
  "EM",
  "SMALL",
  "A",
  "U",
  "S",
  "DEL",
  "INS",
  "MARK",
  "SUB",
  "SUP",
  "ABBR",
  "CODE",
  "TIME",
  "FONT",
  "Q",
  "CITE",
  "VAR",
  "KBD",
  "DATA",
  "BDI",
  "BDO",
]);
const CELL_ROLES = /^(cell|gridcell|rowheader|columnheader)$/;
const BLOCK_ROLES = { TD: "cell", TH: "columnheader", LI: "listitem" };

function closeLine() {
  const done = line;
  line = null;
  spaced = false;
  if (!done || !done.plain) return;
  const text = clean(done.parts.join(""));
  if (!readable(text)) return;
  const el = done.only || done.block,
    block = done.block;
  const role = BLOCK_ROLES[block.tagName] || roleOf(el) || "text";
  pushText(el, done.st, text.slice(0, 400), role);
}

function addText(node, st, block) {
  const data = node.data,
    box = (node.assignedSlot && node.assignedSlot.parentElement) || node.parentElement;
  if (!line) {
    if (!/\S/.test(data)) return;
    line = { parts: [], plain: false, only: box, block, st };
  }
  const blank = !/\S/.test(data);
  if (spaced && !blank) {
    line.parts.push(" ");
    spaced = false;
  }
  line.parts.push(data);
  if (blank) return;
  if (!st.consumed && readable(data)) line.plain = true;
  if (line.only !== box) line.only = null;
}

function frameInto(el, st) {
  let doc = null;
  try {
    doc = el.contentDocument;
  } catch {
    doc = null;
  }
  const view = st.view,
    r = el.getBoundingClientRect();
  let index = -1;
  for (let i = 0; i < view.length; i++) if (view[i] === el.contentWindow) index = i;
  if (index < 0 || r.width < 2 || r.height < 2) return;
  const frame = [...st.frame, index],
    ox = st.ox + r.left + el.clientLeft,
    oy = st.oy + r.top + el.clientTop;
  if (!doc || !doc.body) {
    frames.push({ frame, x: ox, y: oy });
    return;
  }
  const shown = st.frameInView && r.bottom > 0 && r.top < view.innerHeight;
  closeLine();
  nodes += doc.getElementsByTagName("*").length;
  walk(doc.body, { ...st, view: doc.defaultView, ox, oy, frame, base: -1, consumed: false, frameInView: shown }, doc.body, null, "");
  closeLine();
}

function start() {
  overlay = window.top === window ? findOverlay() : null;
  openers = hoverBoxes();
  return {
    view: window,
    ox: 0,
    oy: 0,
    frame: [],
    base: -1,
    landmark: "",
    notice: "",
    scroller: null,
    under: null,
    blinded: false,
    consumed: false,
    inAction: "",
    frameInView: true,
  };
}

// `around` is the cursor of the parent; plain: without any attribute, as most elements are.
function walk(el, st, block, parentStyle, around) {
  const plain = !el.attributes.length,
    style = SKIP.has(el.tagName) ? null : styleOf(el);
  if (!style) return;
  const row = hiddenParts.has(el) && rowPointedAt(el);
  if (row) return pushPointedAt(el, st, row);
  if (passed(el, st, style, plain)) return;
  // Only what has an attribute can have been given a cursor of its own, or nearly so; the rest inherit it.
  const cursor = plain ? around : style.cursor;
  if (el.tagName === "svg" && cursor !== "pointer" && !el.hasAttribute("onclick") && !seenInto(el, st)) return;
  const flows = (style.display.startsWith("inline") || style.display === "contents") && !(!plain && CELL_ROLES.test(attr(el, "role")));
  const asInline =
    flows || (INLINE.has(el.tagName) && parentStyle && /flex/.test(parentStyle.display) && !/column/.test(parentStyle.flexDirection));
  if (!asInline) closeLine();
  const inner = told(el, st, style, plain, cursor, around);
  if (!LEAVES.has(el.tagName)) walkInto(el, inner, asInline ? block : el, style, cursor, asInline && !flows);
  if (!asInline) closeLine();
}

// An icon is a part of what it stands in; a drawing, or one that is pressed, is told of.
function seenInto(svg, st) {
  if (st.inAction === CONTROL) return false;
  if (pressed(svg) || [...svg.querySelectorAll("*")].some(pressed)) return true;
  return !st.inAction && isDrawing(svg);
}

// What needs no walk of its own: what is not drawn, and frames.
function passed(el, st, style, plain) {
  const tag = el.tagName;
  if (el.shadowRoot) nodes += el.shadowRoot.querySelectorAll("*").length;
  if (style.display === "none") {
    if (tag === "INPUT" && /^(file|checkbox|radio)$/.test(el.type) && el.labels.length) pushActionable(el, st, roleOf(el));
    if (tag === "SELECT") pushActionable(el, st, roleOf(el));
    return true;
  }
  if (plain) return false;
  if ((el.getAttribute("aria-hidden") === "true" || el.inert) && !setAside(el)) return true;
  if (tag === "IFRAME" || tag === "FRAME") {
    if (drawn(el, style)) frameInto(el, st);
    return true;
  }
  return (
    el.offsetHeight === 0 &&
    el.clientHeight === 0 &&
    style.overflowY !== "visible" &&
    style.display !== "contents" &&
    !INLINE.has(tag) &&
    !/^(BODY|HTML|INPUT)$/.test(tag) &&
    !(el.firstElementChild && el.firstElementChild.tagName === "TEXTAREA")
  );
}

// Tells of the element itself; returns what holds inside it.
function told(el, st, style, plain, cursor, around) {
  const tag = el.tagName,
    role = roleOf(el, plain),
    blinded = clipped(el, style);
  if (style.position !== "static") placedBoxes.push(el);
  const actionable = mayNest(el, st, role) && isActionable(el, role, cursor, around);
  const landmark = landmarkOf(el, st.landmark, plain),
    notice = plain ? st.notice : noticeOf(el, st.notice);
  const says = role === "heading" || isTitle(el) || tag === "LABEL" || tag === "LEGEND",
    drawing = tag === "svg" && !actionable && !st.inAction && isDrawing(el),
    pictures = (tag === "IMG" || role === "img") && !st.inAction && !drawing;
  const scroller = !plain && style.overflowY !== "visible" && overflows(el) ? el : st.scroller;
  if (!actionable && !says && !pictures && !drawing && !blinded && landmark === st.landmark && notice === st.notice && scroller === st.scroller)
    return st;
  const inner = { ...st, landmark, notice, scroller, blinded: st.blinded || blinded };
  let index = -1;
  if (actionable) {
    index = attempted(() => pushActionable(el, inner, role), el);
    const isControl = role || CONTROLS.has(tag);
    inner.inAction = isControl && role !== "treeitem" ? CONTROL : AREA;
    // What a large box that is pressed says is read line by line, too.
    const length = clean(el.textContent).length;
    inner.consumed = CELL_ROLES.test(role) ? length <= SHORTEST : isControl || length <= SHORT;
  } else if (says && !inner.blinded && drawn(el, style)) {
    const text = role === "heading" ? headingText(el) : textOf(el);
    if (readable(text)) index = pushText(el, inner, text.slice(0, 300), isTitle(el) ? "heading" : role);
    else if (role === "heading") index = pushPictured(el, inner);
    inner.consumed = true;
  } else if (pictures && clean(attr(el, "alt") || attr(el, "aria-label")) && drawn(el, style)) pushPicture(el, inner);
  else if (drawing) pushDrawing(el, inner);
  if (index >= 0) inner.base = index;
  return inner;
}

// What the dialog on top is labelled by is its title.
const isTitle = el => !!overlay && !!idOf(el) && !el.querySelector(LABELLERS) && attr(overlay.root, "aria-labelledby").split(/\s+/).includes(idOf(el));

// What is known as a control by its markup holds no others but those; what only listens to being pressed may hold parts that do so, too.
const SHORT = 60,
  SHORTEST = 3, // of what a cell says, which is read as such, too
  CONTROL = "control",
  AREA = "area";
// The link that is all there is in a tab or an entry of a menu or tree is that tab or entry.
function saysItsBox(link) {
  const box = link.closest("[role=tab],[role=menuitem],[role=option],[role=treeitem]");
  return !!box && clean(box.textContent) === clean(link.textContent);
}
const mayNest = (el, st, role) =>
  !st.inAction ||
  CONTROLS.has(el.tagName) ||
  (el.tagName === "A" && !saysItsBox(el)) ||
  NESTING.has(role) ||
  role === "slider" ||
  (st.inAction === AREA && (WIDGETS.has(role) || (pressed(el) && !saysItsBox(el))));

const LEAVES = new Set(["SELECT", "INPUT", "IMG", "TEXTAREA", "VIDEO", "AUDIO"]);

// One odd element must not cost the whole look; that it was left out is told.
function attempted(read, el) {
  try {
    return read();
  } catch (error) {
    notes.push(`a <${el.localName}> could not be read: ${error.message}`);
    return -1;
  }
}

function walkInto(el, st, block, style, cursor, spacedOut) {
  if (spacedOut && line) spaced = true;
  const closed = el.tagName === "DETAILS" && !el.open,
    composed = el.shadowRoot || el.tagName === "SLOT" ? kids(el) : null;
  let seen = st.blinded ? false : null,
    next = 0;
  for (let child = composed ? composed[0] : el.firstChild; child; child = composed ? composed[++next] : child.nextSibling) {
    if (child.nodeType === 1) {
      if (child.tagName === "BR") closeLine();
      if (!closed || child.tagName === "SUMMARY") walk(child, st, block, style, cursor);
    } else if (child.nodeType === 3) {
      if (closed || !/\S/.test(child.data)) {
        if (!closed && seen !== false) addText(child, st, block);
        continue;
      }
      if (seen === null) seen = drawn(el, style) || style.display === "contents";
      if (seen !== false && legible(el, child)) addText(child, st, block);
    }
  }
  if (spacedOut && line) spaced = true;
}

// What surrounds an open dialog is often hidden from assistive technology as a whole; a user still sees it there.
const setAside = el => overlay && el.parentElement && !inComposed(el, overlay.root) && inComposed(el.parentElement, overlay.root);
