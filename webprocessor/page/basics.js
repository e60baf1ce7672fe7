"use strict";
// What the scripts that read a page share: nothing here or in them changes the page.
const wanted = arguments[0];

const styles = new Map(),
  paths = new Map(),
  steps = new Map(),
  contexts = new Map(),
  names = new Map();
const labels = new Map(),
  NOTHING = document.createTextNode("");
const rows = [],
  marks = [],
  rowOf = new Map(),
  fields = [],
  errorEls = [],
  frames = [],
  headings = [],
  notes = [];
let nodes = 0,
  lastPath = "",
  lastMark = "",
  line = null,
  spaced = false;
const vw = innerWidth,
  vh = innerHeight;

const ODD = /[\uE000-\uF8FF\u200B-\u200F\uFEFF]/,
  LOOSE = /^\s|\s$|\s\s|[^\S ]/;
function clean(text) {
  if (!text) return "";
  const whole = text.toWellFormed();
  const plain = ODD.test(whole) ? whole.replace(/[\uE000-\uF8FF\u200B-\u200F\uFEFF]/g, "") : whole;
  return LOOSE.test(plain) ? plain.replace(/\s+/g, " ").trim() : plain;
}
const attr = (el, name) => el.getAttribute(name) || "";
// A form's own properties can be hidden by fields of that name, so ids, types and children are read with care.
const idOf = el => attr(el, "id");
const ownChildren = Object.getOwnPropertyDescriptor(Element.prototype, "children").get;
const childrenOf = el => (el.nodeType === 1 ? ownChildren.call(el) : el.children);
// Firefox has no fields for months and weeks: it shows them as text, though the page means what their markup says.
const typeOf = el => {
  const type = typeof el.type === "string" ? el.type.toLowerCase() : "";
  const meant = type === "text" ? (el.getAttribute("type") || "").toLowerCase() : "";
  return meant === "month" || meant === "week" ? meant : type;
};
const readable = s => /[\p{L}\p{N}]/u.test(s);
const styleOf = el => {
  let style = styles.get(el);
  if (!style) styles.set(el, (style = el.ownerDocument.defaultView.getComputedStyle(el)));
  return style;
};
const kids = el => {
  if (el.shadowRoot) return el.shadowRoot.childNodes;
  if (el.tagName === "SLOT") {
    const given = el.assignedNodes({ flatten: true });
    if (given.length) return given;
  }
  return el.childNodes;
};
// As it is drawn: what a component was given stands in its slot.
const parentOf = el => el.assignedSlot || outerOf(el);
// As it is written, out of shadow roots: what holds it for `querySelectorAll`, too.
const outerOf = el => el.parentElement || (el.getRootNode() instanceof ShadowRoot ? el.getRootNode().host : null);
// The nearest around it, out of shadow roots and through the slots that it is put into, too.
function closestOf(el, selector) {
  const host = el.getRootNode().host;
  return el.closest(selector) || (el.assignedSlot && closestOf(el.assignedSlot, selector)) || (host ? closestOf(host, selector) : null);
}
const rootOf = el => {
  const root = el.getRootNode();
  return root.getElementById ? root : el.ownerDocument;
};
