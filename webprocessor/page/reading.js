"use strict";
// The number that a slider or spinner shows: its own, or the only one that is written near it; null where there is none.
const [el] = arguments;
const own = el.getAttribute("aria-valuenow");
if (own) return Number(own);
for (let box = el.parentElement, up = 0; box && up < 4; box = box.parentElement, up++) {
  const fields = [...box.querySelectorAll("input:not([type=hidden]),output")].filter(one => one.getClientRects().length);
  const held = fields.map(one => one.value).filter(value => value.trim() && !isNaN(value));
  const said = [...(box.innerText.match(/(?<![\w.-])-?\d+(\.\d+)?(?![\w.])/g) || []), ...held];
  if (said.length === 1) return Number(said[0]);
  if (said.length) return null;
}
return null;
