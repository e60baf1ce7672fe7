"use strict";
// The shown option of that name of an ARIA list box, or null.
const [el, wanted] = arguments;
const plain = s => (s || "").replace(/\s+/g, " ").trim().toLowerCase();
const list = document.getElementById(el.getAttribute("aria-controls") || el.getAttribute("aria-owns") || "") || document;
const seen = [...list.querySelectorAll("[role=option],[role=menuitem]")].filter(o => o.getClientRects().length);
return seen.find(o => plain(o.textContent) === plain(wanted)) || seen.find(o => plain(o.textContent).includes(plain(wanted))) || null;
