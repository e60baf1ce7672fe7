"use strict";
// Chooses an option of a <select> by label, value, or the beginning or a part of a label; returns [found, labels].
const [el, wanted] = arguments;
const plain = s => (s || "").replace(/\s+/g, " ").trim().toLowerCase();
const options = [...el.options],
  usable = options.filter(o => !o.disabled);
const by = test => usable.find(test);
const found =
  by(o => plain(o.label || o.text) === plain(wanted)) ||
  by(o => o.value === wanted) ||
  by(o => plain(wanted).length > 2 && plain(o.label || o.text).startsWith(plain(wanted))) ||
  by(o => plain(wanted).length > 3 && plain(o.label || o.text).includes(plain(wanted)));
if (!found) return [false, usable.slice(0, 12).map(o => o.label || o.text)];
el.focus();
if (el.multiple) found.selected = true;
else el.selectedIndex = found.index;
el.dispatchEvent(new Event("input", { bubbles: true }));
el.dispatchEvent(new Event("change", { bubbles: true }));
return [true, []];
