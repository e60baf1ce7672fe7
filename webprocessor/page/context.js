// What tells an element from its like: the group, card or row that it stands in.

const LABELLERS = "h1,h2,h3,h4,h5,h6,[role=heading],legend,caption";
const NAMERS = "[itemprop=name],[class*=title],[class*=name],[class*=Title],[class*=Name]";

const MENUS = "ul,ol,menu,[role=menu]";
function* labellers(box) {
  yield* textsOf(box, LABELLERS);
  yield* textsOf(box, NAMERS);
  const lists = box.matches("li,article,tr,[role=listitem]") || box.querySelector("img");
  for (const link of lists ? box.querySelectorAll("a[href]") : []) {
    // The entries of a menu below an entry don't say what that is.
    if (box.tagName === "LI" && link.closest(MENUS) !== box.closest(MENUS)) continue;
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
  if (!known) labels.set(box, (known = { found: [], rest: labellers(box) }));
  for (let i = 0; ; i++) {
    if (i === known.found.length) {
      const next = known.rest.next();
      if (next.done) break;
      known.found.push(next.value);
    }
    const [found, text] = known.found[i];
    if (found.tagName !== "A" && found.contains(el)) return "";
    if (found !== el && !found.contains(el) && (found.tagName === "A" || !el.contains(found))) return text;
  }
  const picture = box.querySelector("img[alt]");
  return picture && picture !== el && !el.contains(picture) ? clean(attr(picture, "alt")).slice(0, LONGEST_UNSEEN) : "";
}

// Rows as the markup has them, or as roles say it. One of headings alone is called by none of them.
const isRow = box => box.tagName === "TR" || attr(box, "role") === "row";
const HEADING = "th,[role=columnheader]";
function cellsOf(row) {
  return row.cells ? [...row.cells] : [...row.querySelectorAll("[role=gridcell],[role=cell],[role=rowheader],[role=columnheader]")];
}
// A row is called by its cell of the first column in which most rows say what no other says, else by its first with a word.
function rowLabel(row, el) {
  const cells = cellsOf(row);
  if (cells.every(cell => cell.matches(HEADING))) return "";
  let first = "";
  for (const [column, cell] of cells.entries()) {
    if (cell.contains(el)) {
      if (cell === el || (!column && WORDED.test(clean(cell.textContent)))) return "";
      continue;
    }
    const text = (textOf(cell) || textOf(cell, false)).slice(0, 90);
    if (!WORDED.test(text)) continue;
    if (tellsRowsApart(row.parentElement, column)) return text;
    first ||= text;
  }
  return first;
}
const WORDED = /\p{L}{2}/u;
const columns = new Map();
function tellsRowsApart(table, column) {
  if (!columns.has(table)) columns.set(table, columnsOf(table));
  return !!columns.get(table)[column];
}
function columnsOf(table) {
  const told = [];
  for (const row of table ? table.children : []) {
    const cells = cellsOf(row);
    if (cells.every(cell => cell.matches(HEADING))) continue;
    for (const [column, cell] of cells.entries()) (told[column] ??= []).push(clean(cell.textContent));
  }
  return told.map(texts => {
    const times = new Map();
    for (const text of texts) times.set(text, (times.get(text) || 0) + 1);
    return 2 * texts.filter(text => times.get(text) === 1).length > texts.length;
  });
}

const alike = el => {
  const parent = el.parentElement;
  if (!parent || parent.childElementCount < 2) return false;
  for (const other of [el.nextElementSibling, el.previousElementSibling])
    if (other && other.tagName === el.tagName && other.className === el.className) return true;
  return false;
};

function cardOf(box) {
  if (!contexts.has(box))
    contexts.set(
      box,
      (box.matches("tr,article,li,[role=listitem],[role=row]") ||
        (!INLINE.has(box.tagName) &&
          !/^(P|LABEL|TD|TH|BUTTON)$/.test(box.tagName) &&
          (box.className || box.tagName === "SECTION") &&
          alike(box))) &&
        box.querySelectorAll(box.tagName === "TR" ? "tr" : "article").length < 2,
    );
  return contexts.get(box);
}

// A box with one small heading is that heading's, though nothing like it stands beside it.
const titles = new Map();
function soleTitle(box, el) {
  if (!titles.has(box)) {
    const found = box.querySelectorAll("h1,h2,h3,h4,h5,h6,legend");
    titles.set(box, found.length === 1 && /^H[3-6]$/.test(found[0].tagName) ? found[0] : null);
  }
  const title = titles.get(box);
  return title && !title.contains(el) ? textOf(title) : "";
}

function contextOf(el, role) {
  if (role === "radio" || role === "checkbox") {
    const group = groupOf(el);
    if (group) return group;
  }
  const column = el.parentElement && el.parentElement.closest(HEADING);
  if (column) return textOf(column).slice(0, 60);
  let carded = false;
  for (let box = el.parentElement, up = 0; box && up < 8 && !OUTER.has(box.tagName); box = box.parentElement, up++) {
    const tag = box.tagName;
    if (tag === "FIELDSET") {
      const group = groupOf(el);
      if (group) return group;
    }
    if (tag === "DIALOG" || box.hasAttribute("role")) {
      const said = box.matches("dialog,[role=dialog]") && (byIds(box, "aria-labelledby") || clean(attr(box, "aria-label")));
      if (said) return said;
      if (box.matches(ASKS) && wordsBeside(box, el)) return wordsBeside(box, el);
    }
    if (!cardOf(box)) continue;
    const text = (isRow(box) ? rowLabel(box, el) : labelWithin(box, el)) || (isEntry(box) && wordsBeside(box, el));
    if (text) return text;
    carded = true;
  }
  return carded ? "" : soleTitleAround(el, 5);
}
// What an entry of a list says beside its controls: "Buy milk" for the button that deletes it.
const ASKS = "dialog,[role=dialog],[role=alertdialog],[role=tooltip]";
const ENTRY = "li,[role=listitem]",
  LONGEST_ENTRY = 120; // of a box that is one by its like beside it alone
const isEntry = box => box.matches(ENTRY) || (!isRow(box) && clean(box.textContent).length <= LONGEST_ENTRY && !box.querySelector(TYPED));
function wordsBeside(entry, el) {
  const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
  for (let seen = 0; seen < 12 && texts.nextNode(); seen++) {
    const node = texts.currentNode,
      box = node.parentElement;
    if (el.contains(node) || (entry.matches(ENTRY) && box.closest(ENTRY) !== entry) || box.closest("button,a[href],select,option,script,style")) continue;
    const text = seenText(node);
    if (/\p{L}{2}/u.test(text) && text.length <= 60) return text;
  }
  return "";
}
const OUTER = new Set(["BODY", "MAIN", "NAV", "HEADER", "FOOTER"]);

function soleTitleAround(el, most) {
  for (let box = el.parentElement, up = 0; box && up < most && !OUTER.has(box.tagName); box = box.parentElement, up++) {
    const title = soleTitle(box, el);
    if (title) return title;
  }
  return "";
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
  if (!cardLabels.has(box)) cardLabels.set(box, isRow(box) ? rowLabel(box, NOTHING) : labelWithin(box, NOTHING));
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
    if (cardOf(box) && (isRow(box) || labelled(box))) return box;
  }
  return null;
}

// A heading speaks for what follows it in its own section, card or cell.
function scopeOf(heading) {
  let box = heading.parentElement;
  while (box && !/^(BODY|MAIN|SECTION|ARTICLE|ASIDE|NAV|HEADER|FOOTER|DIALOG|FORM|FIELDSET|TD|LI)$/.test(box.tagName) && !cardOf(box))
    box = box.parentElement;
  return box && /^HEADER$/.test(box.tagName) && box.parentElement ? box.parentElement : box;
}
