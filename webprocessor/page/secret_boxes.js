"use strict";
// Where filled password and card fields are, in CSS pixels of the viewport, and the viewport's width.
const card = /card.?(number|no|num)|ccnum|cc.?number|cvc|cvv|csc|security.?code|iban/i,
  found = [];
const visit = (doc, ox, oy) => {
  for (const el of doc.querySelectorAll("input,textarea,iframe,frame")) {
    const r = el.getBoundingClientRect();
    if (el.tagName === "IFRAME" || el.tagName === "FRAME") {
      let inner = null;
      try {
        inner = el.contentDocument;
      } catch {
        inner = null;
      }
      if (inner) visit(inner, ox + r.left + el.clientLeft, oy + r.top + el.clientTop);
      continue;
    }
    const labels = [...(el.labels || [])].map(label => label.textContent);
    const said = [el.name, el.id, el.placeholder, el.getAttribute("aria-label"), ...labels].join(" ");
    const secret = el.type === "password" || /^cc-(number|csc|exp)/.test(el.autocomplete) || card.test(said);
    if (secret && el.value && r.width > 1) found.push([ox + r.left, oy + r.top, r.width, r.height]);
  }
  for (const el of doc.querySelectorAll("*")) if (el.shadowRoot) visit(el.shadowRoot, ox, oy);
};
visit(document, 0, 0);
return [found, innerWidth];
