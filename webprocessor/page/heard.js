// Which elements listen to being pressed, whatever their markup says. Chromium lends its console's `getEventListeners` as the second of three
// arguments; the page notices nothing. Elsewhere it is known of pages that were prepared, and else only a handler that is set as `onclick`, and
// what jQuery keeps in its books.
const lent = arguments.length === 3 && typeof arguments[1] === "function" ? arguments[1] : prepared();
function prepared() {
  const key = Symbol.for("pathfinder.heard");
  return window[key] ? el => ((el.ownerDocument || el).defaultView || window)[key]?.(el) || {} : null;
}
// What only a finger does is not done by a mouse: tips that open under the pointer listen to it, too.
const PRESSES = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "dblclick"];
const heard = new Map();
function listens(el) {
  let known = heard.get(el);
  if (known === undefined) heard.set(el, (known = typeof el.onclick === "function" || typeof el.onmousedown === "function" || hears(el, PRESSES)));
  return known;
}
function hears(el, names) {
  if (!lent) return false;
  const all = lent(el);
  return names.some(name => name in all);
}

// Selectors that jQuery listens to further up: its handler runs only for what they match.
let delegates = null;
function delegated(el) {
  if (delegates === null) delegates = handedDown();
  return delegates !== "" && el.matches(delegates);
}
function handedDown() {
  const books = window.jQuery && typeof window.jQuery._data === "function" ? window.jQuery._data : null;
  if (!books) return "";
  const found = new Set();
  for (const el of [document, ...document.querySelectorAll("*")])
    for (const name of PRESSES)
      for (const handler of ((books(el, "events") || {})[name] || []).slice(0, 50))
        if (handler.selector && CSS.supports(`selector(${handler.selector})`)) found.add(handler.selector);
  return [...found].join(",");
}
const TWICE = ["dblclick"];
const isPressedTwice = el => hears(el, TWICE) && !el.onclick && !hears(el, PRESSES.filter(name => name !== TWICE[0]));
const pressed = el => listens(el) || delegated(el);
function listensAround(el) {
  for (let box = el; box; box = parentOf(box)) if (listens(box)) return true;
  return listens(el.ownerDocument);
}

// Parts of a box that listens for all of them, such as the entries of a list.
const pieces = new Set();
const WHOLES = /^(TR|LI|A|BUTTON|LABEL|SUMMARY|OPTION|H\d|P)$/;
const SHAPES = "circle,ellipse,rect,line,polyline,polygon,path,text,image,use";
function piecesOf(el) {
  if (el.localName === "svg") return isDrawing(el) ? [...el.querySelectorAll(SHAPES)].slice(0, 200) : [];
  if (WHOLES.test(el.tagName) || el instanceof SVGElement) return [];
  let box = el;
  while (box.childElementCount === 1 && !WHOLES.test(box.firstElementChild.tagName)) box = box.firstElementChild;
  const parts = [...childrenOf(box)].filter(part => !SKIP.has(part.tagName));
  if (parts.length < 2 || !parts.every(part => part.tagName === parts[0].tagName)) return [];
  if (parts[0].tagName === "TR") return cellsOrRows(parts);
  const alikeAll = parts.every(part => part.className.length && part.classList[0] === parts[0].classList[0]);
  return parts[0].tagName === "LI" || alikeAll || parts.length > 3 ? parts : [];
}
// A table that listens as a whole: what it is sorted by and cells of a picture alone are there to be pressed.
const CELL = "td,[role=cell],[role=gridcell],[role=columnheader]";
const isSigned = cell => (attr(cell, "role") === "columnheader" ? cell.hasAttribute("aria-sort") : !readable(cell.textContent) && !!cell.querySelector("img,svg"));
// In a grid of short texts, as of a calendar, it is the cells that are pressed.
function cellsOrRows(parts) {
  const cells = parts.flatMap(row => [...row.cells]);
  return cells.length > parts.length && cells.every(cell => clean(cell.textContent).length <= 3) ? cells : parts;
}

const USED =
  "a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=menuitem],[role=tab],[role=option],[role=slider],[role=combobox]," +
  "[role=checkbox],[role=radio],[role=switch],[role=spinbutton],[role=textbox],[onclick]," +
  "[class*=slider-handle],[class*=slider-thumb]";
const SCRIPTED = "[data-action],[data-href],[data-url],[data-toggle],[data-bs-toggle],[hx-get],[hx-post],[hx-delete],[ng-click]";
const HINTS = /tooltip|popover/i;

// What shows other things or says something listens for them, or so that a press goes no further; what is pulled at sets a width.
const SHOWS = /^(dialog|alertdialog|alert|status|log|tooltip|grid|treegrid|table|tree|row|rowgroup|list|listbox|menu|menubar|tablist|toolbar)$/;
const PULLED = /resize$/,
  POP_UP = /toast|snackbar/i;
const isTip = el => !!el.closest("[role=tooltip]") || [...childrenOf(el)].some(one => attr(one, "role") === "tooltip");
const isMessage = el => isTip(el) || ((POP_UP.test(attr(el, "class")) || !!el.closest("[aria-live],[role=alert],[role=status]")) && !!fixedAncestor(el));

// Whether something is pressed that neither its tag nor its role says so of.
function isPressed(el) {
  const tag = el.tagName;
  if (/^(BODY|HTML|MAIN|FORM|LABEL|FIELDSET)$/.test(tag) || PULLED.test(styleOf(el).cursor)) return false;
  if (tag === "A" && !el.hasAttribute("aria-current") && (readable(el.textContent) || el.querySelector("img,svg,i")) && listensAround(el)) return true;
  if (el.attributes.length && el.matches(SCRIPTED) && !HINTS.test(attr(el, "data-toggle") + attr(el, "data-bs-toggle")) && listensAround(el))
    return !el.querySelector(USED);
  return pressed(el) ? pressedAsOne(el) && !isMessage(el) && !isInEditor(el) : pieces.has(el) && !el.querySelector(USED);
}
// A box that only collects what happens in it is no control, nor is one as large as the page.
function pressedAsOne(el) {
  if (handsDown(el)) return false;
  const parts = piecesOf(el),
    inner = [...el.querySelectorAll("*")].filter(one => one.matches(USED) || pressed(one));
  if (!inner.length && parts.length) {
    for (const part of parts) pieces.add(part);
    return false;
  }
  for (const cell of el.querySelectorAll(CELL)) if (isSigned(cell)) pieces.add(cell);
  const r = el.getBoundingClientRect();
  if (r.width * r.height > 0.4 * vw * vh || SHOWS.test(attr(el, "role")) || (inner.length && /^(TABLE|THEAD|TBODY|UL|OL)$/.test(el.tagName))) return false;
  if ((holdsShown(el) && styleOf(el).cursor !== "pointer") || isAroundField(el) || showsNothing(el)) return false;
  return !inner.length || (ownWords(el, inner) && clean(el.textContent).length <= 200);
}
// Controls that are seen in it; what a press on it opens is not.
function holdsShown(el) {
  return [...el.querySelectorAll(HELD)].some(one => drawn(one, styleOf(one)));
}
// No letter, picture, ground or border of its own or of what is in it; what a component draws of itself is not looked at.
function showsNothing(el) {
  return !el.shadowRoot && !(el instanceof SVGElement) && !clean(el.textContent) && [el, ...el.querySelectorAll("*")].every(one => !PICTURES.test(one.tagName) && isBare(one, styleOf(one)));
}
function isBare(el, style) {
  const ground = colour(style.backgroundColor),
    view = el.ownerDocument.defaultView;
  if ((ground && ground[3] > 0) || style.backgroundImage !== "none" || style.boxShadow !== "none" || /[1-9]/.test(style.borderWidth)) return false;
  return [undefined, "::before", "::after"].every(pseudo => /^(none|normal)$/.test(view.getComputedStyle(el, pseudo).content));
}
// What a framework listens at for all that is in it: it hears of nearly everything.
const handsDown = el => !!lent && Object.keys(lent(el)).length > 20;
const OPENING = ["focus", "focusin", "keydown", ...PRESSES];
function heardAbove(el) {
  for (let box = el; box; box = parentOf(box)) if (handsDown(box)) return true;
  return false;
}
const TYPED = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]),select,textarea";
// The box around a field is pressed to get at the field, which is told of itself; so is a component around its own control.
function isAroundField(el) {
  if (el.shadowRoot && el.shadowRoot.querySelector(USED)) return true;
  return !!el.querySelector("[role=combobox],input[aria-haspopup=listbox]");
}
function ownWords(el, inner) {
  const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (readable(texts.currentNode.data) && !inner.some(one => one.contains(texts.currentNode))) return true;
  return false;
}
