"use strict";
// Where filled password and card fields are, in CSS pixels of the viewport; what other fields hold and texts say that are in it, each with its
// place, when arguments[0] asks for them; the viewport's width; and the frames that can't be entered from here, each with its index path and place.
const arguments_ = arguments,
  card = /card.?(number|no|num)|ccnum|cc.?number|cvc|cvv|csc|security.?code|iban/i,
  found = [],
  held = [],
  said = [],
  frames = [];
const box = (r, ox, oy) => [ox + r.left, oy + r.top, r.width, r.height];
const inView = ([x, y, width, height]) => width > 1 && height > 1 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
const keep = (list, text, place) => text && inView(place) && list.push([text, ...place]);

function texts(root, ox, oy) {
  const range = document.createRange(),
    walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!/\S/.test(node.data) || !node.parentElement || /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA|OPTION)$/.test(node.parentElement.tagName)) continue;
    range.selectNodeContents(node);
    keep(said, node.data, box(range.getBoundingClientRect(), ox, oy));
  }
}

// Words of the style sheet, before or after an element's own or in place of a list's marks.
function drawn(el, ox, oy) {
  for (const part of ["::before", "::after", "::marker"]) {
    const content = getComputedStyle(el, part).content;
    if (!/["(]/.test(content)) continue;
    const r = el.getBoundingClientRect(),
      place = part === "::marker" ? [ox, oy + r.top, r.right, r.height] : box(r, ox, oy);
    keep(held, content.replace(/attr\(([\w-]+)\)/g, (_, name) => el.getAttribute(name) || ""), place);
  }
}

const visit = (doc, ox, oy, path) => {
  const windows = [...Array((doc.defaultView || { length: 0 }).length).keys()].map(index => doc.defaultView[index]);
  for (const el of doc.querySelectorAll("input,textarea,iframe,frame")) {
    const r = el.getBoundingClientRect();
    if (el.tagName === "IFRAME" || el.tagName === "FRAME") {
      let inner = null;
      try {
        inner = el.contentDocument;
      } catch {
        inner = null;
      }
      const [x, y, inside] = [ox + r.left + el.clientLeft, oy + r.top + el.clientTop, [...path, windows.indexOf(el.contentWindow)]];
      if (inner) visit(inner, x, y, inside);
      else if (inView(box(r, ox, oy)) && windows.includes(el.contentWindow)) frames.push([inside, x, y, el.clientWidth, el.clientHeight]);
      continue;
    }
    const labels = [...(el.labels || [])].map(label => label.textContent);
    const called = [el.name, el.id, el.placeholder, el.getAttribute("aria-label"), ...labels].join(" ");
    const secret = el.type === "password" || /^cc-(number|csc|exp)/.test(el.autocomplete) || card.test(called);
    if (secret && el.value && r.width > 1) found.push(box(r, ox, oy));
    else if (arguments_[0] && !/^(hidden|checkbox|radio)$/.test(el.type)) keep(held, el.value || el.placeholder || el.alt, box(r, ox, oy));
  }
  if (arguments_[0]) {
    for (const el of doc.querySelectorAll("select")) {
      const shown = el.size > 1 || el.multiple ? el.querySelectorAll("option,optgroup") : el.selectedOptions;
      for (const one of shown) keep(held, one.label, box(el.getBoundingClientRect(), ox, oy));
    }
    for (const el of doc.querySelectorAll("img[alt]")) keep(held, el.naturalWidth ? "" : el.alt, box(el.getBoundingClientRect(), ox, oy));
    for (const el of doc.querySelectorAll("*")) drawn(el, ox, oy);
    texts(doc, ox, oy);
  }
  for (const el of doc.querySelectorAll("*")) if (el.shadowRoot) visit(el.shadowRoot, ox, oy, path);
};
visit(document, 0, 0, []);
return [found, held, said, innerWidth, frames];
