// A look: the whole page as JSON.

// An error message belongs to the only field of the smallest box around both; it is surer than all that describes the field, help included.
function assignErrors() {
  const told = new Set();
  for (const [el, text] of errorEls) {
    for (let box = el.parentElement, up = 0; box && up < 4; box = box.parentElement, up++) {
      const near = fields.filter(([field]) => box.contains(field));
      if (!near.length) continue;
      const group = new Set(near.map(([field]) => field.name || field));
      for (const [field, index] of group.size === 1 ? near : []) {
        if (ticksRow(field) && !field.closest(CELL).contains(el)) continue;
        if (!told.has(index)) rows[index][FACTS].E = text;
        told.add(index);
      }
      break;
    }
  }
}

function assignHeadings() {
  let next = 0,
    open = [];
  for (const [el, index] of rowOf) {
    while (next < headings.length && headings[next][0] <= index) {
      open.push(headings[next]);
      next++;
    }
    const row = rows[index][FACTS];
    if (!row.A || !open.length) continue;
    open = open.filter(([, scope]) => !scope || scope.contains(el));
    const near = open[open.length - 1];
    if (near && near[2] === marks[index]) row.H = rows[near[0]][NAME];
  }
}

function look() {
  const body = document.body || document.documentElement;
  nodes = document.getElementsByTagName("*").length;
  if (body) {
    walk(body, start(), body, null, "");
    closeLine();
  }
  assignErrors();
  assignHeadings();
  placeUnnamed();
  hideCoveredTexts();
  const nav = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
  return plainJson({
    url: address(),
    title: title(),
    vw,
    vh,
    sx: Math.round(scrollX),
    sy: Math.round(scrollY),
    nodes,
    origin: location.origin,
    status: (nav && nav.responseStatus) || 0,
    frames,
    notes,
    rows,
  });
}

// Old libraries teach arrays a toJSON of their own, which would write them as strings.
function plainJson(page) {
  const taught = [Array.prototype, Object.prototype].filter(kind => Object.hasOwn(kind, "toJSON")).map(kind => [kind, kind.toJSON]);
  for (const [kind] of taught) delete kind.toJSON;
  try {
    return JSON.stringify(page);
  } finally {
    for (const [kind, own] of taught) kind.toJSON = own;
  }
}

return look();
