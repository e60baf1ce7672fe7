// The number that a slider or spinner shows: its own, or the only one that is written near it or right beside it; null where there is none.
function numberNear(el) {
  const own = el.getAttribute("aria-valuenow");
  if (own) return Number(own);
  for (let inner = el, box = el.parentElement, up = 0; box && up < 4; inner = box, box = box.parentElement, up++) {
    const said = numbersIn(box);
    if (said.length === 1) return Number(said[0]);
    const beside = [inner.nextElementSibling, inner.previousElementSibling].map(one => (one ? numbersIn(one) : []));
    const only = beside.find(numbers => numbers.length === 1);
    if (said.length) return only ? Number(only[0]) : null;
  }
  return null;
}
function numbersIn(box) {
  const fields = [...box.querySelectorAll("input:not([type=hidden]),output")].filter(one => one.getClientRects().length);
  const held = fields.map(one => one.value).filter(value => value.trim() && !isNaN(value));
  return [...((box.innerText || "").match(/(?<![\w.-])-?\d+(\.\d+)?(?![\w.])/g) || []), ...held];
}
