// Whether a sighted user can read the text in an element: more than that it is drawn. Nothing is asked of an element without text.

const LEAST_CONTRAST = 1.15, // Of text and what is behind it, as WCAG counts it: #eeeeee on white has 1.16.
  LEAST_OPACITY = 0.1,
  LEAST_FONT = 3; // CSS pixels, after all scaling.
const WHITE = [255, 255, 255, 1];

// "rgb(1, 2, 3)", "rgba(1, 2, 3, 0.5)" and "color(srgb 0 0 1 / 0.5)" as four numbers; null for what is written otherwise.
const colours = new Map();
function colour(said) {
  let known = colours.get(said);
  if (known === undefined) colours.set(said, (known = readColour(said)));
  return known;
}
function readColour(said) {
  const numbers = (said.match(/-?[\d.]+(e-?\d+)?/g) || []).map(Number);
  if (/^rgba?\(/.test(said)) return numbers.length < 4 ? [...numbers, 1] : numbers;
  if (/^color\(srgb /.test(said)) return [...numbers.slice(0, 3).map(part => part * 255), numbers[3] === undefined ? 1 : numbers[3]];
  return null;
}
const over = (top, bottom, alpha) => [0, 1, 2].map(i => top[i] * alpha + bottom[i] * (1 - alpha)).concat(1);
function light([r, g, b]) {
  const [x, y, z] = [r, g, b].map(part => (part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
function contrast(one, other) {
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// What holds for all text in an element. ground: the colour behind it, null where that can't be known; owner: the element whose colour it is;
// moved: out of the flow;
// clip, absolute, fixed: what is cut off of text in the flow, and of what is positioned in it.
const sights = new Map();
function sightOf(el) {
  let sight = sights.get(el);
  if (!sight) {
    const parent = parentOf(el);
    sights.set(el, (sight = sightWithin(el, styleOf(el), parent ? sightOf(parent) : canvas(el))));
  }
  return sight;
}
function canvas(el) {
  const dark = /dark/.test(styleOf(el).colorScheme || "");
  return { ground: dark ? null : WHITE, owner: null, opacity: 1, scale: 1, moved: false, hidden: false, clip: null, absolute: null, fixed: null };
}

function sightWithin(el, style, around) {
  const opacity = style.opacity,
    shade = style.backgroundColor,
    picture = style.backgroundImage,
    position = style.position;
  const cuts = style.display !== "contents" && (style.overflowX !== "visible" || style.overflowY !== "visible");
  const path = style.clipPath,
    turned = style.transform,
    scaled = style.scale,
    filter = style.filter,
    skipped = style.contentVisibility === "hidden";
  const placed = position !== "static" && position !== "relative";
  const same =
    opacity === "1" && !cuts && path === "none" && turned === "none" && scaled === "none" && filter === "none" && !skipped && position === "static";
  if (same && picture === "none" && (shade === "rgba(0, 0, 0, 0)" || shade === "transparent")) return around;
  const sight = { ...around };
  paint(sight, el, colour(shade), picture);
  if (same) return sight;
  if (placed) sight.clip = position === "fixed" ? around.fixed : position === "absolute" ? around.absolute : around.clip;
  sight.moved = around.moved || placed || turned !== "none" || shifted(el);
  sight.opacity *= Number(opacity) * dimmed(filter);
  sight.scale *= scaleOf(turned, scaled);
  const cutAway = (path !== "none" && emptyPath(path)) || (placed && emptyRect(style.clip));
  sight.hidden = around.hidden || skipped || cutAway || sight.opacity < LEAST_OPACITY;
  if (cuts && !/^(BODY|HTML)$/.test(el.tagName)) cut(sight, el, style);
  if (position !== "static") sight.absolute = sight.clip;
  if (turned !== "none" || filter !== "none") sight.absolute = sight.fixed = sight.clip;
  return sight;
}

function paint(sight, el, shade, picture) {
  if (picture !== "none" || !shade) sight.ground = null;
  else if (shade[3] > 0 && (sight.ground || shade[3] === 1)) sight.ground = shade[3] === 1 ? shade : over(shade, sight.ground, shade[3]);
  else return;
  sight.owner = el;
}

const dimmed = filter => [...filter.matchAll(/opacity\(([\d.]+)\)/g)].reduce((all, [, part]) => all * Number(part), 1);
function scaleOf(turned, scaled) {
  const m = (turned.match(/\((.*)\)/) || ["", "1,0,0,1"])[1].split(",").map(Number);
  const [a, b, c, d] = turned.startsWith("matrix3d") ? [m[0], m[1], m[4], m[5]] : m;
  const [x, y] = scaled === "none" ? [1, 1] : scaled.split(" ").map(Number);
  return Math.sqrt(Math.abs((a * d - b * c) * x * (y === undefined ? x : y)));
}

// A box of at most two pixels shows nothing; one that scrolls shows all of the rest to who scrolls.
function cut(sight, el, style) {
  const r = el.getBoundingClientRect();
  const left = Math.max(r.left, sight.clip ? sight.clip.left : r.left),
    top = Math.max(r.top, sight.clip ? sight.clip.top : r.top),
    right = Math.min(r.right, sight.clip ? sight.clip.right : r.right),
    bottom = Math.min(r.bottom, sight.clip ? sight.clip.bottom : r.bottom);
  if (right - left <= 2 || bottom - top <= 2) sight.hidden = sight.hidden || style.display !== "inline";
  const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
  sight.clip = scrolls ? null : { left, top, right, bottom };
}

function emptyPath(path) {
  const [, shape, inside] = path.match(/^(\w+)\((.*)\)/) || ["", "", ""];
  const numbers = inside.split(/\s+at\s+|\s+round\s+/)[0].split(/[\s,]+/).map(parseFloat);
  if (shape === "inset") {
    const [top, right = top, bottom = top, left = right] = numbers;
    return /%/.test(inside) && (top + bottom >= 100 || left + right >= 100);
  }
  if (shape === "circle" || shape === "ellipse") return numbers.some(part => part <= 1);
  if (shape === "polygon") {
    const points = inside.replace(/^(evenodd|nonzero),\s*/, "").split(",").map(point => point.trim().split(/\s+/).map(parseFloat));
    const twice = points.reduce((sum, [x, y], i) => sum + x * points[(i + 1) % points.length][1] - points[(i + 1) % points.length][0] * y, 0);
    return Math.abs(twice) < 2;
  }
  return false;
}
function emptyRect(clip) {
  const [top, right, bottom, left] = (clip.match(/^rect\((.*)\)/) || ["", "0,9,9,0"])[1].split(/[\s,]+/).map(side => (side === "auto" ? NaN : parseFloat(side)));
  return right - left <= 2 || bottom - top <= 2;
}

// Whether text in an element can be read; what is cut off is asked of the piece of text itself.
const readables = new Map();
function legible(el, node) {
  const sight = sightOf(el);
  if (sight.hidden) return false;
  let fine = readables.get(el);
  if (fine === undefined) readables.set(el, (fine = largeEnough(el, sight) && (!sight.ground || standsOut(el, sight, node || el))));
  return fine && (!(sight.clip || indented(el)) || !node || withinClip(node, sight.clip));
}
const largeEnough = (el, sight) => parseFloat(styleOf(el).fontSize) * sight.scale >= LEAST_FONT;
const indented = el => Math.abs(parseFloat(styleOf(el).textIndent)) > 99 || /%/.test(styleOf(el).textIndent);

const range = document.createRange();
function textRect(node) {
  const reader = node.ownerDocument === document ? range : node.ownerDocument.createRange();
  reader.selectNodeContents(node);
  return reader.getBoundingClientRect();
}
function withinClip(node, clip) {
  const r = textRect(node);
  if (!r.width && !r.height) return true;
  if (!onPage(r, node.ownerDocument.defaultView)) return false;
  return !clip || (Math.min(r.right, clip.right) - Math.max(r.left, clip.left) > 1 && Math.min(r.bottom, clip.bottom) - Math.max(r.top, clip.top) > 1);
}

function standsOut(el, sight, node) {
  const style = styleOf(el);
  const inks = [style.webkitTextFillColor || style.color];
  if (style.textShadow !== "none") inks.push(...(style.textShadow.match(/(rgba?|color)\([^)]*\)/g) || []));
  if (parseFloat(style.webkitTextStrokeWidth) > 0) inks.push(style.webkitTextStrokeColor);
  const seen = inks.map(colour);
  if (seen.some(ink => !ink) || /text/.test(style.webkitBackgroundClip)) return true;
  const differs = ground => seen.some(ink => contrast(over(ink, ground, ink[3] * sight.opacity), ground) >= LEAST_CONTRAST);
  return differs(sight.ground) || (seen.some(ink => ink[3] > 0) && otherGround(el, sight.owner, differs, node));
}

// Text that does not stand out from its own boxes may lie on a picture, or on a box that is placed behind it.
function otherGround(el, owner, differs, node) {
  for (let box = el; box && box !== owner; box = parentOf(box))
    for (const pseudo of ["::before", "::after"]) {
      const style = el.ownerDocument.defaultView.getComputedStyle(box, pseudo);
      if (style.content !== "none" && style.content !== "normal" && differsOn(style, differs)) return true;
    }
  const r = textRect(node),
    x = r.left + r.width / 2,
    y = r.top + r.height / 2;
  return surfaces(el.ownerDocument).some(([other, area]) => {
    if (other.contains(el) || el.contains(other) || (owner && !owner.contains(other))) return false;
    const holds = area.left <= x && area.right >= x && area.top <= y && area.bottom >= y;
    return holds && (PICTURES.test(other.tagName) || differsOn(styleOf(other), differs));
  });
}
function differsOn(style, differs) {
  if (style.backgroundImage !== "none") return true;
  const shade = colour(style.backgroundColor);
  return !shade || (shade[3] > 0.05 && differs(shade));
}
const PICTURES = /^(IMG|VIDEO|CANVAS|svg|PICTURE|IFRAME|OBJECT|EMBED)$/;
const surfacesOf = new Map();
function surfaces(doc) {
  let found = surfacesOf.get(doc);
  if (!found) {
    found = [...doc.querySelectorAll("*")].filter(other => {
      if (PICTURES.test(other.tagName)) return true;
      const style = styleOf(other);
      return style.backgroundImage !== "none" || (style.position !== "static" && style.backgroundColor !== "rgba(0, 0, 0, 0)");
    });
    found = found.filter(other => drawn(other, styleOf(other))).map(other => [other, other.getBoundingClientRect()]);
    surfacesOf.set(doc, found);
  }
  return found;
}

// Texts that something opaque lies over: asked of the page where it is in view, else worked out from the boxes that are not in the flow.
// What stays while the page scrolls can be scrolled away from.
const placedBoxes = [],
  writtenTexts = [];
function hideCoveredTexts() {
  const boxes = placedBoxes.filter(box => opaque(box) && drawn(box, styleOf(box))).map(box => [box, box.getBoundingClientRect()]);
  const far = boxes.filter(([box]) => shifted(box));
  for (const [el, index] of writtenTexts) {
    const row = rows[index];
    const near = row[FACTS].F ? [] : (sightOf(el).moved ? boxes : far).filter(([, area]) => meets(area, row));
    if ((near.length || row[IN_VIEW]) && covering(el, near)) row[FACTS].v = 1;
  }
}
const opaque = el => {
  const shade = colour(styleOf(el).backgroundColor);
  return !!shade && shade[3] === 1 && sightOf(el).opacity > 0.98;
};
const meets = (area, row) => area.left <= row[5] + row[7] && area.right >= row[5] && area.top <= row[6] + row[8] && area.bottom >= row[6];
// A box in the flow lies over no text of the flow.
function shifted(box) {
  const style = styleOf(box);
  return style.position !== "relative" || [style.top, style.left].some(side => parseFloat(side)) || /-/.test(style.margin);
}

function covering(el, near) {
  const r = textRect(el),
    x = (r.left + r.right) / 2,
    y = (r.top + r.bottom) / 2;
  const inView = el.ownerDocument === document && x >= 0 && y >= 0 && x < vw && y < vh;
  const stays = box => (overlay && inComposed(overlay.root, box)) || (movable(box) && !fixedAncestor(el));
  if (inView) {
    const hit = document.elementFromPoint(x, y);
    for (let box = hit; box && !inComposed(box, el) && !inComposed(el, box); box = parentOf(box)) if (opaque(box) && !stays(box)) return true;
  }
  return near.some(([box, area]) => {
    if (inView && styleOf(box).pointerEvents !== "none") return false;
    const whole = area.left <= r.left + 1 && area.right >= r.right - 1 && area.top <= r.top + 1 && area.bottom >= r.bottom - 1;
    return whole && !inComposed(box, el) && !inComposed(el, box) && !stays(box) && paintedAfter(box, el);
  });
}
// By the z-index of the outermost positioned boxes below what both stand in, else by their order.
function paintedAfter(box, el) {
  let common = box;
  while (common && !inComposed(common, el)) common = parentOf(common);
  const [above, below] = [level(box, common), level(el, common)];
  return above > below || (above === below && !!(el.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING));
}
function level(el, common) {
  let found = -0.5;
  for (let box = el; box && box !== common; box = parentOf(box)) {
    const style = styleOf(box);
    if (style.position !== "static") found = parseInt(style.zIndex) || 0;
  }
  return found;
}
