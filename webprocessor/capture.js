"use strict";
// Reads a page as a user sees it, in one call and without changing anything.
//
// arguments[0] = "look": return the page as JSON (see capture.py for the columns of a row).
// arguments[0] = "find", arguments[1] = {path, tag, role, name, context}: return [element, click target, facts] of one element.
const mode = arguments[0], wanted = arguments[1];

const WIDGETS = new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option",
  "combobox", "textbox", "searchbox", "slider", "spinbutton", "treeitem"]);
const NESTING = new Set(["option", "treeitem", "tab", "menuitem", "menuitemcheckbox", "menuitemradio"]);
const FIELDS = new Set(["textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "spinbutton", "slider", "switch", "file", "date"]);
const SKIP = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "META", "LINK", "TITLE", "BR", "HR", "WBR", "OPTION", "OPTGROUP",
  "DATALIST", "SOURCE", "TRACK", "PARAM", "COL", "COLGROUP", "BASE", "OBJECT", "EMBED", "CANVAS", "MAP"]);
const INLINE = new Set(["SPAN", "B", "STRONG", "I", "EM", "SMALL", "A", "U", "S", "DEL", "INS", "MARK", "SUB", "SUP", "ABBR", "CODE", "TIME",
  "FONT", "Q", "CITE", "VAR", "KBD", "DATA", "BDI", "BDO"]);
const CONTROLS = new Set(["BUTTON", "INPUT", "SELECT", "TEXTAREA"]);
const INPUT_ROLES = {submit: "button", button: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", file: "file", date: "date", time: "date", month: "date", week: "date",
  "datetime-local": "date"};
const BLOCK_ROLES = {TD: "cell", TH: "columnheader", LI: "listitem"};
const LANDMARKS = {HEADER: "banner", NAV: "navigation", MAIN: "main", FOOTER: "contentinfo", ASIDE: "complementary"};
const LANDMARK_ROLES = new Set(["banner", "navigation", "main", "contentinfo", "complementary", "search"]);
const KEPT = new Set(["id", "name", "type", "class", "placeholder", "title", "alt", "autocomplete", "role", "for", "aria-label", "aria-expanded",
  "aria-selected", "aria-pressed", "aria-current", "aria-haspopup", "aria-invalid", "aria-autocomplete", "aria-sort", "list", "pattern", "min", "max",
  "maxlength", "inputmode", "itemprop", "target", "download", "accept", "multiple", "contenteditable", "data-test", "data-testid",
  "data-test-id", "data-qa", "data-cy"]);
const KEPT_OF_TEXT = new Set(["id", "class", "role", "for", "itemprop", "data-test", "data-testid", "data-test-id", "data-qa"]);
const TEST_IDS = ["data-test", "data-testid", "data-test-id", "data-qa", "data-cy"];
const ERROR_CLASS = /(^|[\s_-])(errors?|errorlist|errornote|danger|invalid|invalid-feedback|failure)([\s_-]|$)/i;
const STATUS_CLASS = /(^|[\s_-])(alert|alerts|flash|flashes|toast|notice|notification|messages?|snackbar|success)([\s_-]|$)/i;
const CALM_CLASS = /success|info|status|notice/i;
const ERROR_WORDS = /\b(error|invalid|required|fail(ed|s)?|wrong|incorrect|cannot|can't|could not|couldn't|unable|must|missing|denied|expired|does not|doesn't|not (valid|found|allowed|available|match|recognised|recognized)|too (short|long|many))\b/i;
const NOISE = new Set(("link links btn button icon icons icn fa fas far fab fal svg img image glyphicon bi wrapper container nav navbar header " +
  "footer item items list primary secondary default outline dark light sm md lg xl xs js is has flex block inline inner outer content " +
  "text label style css form col row component element test id ui mui material html php aspx jsp index the a toggler active show").split(" "));
const LABELLERS = "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption";
const NAMERS = "[itemprop=name],[class*=title],[class*=name],[class*=Title],[class*=Name]";
const UNSTABLE_ID = /\d{4,}|[0-9a-f]{8,}|^:r|^ember\d|^react-|[:.]|\s/i;

const styles = new Map(), paths = new Map(), steps = new Map(), contexts = new Map(), names = new Map();
const labels = new Map(), NOTHING = document.createTextNode("");
const HERE = location.origin + "/";
const rows = [], marks = [], rowOf = new Map(), fields = [], errorEls = [], frames = [], headings = [], notes = [];
let nodes = 0, lastPath = "", lastMark = "", line = null, spaced = false;
const vw = innerWidth, vh = innerHeight;

const ODD = /[\uE000-\uF8FF\u200B-\u200F\uFEFF]/, LOOSE = /^\s|\s$|\s\s|[^\S ]/;
function clean(text) {
  if (!text) return "";
  const plain = ODD.test(text) ? text.replace(/[\uE000-\uF8FF\u200B-\u200F\uFEFF]/g, "") : text;
  return LOOSE.test(plain) ? plain.replace(/\s+/g, " ").trim() : plain;
}
const attr = (el, name) => el.getAttribute(name) || "";
// A form's own properties can be hidden by fields of that name, so ids and types are read with care.
const idOf = el => attr(el, "id");
const typeOf = el => (typeof el.type === "string" ? el.type.toLowerCase() : "");
const readable = s => /[\p{L}\p{N}]/u.test(s);
const styleOf = el => {
  let style = styles.get(el);
  if (!style) styles.set(el, style = el.ownerDocument.defaultView.getComputedStyle(el));
  return style;
};
const kids = el => {
  if (el.shadowRoot) return el.shadowRoot.childNodes;
  if (el.tagName === "SLOT") { const given = el.assignedNodes({flatten: true}); if (given.length) return given; }
  return el.childNodes;
};
const parentOf = el => el.parentElement || (el.getRootNode() instanceof ShadowRoot ? el.getRootNode().host : null);
const rootOf = el => { const root = el.getRootNode(); return root.getElementById ? root : el.ownerDocument; };

// Where an element is -----------------------------------------------------------------------------------------------------

const stepOf = el => {
  if (!steps.has(el)) {
    const counts = new Map();
    for (const child of el.parentNode ? el.parentNode.children : [el]) {
      const tag = child.localName, index = (counts.get(tag) || 0) + 1;
      counts.set(tag, index);
      steps.set(child, index);
    }
  }
  return steps.get(el);
};

function pathOf(el) {
  const known = paths.get(el);
  if (known !== undefined) return known;
  const tag = el.localName, parent = el.parentNode;
  const step = tag === "html" || tag === "body" ? `/${tag}` : el instanceof SVGElement ? `/*[name()='${tag}'][${stepOf(el)}]` : `/${tag}[${stepOf(el)}]`;
  const base = !parent || parent.nodeType === 9 ? "" : parent.nodeType === 11 ? pathOf(parent.host) + "/shadow-root()" : pathOf(parent);
  paths.set(el, base + step);
  return base + step;
}

// A CSS path from the nearest ancestor with an id of its own; without one the XPath says as much.
const cssPaths = new Map();
function cssOf(el) {
  let css = cssPaths.get(el);
  if (css === undefined) {
    const parent = el.parentNode, base = parent && parent.nodeType === 1 ? cssOf(parent) : "";
    css = idOf(el) && anchors(el) ? "#" + CSS.escape(idOf(el)) : base && `${base} > ${el.localName}:nth-of-type(${stepOf(el)})`;
    cssPaths.set(el, css);
  }
  return css;
}

const anchored = new Map();
function anchors(el) {
  if (!anchored.has(el)) anchored.set(el, !UNSTABLE_ID.test(idOf(el)) && el.ownerDocument === el.getRootNode() && el.ownerDocument.querySelectorAll("#" + CSS.escape(idOf(el))).length === 1);
  return anchored.get(el);
}

function resolve(path) {
  let here = document;
  for (const step of path.split("/").slice(1)) {
    if (!here) return null;
    if (step === "shadow-root()") { here = here.shadowRoot; continue; }
    const [, vector, plain, index] = step.match(/^(?:\*\[name\(\)='([^']+)'\]|([^[]+))(?:\[(\d+)\])?$/) || [];
    here = [...here.children].filter(child => child.tagName.toLowerCase() === (vector || plain))[Number(index || 1) - 1];
  }
  return here && here.nodeType === 1 ? here : null;
}

// What an element is ------------------------------------------------------------------------------------------------------

function roleOf(el, plain) {
  const given = plain ? "" : attr(el, "role").trim().split(/\s+/)[0].toLowerCase();
  if (given && given !== "presentation" && given !== "none") return given;
  switch (el.tagName) {
    case "A": return el.hasAttribute("href") ? "link" : "";
    case "AREA": return "link";
    case "BUTTON": case "SUMMARY": return "button";
    case "INPUT": { const type = (typeOf(el) || "text"); return el.hasAttribute("list") && !INPUT_ROLES[type] ? "combobox" : INPUT_ROLES[type] || "textbox"; }
    case "SELECT": return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "TEXTAREA": return "textbox";
    case "H1": case "H2": case "H3": case "H4": case "H5": case "H6": return "heading";
    case "LABEL": return "label";
    case "LEGEND": return "legend";
    case "IMG": return "img";
    case "TD": return "cell";
    case "TH": return "columnheader";
    case "LI": return "listitem";
  }
  return !plain && el.isContentEditable && (!el.parentElement || !el.parentElement.isContentEditable) ? "textbox" : "";
}

function isActionable(el, role, cursor, around) {
  const tag = el.tagName;
  if (tag === "INPUT") return el.type !== "hidden";
  if (tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA" || tag === "SUMMARY") return true;
  if (tag === "A" && el.hasAttribute("href")) return true;
  if (WIDGETS.has(role)) return true;
  if (el.hasAttribute("onclick")) return true;
  if (tag === "LABEL" || tag === "BODY" || tag === "HTML" || tag === "svg" || tag === "path") return false;
  if (cursor === "pointer" && around !== "pointer")
    return !el.querySelector("a[href],button,input,select,textarea,[role=button],[role=link],[onclick]") && (readable(el.textContent) || !!el.querySelector("img,svg,i") || tag === "IMG");
  return false;
}

const isDisabled = el => (CONTROLS.has(el.tagName) && el.matches(":disabled")) || attr(el, "aria-disabled") === "true";

function clipped(el, style) {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  const r = el.getBoundingClientRect(), page = extentOf(el.ownerDocument.defaultView);
  return (r.width <= 1 || r.height <= 1) && style.overflow !== "visible" || r.right + page.x <= 0 || r.bottom + page.y <= 0 ||
    /^inset\((50|100)%/.test(style.clipPath) || /^rect\((0|1)px,? (0|1)px/.test(style.clip);
}

// The names of things -----------------------------------------------------------------------------------------------------

function spoken(el, eyes) {
  let out = "";
  for (const child of kids(el)) {
    if (child.nodeType === 3) { out += child.data; continue; }
    if (child.nodeType !== 1 || (SKIP.has(child.tagName) && child.tagName !== "BR")) continue;
    if (child.tagName === "BR") { out += " "; continue; }
    const style = styleOf(child);
    if (style.display === "none" || style.visibility !== "visible" || attr(child, "aria-hidden") === "true") continue;
    if (eyes && (style.opacity === "0" || clipped(child, style))) continue;
    if (child.tagName === "IMG") { out += eyes ? "" : " " + attr(child, "alt") + " "; continue; }
    if (child.tagName === "SELECT" || child.tagName === "TEXTAREA" || child.tagName === "INPUT" || child.tagName === "BUTTON") continue;
    if (!eyes && child.hasAttribute("aria-label")) { out += " " + attr(child, "aria-label") + " "; continue; }
    if (child.tagName === "svg") { const title = child.querySelector("title"); out += title && !eyes ? " " + title.textContent + " " : ""; continue; }
    const apart = style.display.startsWith("inline") && !child.shadowRoot ? "" : " ";
    out += apart + spoken(child, eyes) + apart;
  }
  return out;
}

const textOf = (el, eyes = true) => clean(el.childElementCount || el.shadowRoot || el.tagName === "SLOT" ? spoken(el, eyes) : el.textContent);
const withoutMarks = s => clean(s).replace(/\s*[*:]+\s*$/, "").replace(/^\*\s*/, "").replace(/\s*\((required|optional)\)$/i, "");

function byIds(el, name) {
  const root = rootOf(el);
  return clean(attr(el, name).split(/\s+/).map(id => root.getElementById(id)).filter(Boolean).map(x => textOf(x, false)).join(" "));
}

function labelOf(el) {
  for (const label of el.labels || []) { const text = withoutMarks(labelText(label)); if (text) return text; }
  return "";
}

function labelText(label) {
  const skip = [...label.querySelectorAll("[class*=error],[class*=invalid],[role=alert]")];
  if (!skip.length) return textOf(label, false);
  const noise = skip.map(x => textOf(x)).filter(Boolean);
  return noise.reduce((text, part) => text.replace(part, " "), textOf(label, false));
}

function nearbyText(el) {
  if (el.type === "checkbox" || el.type === "radio") {
    const after = el.nextSibling && el.nextSibling.nodeType === 3 && readable(el.nextSibling.data) ? clean(el.nextSibling.data) : el.nextElementSibling ? textOf(el.nextElementSibling) : "";
    if (after && after.length <= 60) return withoutMarks(after);
  }
  const cell = el.closest("td");
  if (cell && cell.previousElementSibling) return textOf(cell.previousElementSibling).slice(0, 60);
  for (let node = el, up = 0; node && up < 3; node = node.parentElement, up++) {
    const before = node.previousSibling;
    const previous = before && before.nodeType === 3 && readable(before.data) ? clean(before.data) :
      node.previousElementSibling && !node.previousElementSibling.querySelector("input,select,textarea,button,a") && !node.previousElementSibling.matches("input,select,textarea,button,a,form,nav,header,section") ? textOf(node.previousElementSibling) : "";
    if (previous && previous.length <= 60) return withoutMarks(previous);
    if (node.parentElement && node.parentElement.querySelectorAll("input:not([type=hidden]),select,textarea").length > 1) break;
  }
  return "";
}

const words = s => (s || "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z]+/).filter(w => w.length > 1 && !NOISE.has(w)).slice(0, 4).join(" ");

function hrefWords(el) {
  const href = attr(el, "href");
  if (!href || href.startsWith("javascript:")) return "";
  if (href.startsWith("#")) return words(href);
  try {
    const url = new URL(href, el.baseURI);
    if (url.host !== location.host) return words(url.hostname.replace(/^www\./, "").replace(/\.\w+$/, "")) || url.hostname;
    const last = url.pathname.split("/").filter(s => /[a-z]{2}/i.test(s)).pop() || "";
    return words(last.replace(/\.\w+$/, "")) || (url.pathname === "/" && !url.hash ? "home" : words(url.hash));
  } catch { return ""; }
}

// A picture that leads where the words beside it lead is called by those words.
function twinName(el) {
  if (el.tagName !== "A" || !attr(el, "href").replace(/^#.*/, "")) return "";
  for (let box = el.parentElement, up = 0; box && up < 4 && !/^(BODY|MAIN)$/.test(box.tagName); box = box.parentElement, up++) {
    const twin = [...box.querySelectorAll("a[href]")].find(a => a !== el && a.href === el.href && readable(a.textContent));
    if (twin) return textOf(twin);
  }
  return "";
}

function noun(el) {
  const own = clean(attr(el, "aria-label")) || clean(attr(el, "title")) || (readable(el.textContent) ? "" : twinName(el));
  if (own) return own;
  for (const name of TEST_IDS) { const said = words(attr(el, name)); if (said) return said; }
  const icon = el.querySelector("img,svg,i,use,[class*=icon]");
  const alt = icon && (attr(icon, "alt") || attr(icon, "aria-label") || attr(icon, "title"));
  return alt || (!UNSTABLE_ID.test(idOf(el)) && words(idOf(el))) || hrefWords(el) ||
    (icon && (words(icon.getAttribute("class")) || words((attr(icon, "src") || attr(icon, "href") || attr(icon, "xlink:href")).split(/[/#]/).pop().replace(/\.\w+$/, "")))) ||
    words(el.getAttribute("class")) || words(attr(el, "name"));
}

// "page" for a link to "?page=2" that reads "2".
function parameter(el, number) {
  const query = attr(el, "href").split("?")[1] || "";
  return words(([...new URLSearchParams(query)].find(([, value]) => value === number) || [""])[0]);
}

const counted = n => `${n} ${Number(n) === 1 ? "item" : "items"}`;

function badgeOf(el) {
  if (!el.childElementCount) return null;
  for (const child of el.querySelectorAll("span,b,strong,small,sup,em,i,div")) {
    if (!child.childElementCount && /^\(?\d{1,4}\+?\)?$/.test(clean(child.textContent)) && styleOf(child).display !== "none") return child;
  }
  return null;
}

function speakWell(el, said) {
  if (!/\p{L}{2}/u.test(said) && !/[£$€]/.test(said)) {
    const number = (said.match(/\d[\d.,+]*/) || [""])[0];
    const called = (said.length === 1 && /\p{L}/u.test(said) ? "" : noun(el)) || (/^[×✕✖]$/.test(said) ? "close" : "");
    if (!called) return said;
    if (!number) return called;
    if (/\d/.test(called)) return called;
    return badgeOf(el) ? `${called}, ${counted(number)}` : `${parameter(el, number) || called} ${number}`;
  }
  if (said.length > 40 || /\b\d+ \p{L}/u.test(said)) return said;
  const badge = badgeOf(el);
  if (!badge) return said;
  const number = clean(badge.textContent).replace(/[()]/g, "");
  const rest = clean(said.replace(clean(badge.textContent), " "));
  if (rest === said) return `${said}, ${counted(number)}`;
  const counts = /badge|count|qty|quantity|bubble|number|cart|basket/i.test(badge.className) || rest.split(" ").length <= 2;
  return counts && !/\d/.test(rest) ? `${rest}, ${counted(number)}` : said;
}

function nameOf(el, role) {
  if (names.has(el)) return names.get(el);
  const name = clean(computeName(el, role)).slice(0, 160);
  names.set(el, name);
  return name;
}

function computeName(el, role) {
  const given = byIds(el, "aria-labelledby") || clean(attr(el, "aria-label"));
  const tag = el.tagName, type = typeOf(el);
  if (tag === "INPUT" && role === "button") return given || (type === "image" ? attr(el, "alt") : el.value) || attr(el, "title") || (type === "submit" ? "Submit" : type === "reset" ? "Reset" : noun(el));
  if (FIELDS.has(role)) {
    const own = given || labelOf(el) || clean(attr(el, "placeholder")) || clean(attr(el, "title")) || nearbyText(el) || words(attr(el, "name")) || words(idOf(el)) || (role === "textbox" && !el.value ? textOf(el) : "");
    if (type !== "radio" && role !== "radio") return own;
    const group = groupOf(el);
    return group && !own.toLowerCase().includes(group.toLowerCase()) ? `${group}: ${own}` : own;
  }
  if (tag === "IMG") return given || attr(el, "alt") || attr(el, "title");
  if (role === "link" || role === "button") return speakWell(el, given || textOf(el) || textOf(el, false) || clean(attr(el, "title")));
  return given || textOf(el) || textOf(el, false) || clean(attr(el, "title")) || noun(el);
}

function groupOf(el) {
  const set = el.closest("fieldset,[role=radiogroup],[role=group]");
  if (!set) return "";
  const legend = set.querySelector("legend");
  return (legend && withoutMarks(textOf(legend))) || byIds(set, "aria-labelledby") || clean(attr(set, "aria-label"));
}

// What stands around it ---------------------------------------------------------------------------------------------------

function* labellers(box) {
  yield* textsOf(box, LABELLERS);
  yield* textsOf(box, NAMERS);
  const lists = box.matches("li,article,tr,[role=listitem]") || box.querySelector("img");
  for (const link of lists ? box.querySelectorAll("a[href]") : []) {
    const text = drawn(link, styleOf(link)) ? textOf(link, false) : "";
    if (text && text.length <= 90 && /\p{L}{2}/u.test(text)) yield [link, text];
  }
}

function* textsOf(box, selector) {
  for (const found of box.querySelectorAll(selector)) {
    if (found.tagName === "INPUT" || found.tagName === "LABEL") continue;
    const style = styleOf(found);
    if (style.display === "none" || style.visibility !== "visible") continue;
    const text = textOf(found);
    if (text && text.length <= 90 && readable(text) && !/^[\s£$€\d.,]+$/.test(text)) yield [found, text];
  }
}

function labelWithin(box, el) {
  let known = labels.get(box);
  if (!known) labels.set(box, known = {found: [], rest: labellers(box)});
  for (let i = 0; ; i++) {
    if (i === known.found.length) { const next = known.rest.next(); if (next.done) break; known.found.push(next.value); }
    const [found, text] = known.found[i];
    if (found.tagName !== "A" && found.contains(el)) return "";
    if (found !== el && !found.contains(el) && (found.tagName === "A" || !el.contains(found))) return text;
  }
  const picture = box.querySelector("img[alt]");
  return picture && picture !== el && !el.contains(picture) ? clean(attr(picture, "alt")) : "";
}

function rowLabel(row, el) {
  for (const cell of row.cells || []) {
    if (cell.contains(el)) { if (cell === row.cells[0]) return ""; continue; }
    const text = textOf(cell) || textOf(cell, false);
    if (/\p{L}{2}/u.test(text)) return text.slice(0, 90);
  }
  return "";
}

const alike = el => {
  const parent = el.parentElement;
  if (!parent || parent.childElementCount < 2) return false;
  for (const other of [el.nextElementSibling, el.previousElementSibling])
    if (other && other.tagName === el.tagName && other.className === el.className) return true;
  return false;
};

function cardOf(box) {
  if (!contexts.has(box)) contexts.set(box, (box.matches("tr,article,li,[role=listitem],[role=row]") || !INLINE.has(box.tagName) && !/^(P|LABEL|TD|TH|BUTTON)$/.test(box.tagName) && (box.className || box.tagName === "SECTION") && alike(box)) && box.querySelectorAll(box.tagName === "TR" ? "tr" : "article").length < 2);
  return contexts.get(box);
}

// A box with one small heading is that heading's, though nothing like it stands beside it.
const titles = new Map();
function soleTitle(box, el) {
  if (!titles.has(box)) { const found = box.querySelectorAll("h1,h2,h3,h4,h5,h6,legend"); titles.set(box, found.length === 1 && /^H[3-6]$/.test(found[0].tagName) ? found[0] : null); }
  const title = titles.get(box);
  return title && !title.contains(el) ? textOf(title) : "";
}

function contextOf(el, role) {
  if (role === "radio" || role === "checkbox") { const group = groupOf(el); if (group) return group; }
  let carded = false;
  for (let box = el.parentElement, up = 0; box && up < 8 && !OUTER.has(box.tagName); box = box.parentElement, up++) {
    const tag = box.tagName;
    if (tag === "FIELDSET") { const group = groupOf(el); if (group) return group; }
    if (tag === "DIALOG" || box.hasAttribute("role")) { const said = box.matches("dialog,[role=dialog]") && (byIds(box, "aria-labelledby") || clean(attr(box, "aria-label"))); if (said) return said; }
    if (!cardOf(box)) continue;
    const text = tag === "TR" ? rowLabel(box, el) : labelWithin(box, el);
    if (text) return text;
    carded = true;
  }
  return carded ? "" : soleTitleAround(el, 5);
}
const OUTER = new Set(["BODY", "MAIN", "NAV", "HEADER", "FOOTER"]);

function soleTitleAround(el, most) {
  for (let box = el.parentElement, up = 0; box && up < most && !OUTER.has(box.tagName); box = box.parentElement, up++) {
    const title = soleTitle(box, el);
    if (title) return title;
  }
  return "";
}

const formKeys = new Map(), formCounts = new Map();
function formKey(form) {
  if (!form) return "";
  if (formKeys.has(form)) return formKeys.get(form);
  const base = words(idOf(form)) || words(form.getAttribute("name")) || words(attr(form, "aria-label")) || words((form.getAttribute("action") || "").split("?")[0].split("/").filter(s => /[a-z]{2}/i.test(s)).pop()) || words(attr(form, "class")) || "form";
  const plain = base.replace(/ /g, "-"), number = (formCounts.get(plain) || 0) + 1;
  const key = number === 1 ? plain : `${plain}-${number}`;
  formCounts.set(plain, number);
  formKeys.set(form, key);
  return key;
}

const BUTTONS = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image],[role=button],button";
const INPUTS = "input:not([type=hidden]):not([type=submit]):not([type=button]),select,textarea";
function looseForm(el) {
  for (let box = el.parentElement, up = 0; box && up < 6; box = box.parentElement, up++) {
    if (/^(BODY|MAIN|FORM)$/.test(box.tagName)) return null;
    const loose = [...box.querySelectorAll(INPUTS)].filter(field => !field.form);
    if (loose.length && box.querySelector(BUTTONS)) return loose.length <= 40 ? box : null;
  }
  return null;
}

function landmarkOf(el, inherited, plain) {
  const role = plain ? "" : attr(el, "role");
  if (LANDMARK_ROLES.has(role)) return role;
  const own = LANDMARKS[el.tagName];
  if (!own || ((own === "banner" || own === "contentinfo") && el.closest("main,article,section,aside,dialog"))) return inherited;
  return inherited === "banner" && own === "navigation" ? "navigation" : own;
}

const noticeClasses = new Map([["", [false, false]]]);
function noticeClass(cls) {
  let found = noticeClasses.get(cls);
  if (!found) noticeClasses.set(cls, found = [ERROR_CLASS.test(cls), STATUS_CLASS.test(cls)]);
  return found;
}

function noticeOf(el, inherited) {
  const role = attr(el, "role"), cls = typeof el.className === "string" ? el.className : "";
  const [wrong, calm] = noticeClass(cls), status = calm || role === "status" || role === "alert" || el.hasAttribute("aria-live");
  if (!wrong && !status && role !== "alertdialog") return inherited;
  if (/^(INPUT|SELECT|TEXTAREA|BUTTON|FORM|BODY|MAIN|LABEL|A|HTML)$/.test(el.tagName) || el.querySelector("input:not([type=hidden]),select,textarea,label,form")) return inherited;
  if (wrong && !/alert-success|alert-info/.test(cls)) return "error";
  const text = el.textContent;
  if (!CALM_CLASS.test(cls) && role === "alert" && ERROR_WORDS.test(text)) return "error";
  return inherited === "error" ? "error" : "status";
}

// What covers it ----------------------------------------------------------------------------------------------------------

let overlay = null;
function findOverlay() {
  const seen = [...document.querySelectorAll("dialog[open],[aria-modal=true],[role=dialog],[role=alertdialog],.modal.show")].filter(el => {
    const r = el.getBoundingClientRect(), style = styleOf(el);
    if (r.width < 2 || r.height < 2 || style.display === "none" || style.visibility !== "visible" || style.opacity === "0") return false;
    let modal = false;
    try { modal = el.matches(":modal"); } catch { modal = false; }
    return modal || attr(el, "aria-modal") === "true" || (el.tagName !== "DIALOG" && covers(el));
  });
  if (seen.length) return {root: seen[seen.length - 1]};
  const hits = [[8, vh / 2], [vw - 8, vh / 2], [8, vh - 8], [vw - 8, vh - 8]].map(([x, y]) => fixedAncestor(document.elementFromPoint(x, y)));
  if (hits[0] && hits.every(hit => hit === hits[0]) && covers(hits[0])) return {root: hits[0], backdrop: true};
  return null;
}
function fixedAncestor(el) {
  for (; el && el !== document.body && el !== document.documentElement; el = parentOf(el)) if (styleOf(el).position === "fixed") return el;
  return null;
}
function covers(el) {
  const r = el.getBoundingClientRect();
  if (r.width >= vw * 0.9 && r.height >= vh * 0.9) return true;
  const corner = document.elementFromPoint(8, vh - 8), fixed = fixedAncestor(corner);
  if (!fixed || el.contains(fixed)) return false;
  const f = fixed.getBoundingClientRect();
  return f.width >= vw * 0.9 && f.height >= vh * 0.9;
}

function hits(el, r, doc, view) {
  const w = view.innerWidth, h = view.innerHeight;
  const left = Math.max(r.left, 0), right = Math.min(r.right, w), top = Math.max(r.top, 0), bottom = Math.min(r.bottom, h);
  const root = el.getRootNode().elementFromPoint ? el.getRootNode() : doc;
  let top1 = null;
  for (const [fx, fy] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5]]) {
    const hit = root.elementFromPoint(left + (right - left) * fx, top + (bottom - top) * fy);
    if (!hit) continue;
    top1 = top1 || hit;
    if (el === hit || el.contains(hit) || hit.contains(el) || hit.shadowRoot && hit.shadowRoot.contains(el) || el.shadowRoot) return null;
    const label = hit.closest("label");
    if (label && (label.control === el || label.contains(el))) return null;
    for (const own of el.labels || []) if (own.contains(hit)) return null;
    if (inComposed(el, hit)) return null;
  }
  return top1;
}
function inComposed(outer, inner) {
  for (let node = inner; node; node = node.parentNode || node.host) if (node === outer) return true;
  return false;
}

function judge(el, r, st) {
  const blocker = hits(el, r, el.ownerDocument, el.ownerDocument.defaultView);
  if (overlay && !st.frame.length) {
    if (overlay.root.contains(el)) return blocker ? ["dialog", !movable(blocker)] : ["dialog", false];
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

// Rows --------------------------------------------------------------------------------------------------------------------

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
  if (!extent) extents.set(view, extent = {x: view.scrollX, y: view.scrollY, w: Math.max(view.document.documentElement.scrollWidth, view.innerWidth), vw: view.innerWidth, vh: view.innerHeight});
  return extent;
}

// Where it is drawn; null when a user does not see it.
function shownRect(el, view) {
  if (!drawn(el, styleOf(el))) return null;
  const r = rectOf(el);
  return r.width > 1 && r.height > 1 && onPage(r, view) ? r : null;
}

function onPage(r, view) {
  const page = extentOf(view);
  return r.right + page.x > 0 && r.bottom + page.y > 0 && r.left + page.x < page.w;
}

function attributes(el, kept) {
  let out = null;
  for (const {name, value} of el.attributes) if (kept.has(name)) (out = out || {})[name] = value.length > 120 ? value.slice(0, 120) : value;
  return out;
}

// A row is [tag, role, name, length of the path shared with the row before, rest of the path, x, y, width, height, in view, other facts].
const TAG = 0, ROLE = 1, NAME = 2, FACTS = 10;
function inView(r, st) {
  const page = extentOf(st.view);
  return r.bottom > 0 && r.right > 0 && r.top < page.vh && r.left < page.vw && st.frameInView;
}

function push(el, st, role, name, r, row) {
  const path = pathOf(el), landmark = st.landmark;
  let same = 0;
  while (same < path.length && path.charCodeAt(same) === lastPath.charCodeAt(same)) same++;
  lastPath = path;
  if (st.base >= 0) row.p = st.base;
  if (st.frame.length) row.F = st.frame;
  if (landmark !== lastMark) row.L = lastMark = landmark;
  if (st.notice) row.N = st.notice;
  rows.push([el.localName, role, name, same, path.slice(same), Math.round(r.left + st.ox), Math.round(r.top + st.oy), Math.round(r.width), Math.round(r.height), inView(r, st) ? 1 : 0, row]);
  marks.push(landmark);
  if (!rowOf.has(el)) rowOf.set(el, rows.length - 1);
  return rows.length - 1;
}

function pushText(el, st, text, role) {
  const r = el.getBoundingClientRect();
  if ((r.width <= 1 || r.height <= 1) && styleOf(el).display !== "contents" || !onPage(r, st.view)) return -1;
  const row = {T: 1}, kept = el.attributes.length ? attributes(el, KEPT_OF_TEXT) : null;
  if (kept) row.a = kept;
  if (role === "heading") { row.z = Math.round(parseFloat(styleOf(el).fontSize)); headings.push([rows.length, scopeOf(el), st.landmark]); }
  else { const context = textContext(el); if (context && context !== text) row.c = context; }
  if (overlay && !st.frame.length) row.l = overlay.root.contains(el) ? "dialog" : "covered";
  if (st.notice === "error") errorEls.push([el, text]);
  return push(el, st, role, text, r, row);
}

// Without the "Change" link that stands in the same line.
function headingText(el) {
  const whole = textOf(el) || textOf(el, false);
  const rest = [...el.querySelectorAll("a,[role=button]")].reduce((text, link) => text.replace(textOf(link), " "), whole);
  return readable(rest) ? clean(rest) : whole;
}

function textContext(el) {
  if (el.tagName === "DD" || el.closest("dd")) {
    let term = el.closest("dd");
    while (term && term.tagName !== "DT") term = term.previousElementSibling;
    if (term) return textOf(term);
  }
  if (el.closest("th")) return "";
  const box = nearCard(el);
  if (!box) return soleTitleAround(el, 3);
  if (!cardLabels.has(box)) cardLabels.set(box, box.tagName === "TR" ? rowLabel(box, NOTHING) : labelWithin(box, NOTHING));
  return cardLabels.get(box);
}
const cardLabels = new Map();
const withLabel = new Map();
function labelled(box) {
  if (!withLabel.has(box)) withLabel.set(box, !!box.querySelector(LABELLERS) || !!box.querySelector(NAMERS));
  return withLabel.get(box);
}

function nearCard(el) {
  for (let box = el.parentElement, up = 0; box && up < 6; box = box.parentElement, up++) {
    if (/^(BODY|MAIN|NAV|HEADER|FOOTER)$/.test(box.tagName)) return null;
    if (cardOf(box) && (box.tagName === "TR" || labelled(box))) return box;
  }
  return null;
}

function pushActionable(el, st, role) {
  const r = [el, ...(/^(checkbox|radio|file|switch)$/.test(role) && el.labels || [])].reduce((found, one) => found || shownRect(one, st.view), null);
  if (!r) return -1;
  const tag = el.tagName, type = typeOf(el), name = nameOf(el, role || "button"), row = {A: 1};
  const text = FIELDS.has(role) ? "" : textOf(el).slice(0, 200), kept = attributes(el, KEPT), seen = inView(r, st);
  if (text) row.T = text === name ? 1 : text;
  if (kept) row.a = kept;
  const [layer, obstructed] = seen ? judge(el, r, st) : ["", false];
  const over = layer || (overlay && !st.frame.length ? (overlay.root.contains(el) ? "dialog" : seen || fixedAncestor(el) ? "" : "covered") : "");
  if (over) row.l = over;
  if (obstructed) row.o = 1;
  if (isDisabled(el)) row.d = 1;
  const context = contextOf(el, role);
  if (context && context !== name) row.c = context;
  if (tag === "A" && el.href) row.h = el.href.startsWith(HERE) ? el.href.slice(HERE.length - 1) : el.href.baseVal || el.href;
  if (FIELDS.has(role)) fieldFacts(el, row, role, type);
  const form = el.form || el.closest("form");
  const button = role === "button" || tag === "BUTTON";
  const box = form || (FIELDS.has(role) || button ? looseForm(el) : null);
  if (box) row.f = formKey(box);
  if (form && (tag === "BUTTON" && type === "submit" || tag === "INPUT" && /^(submit|image)$/.test(type))) row.s = 1;
  if (!form && box && button && (box.querySelectorAll(BUTTONS).length === 1 || type === "submit" || /primary|submit/i.test(el.className))) row.s = 1;
  const css = cssOf(el);
  if (css) row.C = css;
  const index = push(el, st, role || "button", name, r, row);
  if (FIELDS.has(role)) fields.push([el, index]);
  return index;
}

const REFUSED = CSS.supports("selector(:user-invalid)") ? ":user-invalid" : "";
const refused = el => REFUSED && el.matches(REFUSED);

function fieldFacts(el, row, role, type) {
  const tag = el.tagName;
  row.B = labelOf(el);
  if (type === "password") row.V = el.value ? "••••" : "";
  else if (tag === "SELECT") {
    row.O = [...el.options].filter(o => !o.disabled || o.selected).map(o => clean(o.label || o.textContent).slice(0, 80));
    const chosen = [...el.selectedOptions].map(o => clean(o.label || o.textContent));
    row.S = chosen.join(", ");
    row.V = [...el.selectedOptions].some(o => o.value !== "") ? row.S : "";
  } else if (role === "checkbox" || role === "radio" || role === "switch") {
    const on = el.checked !== undefined && tag === "INPUT" ? el.checked : attr(el, "aria-checked") === "true";
    row.k = on ? 1 : 0;
    if (tag === "INPUT" && el.value !== "on") row.V = el.value;
  } else if (tag === "INPUT" || tag === "TEXTAREA") row.V = el.value.slice(0, 500);
  else row.V = textOf(el).slice(0, 500);
  if (tag === "INPUT" && el.list) row.O = [...el.list.options].map(o => o.value || clean(o.label)).slice(0, 200);
  const label = el.labels && el.labels[0];
  if (el.required || attr(el, "aria-required") === "true" || (label && /(^\s*\*|\*\s*:?\s*$|\(required\))/i.test(label.textContent) && role !== "radio")) row.q = 1;
  if (el.readOnly || attr(el, "aria-readonly") === "true") row.y = 1;
  if (attr(el, "aria-invalid") === "true" || el.hasAttribute("aria-errormessage")) {
    const said = byIds(el, "aria-errormessage") || (attr(el, "aria-invalid") === "true" ? byIds(el, "aria-describedby") : "");
    if (said) row.E = said;
  }
  // What the browser itself tells in a bubble, once a user has tried to send the form.
  if (!row.E && el.validity && !el.validity.valid && refused(el)) row.E = el.validationMessage;
}

// The walk ----------------------------------------------------------------------------------------------------------------

function closeLine() {
  const done = line;
  line = null;
  spaced = false;
  if (!done || !done.plain) return;
  const text = clean(done.parts.join(""));
  if (!readable(text)) return;
  const el = done.only || done.block, block = done.block;
  const role = BLOCK_ROLES[block.tagName] || roleOf(el) || "text";
  pushText(el, done.st, text.slice(0, 400), role);
}

function addText(node, st, block) {
  const data = node.data;
  if (!line) {
    if (!/\S/.test(data)) return;
    line = {parts: [], plain: false, only: node.parentElement, block, st};
  }
  const blank = !/\S/.test(data);
  if (spaced && !blank) { line.parts.push(" "); spaced = false; }
  line.parts.push(data);
  if (blank) return;
  if (!st.consumed && readable(data)) line.plain = true;
  if (line.only !== node.parentElement) line.only = null;
}

function frameInto(el, st) {
  let doc = null;
  try { doc = el.contentDocument; } catch { doc = null; }
  const view = st.view, r = el.getBoundingClientRect();
  let index = -1;
  for (let i = 0; i < view.length; i++) if (view[i] === el.contentWindow) index = i;
  if (index < 0 || r.width < 2 || r.height < 2) return;
  const frame = [...st.frame, index], ox = st.ox + r.left + el.clientLeft, oy = st.oy + r.top + el.clientTop;
  if (!doc || !doc.body) { frames.push({frame, x: ox, y: oy}); return; }
  const shown = st.frameInView && r.bottom > 0 && r.top < view.innerHeight;
  closeLine();
  nodes += doc.getElementsByTagName("*").length;
  walk(doc.body, {...st, view: doc.defaultView, ox, oy, frame, base: -1, consumed: false, frameInView: shown}, doc.body, null, "");
  closeLine();
}

// Whether it is drawn at all: one native question for the usual answer.
function drawn(el, style) {
  if (el.checkVisibility) return el.checkVisibility(SEEN);
  return style.display !== "none" && style.visibility === "visible" && style.opacity !== "0";
}
const SEEN = {checkOpacity: true, checkVisibilityCSS: true};

function walk(el, st, block, parentStyle, around) {
  const tag = el.tagName;
  if (el.shadowRoot) nodes += el.shadowRoot.querySelectorAll("*").length;
  if (SKIP.has(tag)) { if (tag === "BR" && line) line.parts.push(" "); return; }
  const style = styleOf(el), display = style.display;
  if (display === "none") {
    if (tag === "INPUT" && /^(file|checkbox|radio)$/.test(el.type) && el.labels.length) pushActionable(el, st, roleOf(el));
    return;
  }
  const plain = !el.attributes.length;
  if (!plain && (el.getAttribute("aria-hidden") === "true" || el.inert) && !setAside(el)) return;
  if (tag === "IFRAME" || tag === "FRAME") { if (drawn(el, style)) frameInto(el, st); return; }
  const flows = display.startsWith("inline") || display === "contents";
  if (!flows && !plain && el.offsetHeight === 0 && style.overflowY !== "visible" && el.clientHeight === 0 && !/^(BODY|HTML|INPUT)$/.test(tag)) return;
  // Only what has an attribute can have been given a cursor of its own, or nearly so; the rest inherit it.
  const cursor = plain ? around : style.cursor;
  if (tag === "svg" && cursor !== "pointer" && !el.hasAttribute("onclick")) return;

  let inner = st;
  const role = roleOf(el, plain);
  const asInline = flows || INLINE.has(tag) && parentStyle && /flex/.test(parentStyle.display) && !/column/.test(parentStyle.flexDirection);
  const blinded = clipped(el, style);
  const actionable = (!st.inAction || CONTROLS.has(tag) || tag === "A" || NESTING.has(role)) && isActionable(el, role, cursor, around);
  const landmark = landmarkOf(el, st.landmark, plain), notice = plain ? st.notice : noticeOf(el, st.notice);
  const said = role === "heading" || tag === "LABEL" || tag === "LEGEND";
  if (!asInline) closeLine();
  if (actionable || said || landmark !== st.landmark || notice !== st.notice || blinded)
    inner = {...st, landmark, notice, blinded: st.blinded || blinded};
  const inside = asInline ? block : el;

  if (actionable) {
    const index = attempted(() => pushActionable(el, inner, role), el);
    if (index >= 0) inner.base = index;
    inner.consumed = true;
    inner.inAction = true;
  } else if (said && !inner.blinded && drawn(el, style)) {
    const text = role === "heading" ? headingText(el) : textOf(el);
    if (readable(text)) { const index = pushText(el, inner, text.slice(0, 300), role); if (index >= 0) inner.base = index; }
    inner.consumed = true;
  } else if ((tag === "IMG" || role === "img") && !st.inAction && clean(attr(el, "alt") || attr(el, "aria-label")) && drawn(el, style)) pushPicture(el, inner);

  if (!LEAVES.has(tag)) walkInto(el, inner, inside, style, cursor, asInline && !flows);
  if (!asInline) closeLine();
}
const LEAVES = new Set(["SELECT", "INPUT", "IMG", "TEXTAREA", "VIDEO", "AUDIO"]);

// One odd element must not cost the whole look; that it was left out is told.
function attempted(read, el) {
  try { return read(); } catch (error) { notes.push(`a <${el.localName}> could not be read: ${error.message}`); return -1; }
}

function walkInto(el, st, block, style, cursor, spacedOut) {
  if (spacedOut && line) spaced = true;
  const closed = el.tagName === "DETAILS" && !el.open, composed = el.shadowRoot || el.tagName === "SLOT" ? kids(el) : null;
  let seen = st.blinded ? false : null, next = 0;
  for (let child = composed ? composed[0] : el.firstChild; child; child = composed ? composed[++next] : child.nextSibling) {
    if (child.nodeType === 1) { if (!closed || child.tagName === "SUMMARY") walk(child, st, block, style, cursor); }
    else if (child.nodeType === 3) {
      if (seen === null && /\S/.test(child.data)) seen = drawn(el, style) || style.display === "contents";
      if (seen !== false) addText(child, st, block);
    }
  }
  if (spacedOut && line) spaced = true;
}

// What surrounds an open dialog is often hidden from assistive technology as a whole; a user still sees it there.
const setAside = el => overlay && el.parentElement && !el.contains(overlay.root) && el.parentElement.contains(overlay.root);

function pushPicture(el, st) {
  const r = el.getBoundingClientRect();
  if (r.width < 8 || r.height < 8 || !onPage(r, st.view)) return;
  const kept = attributes(el, KEPT_OF_TEXT), row = kept ? {a: kept} : {};
  if (overlay && !overlay.root.contains(el)) row.l = "covered";
  push(el, st, "img", clean(attr(el, "alt") || attr(el, "aria-label")).slice(0, 120), r, row);
}

// An error message belongs to the only field of the smallest box around both.
function assignErrors() {
  for (const [el, text] of errorEls) {
    for (let box = el.parentElement, up = 0; box && up < 4; box = box.parentElement, up++) {
      const near = fields.filter(([field]) => box.contains(field));
      if (!near.length) continue;
      const group = new Set(near.map(([field]) => field.name || field));
      if (group.size === 1) for (const [, index] of near) if (!rows[index][FACTS].E) rows[index][FACTS].E = text;
      break;
    }
  }
}

// A heading speaks for what follows it in its own section, card or cell.
function scopeOf(heading) {
  let box = heading.parentElement;
  while (box && !/^(BODY|MAIN|SECTION|ARTICLE|ASIDE|NAV|HEADER|FOOTER|DIALOG|FORM|FIELDSET|TD|LI)$/.test(box.tagName) && !cardOf(box)) box = box.parentElement;
  return box && /^HEADER$/.test(box.tagName) && box.parentElement ? box.parentElement : box;
}

function assignHeadings() {
  let next = 0, open = [];
  for (const [el, index] of rowOf) {
    while (next < headings.length && headings[next][0] <= index) { open.push(headings[next]); next++; }
    const row = rows[index][FACTS];
    if (!row.A || !open.length) continue;
    open = open.filter(([, scope]) => !scope || scope.contains(el));
    const near = open[open.length - 1];
    if (near && near[2] === marks[index]) row.H = rows[near[0]][NAME];
  }
}

function start() {
  overlay = window.top === window ? findOverlay() : null;
  return {view: window, ox: 0, oy: 0, frame: [], base: -1, landmark: "", notice: "", blinded: false, consumed: false, inAction: false, frameInView: true};
}

function look() {
  const body = document.body || document.documentElement;
  nodes = document.getElementsByTagName("*").length;
  if (body) { walk(body, start(), body, null, ""); closeLine(); }
  assignErrors();
  assignHeadings();
  const nav = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
  return plainJson({url: location.href, title: document.title, vw, vh, sx: Math.round(scrollX), sy: Math.round(scrollY), nodes, origin: location.origin,
    status: nav && nav.responseStatus || 0, frames, notes, rows});
}

// Old libraries teach arrays a toJSON of their own, which would write them as strings.
function plainJson(page) {
  const own = Array.prototype.toJSON;
  if (own) delete Array.prototype.toJSON;
  try { return JSON.stringify(page); } finally { if (own) Array.prototype.toJSON = own; }
}

// Finding one again -------------------------------------------------------------------------------------------------------

function same(el) {
  return el.tagName.toLowerCase() === wanted.tag && (!wanted.name || wanted.name.includes("{{") || nameOf(el, roleOf(el) || (wanted.role === "button" ? "button" : "")) === wanted.name);
}

function search() {
  walk(document.body, start(), document.body, null, "");
  closeLine();
  const found = [...rowOf].map(([el, index]) => [el, rows[index]]).filter(([, row]) => row[TAG] === wanted.tag && row[NAME] === wanted.name && row[ROLE] === wanted.role);
  const exact = found.filter(([, row]) => (row[FACTS].c || "") === wanted.context);
  return (exact[0] || (found.length === 1 && found[0]) || [null])[0];
}

function facts(el) {
  const role = roleOf(el), type = typeOf(el), r = el.getBoundingClientRect();
  return {role, type, disabled: isDisabled(el), readonly: !!el.readOnly, checked: el.checked !== undefined ? !!el.checked : attr(el, "aria-checked") === "true",
    rich: el.isContentEditable, tag: el.localName, editable: el.isContentEditable || el.tagName === "TEXTAREA" || el.tagName === "INPUT" && !/^(submit|button|reset|image|checkbox|radio|file|range|color)$/.test(type),
    suggests: role === "combobox" || el.hasAttribute("list") || /list|both|inline/.test(attr(el, "aria-autocomplete")) || attr(el, "role") === "searchbox" && el.hasAttribute("aria-controls") || el.hasAttribute("aria-owns"),
    tiny: r.width <= 1 || r.height <= 1 || styleOf(el).opacity === "0", value: type === "password" ? "" : String(el.value === undefined ? "" : el.value)};
}

// Requests that the action starts are counted, so that settling knows when they have ended; settle.js undoes this.
function arm() {
  const key = Symbol.for("pathfinder.open"), view = window;
  if (view[key]) return;
  const state = {open: 0, fetch: view.fetch, send: XMLHttpRequest.prototype.send};
  Object.defineProperty(view, key, {value: state, configurable: true, enumerable: false});
  const ended = () => { state.open--; };
  view.fetch = function (...given) { state.open++; const reply = state.fetch.apply(this, given); reply.then(ended, ended); return reply; };
  XMLHttpRequest.prototype.send = function (...given) { state.open++; this.addEventListener("loadend", ended, {once: true}); return state.send.apply(this, given); };
}

if (mode === "look") return look();
let element = resolve(wanted.path);
if (!element || !same(element)) element = search();
if (!element) return null;
const target = element.getBoundingClientRect().width <= 1 || styleOf(element).display === "none" || styleOf(element).opacity === "0" ? (element.labels && element.labels[0]) || element : element;
if (wanted.scroll) target.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
arm();
return [element, target, facts(element)];
