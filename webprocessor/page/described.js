// What is drawn and has no name, in words: "large red circle".

const HUES = [
  [15, "red"],
  [42, "orange"],
  [68, "yellow"],
  [165, "green"],
  [200, "cyan"],
  [255, "blue"],
  [290, "purple"],
  [335, "pink"],
  [360, "red"],
];
function colourName(said) {
  const known = colour(said);
  if (!known || known[3] < 0.05) return "";
  const [r, g, b] = known.map(part => part / 255),
    most = Math.max(r, g, b),
    least = Math.min(r, g, b),
    spread = most - least,
    bright = (most + least) / 2;
  if (most < 0.16) return "black";
  if (least > 0.93) return "white";
  if (spread < 0.12) return "grey";
  const turn = most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  const hue = HUES.find(([end]) => turn * 60 <= end)[1];
  return hue === "orange" && bright < 0.35 ? "brown" : hue === "purple" && bright > 0.7 ? "pink" : hue;
}

const SIDES = { 3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon", 8: "octagon", 10: "star" };
function shapeOf(el, r) {
  const even = Math.abs(r.width - r.height) <= 0.12 * Math.max(r.width, r.height);
  switch (el.localName) {
    case "circle":
    case "ellipse":
      return even ? "circle" : "ellipse";
    case "line":
    case "polyline":
      return "line";
    case "polygon":
      return SIDES[el.points ? el.points.numberOfItems : 0] || "polygon";
    case "path":
    case "g":
    case "use":
    case "svg":
      return "shape";
    case "image":
      return "picture";
  }
  if (el.localName !== "rect" && even && parseFloat(styleOf(el).borderTopLeftRadius) >= (/%/.test(styleOf(el).borderTopLeftRadius) ? 45 : 0.45 * r.width))
    return "circle";
  return even ? "square" : el.localName === "rect" ? "rectangle" : "box";
}
function inkOf(el) {
  const style = styleOf(el);
  if (!(el instanceof SVGElement)) return colourName(style.backgroundColor) || (parseFloat(style.borderTopWidth) ? colourName(style.borderTopColor) : "");
  const shape = el.localName === "g" || el.localName === "svg" ? el.querySelector(SHAPES) : el;
  return shape ? colourName(styleOf(shape).fill) || colourName(styleOf(shape).stroke) : "";
}

const isDrawing = svg => {
  const r = svg.getBoundingClientRect();
  return r.width >= 60 && r.height >= 60;
};
// Only where shapes of a drawing differ much in size is it told.
const spans = new Map();
function sizeWord(el, r) {
  const svg = el.ownerSVGElement;
  if (!svg) return "";
  if (!spans.has(svg)) {
    const areas = [...svg.querySelectorAll(SHAPES)].slice(0, 200).map(one => areaOf(one.getBoundingClientRect())).filter(Boolean);
    spans.set(svg, [Math.min(...areas), Math.max(...areas)]);
  }
  const [least, most] = spans.get(svg);
  if (most < 2 * least) return "";
  return areaOf(r) >= Math.sqrt(least * most) ? "large" : "small";
}
const areaOf = r => r.width * r.height;

function described(el) {
  const title = el.querySelector(":scope > title"),
    words = title ? clean(title.textContent) : "";
  if (words) return words;
  const r = el.getBoundingClientRect();
  return [sizeWord(el, r), inkOf(el), shapeOf(el, r)].filter(Boolean).join(" ");
}

// Where each of those is that nothing but looks tells apart: in its drawing, in its grid, or among them all.
function placeUnnamed() {
  const groups = new Map();
  for (const el of [...unnamed, ...classedNames]) {
    const index = rowOf.get(el);
    if (index === undefined || !rows[index][FACTS].A) continue;
    const key = el.ownerSVGElement || "page";
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push([el, rows[index]]);
  }
  for (const [key, group] of groups) {
    const around = key === "page" ? boxAround(group) : key.getBoundingClientRect();
    const place = gridOf(group) || (([el]) => placeOf(el, around)),
      looks = looksIn(group);
    for (const one of group) {
      const [el, row] = one,
        facts = row[FACTS],
        seen = looks(el);
      if (facts.c && !seen) continue;
      const said = [facts.c, seen, group.length > 1 && !facts.c && place(one)].filter(Boolean).join(", ");
      if (said) facts.c = said;
    }
  }
}
// How what is named for scripts only looks: its size and colour, where they differ or say more than the page does.
function looksIn(group) {
  const empty = group.map(([el]) => el).filter(el => classedNames.has(el) && !FIELDS.has(roleOf(el)) && !textOf(el));
  const inks = new Map(empty.map(el => [el, inkOf(el)])),
    areas = empty.map(el => areaOf(el.getBoundingClientRect())),
    coloured = [...inks.values()].some(ink => ink && ink !== "white"),
    [least, most] = [Math.min(...areas), Math.max(...areas)];
  return el => {
    const ink = inks.get(el) || "";
    const size = most < 2 * least || !inks.has(el) ? "" : areaOf(el.getBoundingClientRect()) >= Math.sqrt(least * most) ? "large" : "small";
    return [size, ink === "white" && !coloured ? "" : ink].filter(Boolean).join(" ");
  };
}
function boxAround(group) {
  const boxes = group.map(([el]) => el.getBoundingClientRect());
  const left = Math.min(...boxes.map(r => r.left)),
    top = Math.min(...boxes.map(r => r.top));
  return { left, top, width: Math.max(...boxes.map(r => r.right)) - left, height: Math.max(...boxes.map(r => r.bottom)) - top };
}
// "row 1, column 2" where they stand in full rows and columns.
function gridOf(group) {
  const near = values => values.sort((a, b) => a - b).filter((value, i, all) => !i || value - all[i - 1] > 3);
  const tops = near(group.map(([, row]) => row[6])),
    lefts = near(group.map(([, row]) => row[5]));
  if (tops.length * lefts.length !== group.length || tops.length < 2 || lefts.length < 2) return null;
  const rank = (values, value) => values.findIndex(one => Math.abs(one - value) <= 3) + 1;
  return ([, row]) => `row ${rank(tops, row[6])}, column ${rank(lefts, row[5])}`;
}

// Where it lies in a box: "top left".
function placeOf(el, around) {
  const r = el.getBoundingClientRect();
  const third = (at, from, size) => Math.min(2, Math.max(0, Math.floor((3 * (at - from)) / (size || 1))));
  const down = ["top", "middle", "bottom"][third(r.top + r.height / 2, around.top, around.height)],
    across = ["left", "center", "right"][third(r.left + r.width / 2, around.left, around.width)];
  return down === "middle" && across === "center" ? "center" : `${down} ${across}`;
}

// A drawing as one line: "drawing: 2 red circles, blue square".
function drawingWords(svg) {
  const counts = new Map();
  for (const shape of [...svg.querySelectorAll("circle,ellipse,rect,polygon,line")].slice(0, 200)) {
    if (!drawn(shape, styleOf(shape))) continue;
    const said = described(shape);
    counts.set(said, (counts.get(said) || 0) + 1);
  }
  const parts = [...counts].map(([said, count]) => (count > 1 ? `${count} ${said}s` : said));
  return parts.length ? `drawing: ${parts.join(", ")}` : "";
}
