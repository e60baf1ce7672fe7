// What opens something while the pointer rests on it: by a rule of a style sheet, as drop-down menus do.

const OPENS = /^(display|visibility|opacity|max-height|height|transform|clip-path|left|top|pointer-events)$/;
let openers = null;
// Selectors of what is pointed at, where a rule shows something inside it or beside it; of the first rules only, for sheets can be huge.
function hoverSelectors() {
  const found = new Set();
  let left = 8000;
  const readRules = rules => {
    for (const rule of rules) {
      if (--left < 0) return;
      if (rule.cssRules && rule.cssRules.length) readRules(rule.cssRules);
      if (!rule.selectorText || !rule.selectorText.includes(":hover") || ![...rule.style].some(name => OPENS.test(name))) continue;
      for (const selector of rule.selectorText.split(",")) {
        const [, pointed, rest] = selector.match(/^(.*?):hover(\s*[ >+~]\s*[^:]\S*.*)$/) || [];
        if (rest && pointed.trim() && !pointed.includes(":")) found.add(`${pointed.trim()}\u0000${rest.trim()}`);
      }
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      readRules(sheet.cssRules);
    } catch {
      continue; // a sheet of another origin can't be read
    }
  }
  return [...found].map(one => one.split("\u0000"));
}

// The box that is pointed at may be the element's own, or that of the entry which it is the label of.
function opensByHover(el) {
  if (openers === null) openers = hoverBoxes();
  if (!openers.size || FIELDS.has(roleOf(el))) return false;
  return openers.has(el) || (openers.has(el.parentElement) && el.parentElement.querySelector("a,button,span,div") === el);
}
function hoverBoxes() {
  const boxes = new Set();
  for (const [pointed, rest] of hoverSelectors().slice(0, 60)) {
    try {
      for (const box of [...document.querySelectorAll(pointed)].slice(0, 60))
        for (const part of hiddenIn(box, rest)) {
          boxes.add(box);
          hiddenParts.set(part, box);
        }
    } catch {
      continue; // a selector that this way of reading it has broken
    }
  }
  return boxes;
}
// What the rule shows that is there, can be used, and is hidden now.
function hiddenIn(box, rest) {
  const scope = /^[+~]/.test(rest) ? box.parentElement : box,
    shown = rest.replace(/^[+~>]\s*/, "");
  const inner = scope ? [...scope.querySelectorAll(shown)] : [];
  return inner.filter(one => !drawn(one, styleOf(one)) && (one.matches(USED) || one.querySelector(USED)));
}

// Controls that show while the pointer rests on their row: the row, which is no control itself and has none that opens them.
const hiddenParts = new Map();
function rowPointedAt(part) {
  const row = hiddenParts.get(part);
  if (!row || !drawn(row, styleOf(row)) || isUsed(row)) return null;
  const first = row.querySelector("a,button,span,div");
  return first && first.parentElement === row && drawn(first, styleOf(first)) && isUsed(first) ? null : row;
}
const isUsed = el => el.matches(USED) || pressed(el);
function pushPointedAt(part, st, row) {
  const used = [part, ...part.querySelectorAll(USED)].filter(one => one.matches(USED) && one.type !== "hidden");
  for (const one of used) pushActionable(one, { ...st, under: row }, roleOf(one));
}
