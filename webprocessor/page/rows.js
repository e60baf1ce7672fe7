// What is told of an element.

const KEPT = new Set([
  "id",
  "name",
  "type",
  "class",
  "placeholder",
  "title",
  "alt",
  "autocomplete",
  "role",
  "for",
  "aria-label",
  "aria-expanded",
  "aria-selected",
  "aria-pressed",
  "aria-current",
  "aria-haspopup",
  "aria-invalid",
  "aria-autocomplete",
  "aria-sort",
  "aria-checked",
  "aria-valuemin",
  "aria-valuemax",
  "list",
  "pattern",
  "min",
  "max",
  "maxlength",
  "inputmode",
  "itemprop",
  "target",
  "download",
  "accept",
  "multiple",
  "contenteditable",
  "data-test",
  "data-testid",
  "data-test-id",
  "data-qa",
  "data-cy",
]);
const KEPT_OF_TEXT = new Set(["id", "class", "role", "for", "itemprop", "data-test", "data-testid", "data-test-id", "data-qa"]);
const HERE = location.origin + "/";

function attributes(el, kept) {
  let out = null;
  for (const { name, value } of el.attributes)
    if (kept.has(name)) (out = out || {})[name] = value.length > 120 ? value.slice(0, 120) : value;
  return out;
}

// A row is [tag, role, name, length of the path shared with the row before, rest of the path, x, y, width, height, in view, other facts].
const TAG = 0,
  ROLE = 1,
  NAME = 2,
  IN_VIEW = 9,
  FACTS = 10;
const LARGE = 22; // CSS pixels
function inView(r, st) {
  const page = extentOf(st.view);
  return r.bottom > 0 && r.right > 0 && r.top < page.vh && r.left < page.vw && st.frameInView;
}

function push(el, st, role, name, r, row) {
  const path = pathOf(el),
    landmark = st.landmark;
  let same = 0;
  while (same < path.length && path.charCodeAt(same) === lastPath.charCodeAt(same)) same++;
  lastPath = path;
  if (st.base >= 0) row.p = st.base;
  if (st.frame.length) row.F = st.frame;
  if (landmark !== lastMark) row.L = lastMark = landmark;
  if (st.notice) row.N = st.notice;
  if (scrollsFirst(el, st)) row.b = 1;
  rows.push([
    el.localName,
    role,
    name,
    same,
    path.slice(same),
    Math.round(r.left + st.ox),
    Math.round(r.top + st.oy),
    Math.round(r.width),
    Math.round(r.height),
    inView(r, st) ? 1 : 0,
    row,
  ]);
  marks.push(landmark);
  if (!rowOf.has(el)) rowOf.set(el, rows.length - 1);
  return rows.length - 1;
}

// A heading of a picture alone is called by what the picture is said to show; that is no text on the page.
function pushPictured(el, st) {
  const pictures = [...el.querySelectorAll("img[alt],[role=img][aria-label]")].filter(one => drawn(one, styleOf(one)));
  const called = clean(pictures.map(one => attr(one, "alt") || attr(one, "aria-label")).join(" ")).slice(0, LONGEST_UNSEEN);
  const index = readable(called) ? pushText(el, st, called, "heading") : -1;
  if (index >= 0) delete rows[index][FACTS].T;
  return index;
}

function pushText(el, st, text, role) {
  const r = el.getBoundingClientRect();
  if (((r.width <= 1 || r.height <= 1) && styleOf(el).display !== "contents") || !onPage(r, st.view)) return -1;
  const row = { T: 1 },
    kept = el.attributes.length ? attributes(el, KEPT_OF_TEXT) : null;
  if (kept) row.a = kept;
  if (role === "heading") {
    row.z = Math.round(parseFloat(styleOf(el).fontSize));
    headings.push([rows.length, scopeOf(el), st.landmark]);
  } else {
    const context = textContext(el),
      size = Math.round(parseFloat(styleOf(el).fontSize));
    if (context && context !== text) row.c = context;
    // Large text is read as a title, whatever the markup says.
    if (size >= LARGE && role === "text" && text.length <= 80) row.z = size;
  }
  if (overlay && !st.frame.length) row.l = inComposed(overlay.root, el) ? "dialog" : "covered";
  if (st.notice === "error") errorEls.push([el, text]);
  writtenTexts.push([el, rows.length]);
  return push(el, st, role, text, r, row);
}

// Without the "Change" link that stands in the same line.
function headingText(el) {
  const whole = textOf(el);
  const rest = [...el.querySelectorAll("a,[role=button]")].reduce((text, link) => text.replace(textOf(link), " "), whole);
  return readable(rest) ? clean(rest) : whole;
}

function pushActionable(el, st, role) {
  const shown = (st.under && [el, st.under].find(one => one.getBoundingClientRect().width > 1)) || seenAs(el, role, st.view);
  if (!shown) return -1;
  const r = rectOf(shown);
  const tag = el.tagName,
    type = typeOf(el),
    name = nameOf(el, role || "button"),
    row = { A: 1 };
  const text = FIELDS.has(role) ? "" : (tag === "INPUT" ? clean(el.value) : textOf(el, !st.under)).slice(0, 200),
    kept = attributes(el, KEPT),
    seen = inView(r, st);
  if (text) row.T = text === name ? 1 : text;
  if (kept) row.a = kept;
  const [layer, obstructed] = seen ? judge(shown, r, st) : ["", false];
  const over =
    layer || (overlay && !st.frame.length ? (inComposed(overlay.root, el) ? "dialog" : seen || fixedAncestor(el) ? "" : "covered") : "");
  if (over) row.l = over;
  if (obstructed) row.o = 1;
  if (tag === "SUMMARY" && el.parentElement && el.parentElement.tagName === "DETAILS")
    row.a = { ...row.a, "aria-expanded": String(el.parentElement.open) };
  const sorted = el.closest("[aria-sort]");
  if (sorted) row.a = { ...row.a, "aria-sort": attr(sorted, "aria-sort") };
  if (opensByHover(el)) row.w = 1;
  if (isDragged(el)) row.g = 1;
  if (!role && isPressedTwice(el)) row.t = 1;
  if (isDisabled(el)) row.d = 1;
  const letters = el instanceof SVGElement && !unnamed.has(el) ? [sizeWord(el, el.getBoundingClientRect()), inkOf(el)].filter(Boolean).join(" ") : "";
  const context = contextOf(el, role) || letters;
  if (context && context !== name) row.c = context;
  if (tag === "A" && el.href) row.h = el.href.startsWith(HERE) ? el.href.slice(HERE.length - 1) : el.href.baseVal || el.href;
  if (FIELDS.has(role)) fieldFacts(el, row, role, type);
  if (/^(radio|checkbox)$/.test(type) && attr(el, "value")) row.a = { ...row.a, value: attr(el, "value") };
  if (row.y && (role === "combobox" || el.hasAttribute("aria-haspopup") || hears(el, OPENING) || heardAbove(el))) row.u = 1;
  const form = formOf(el),
    host = el.getRootNode().host;
  const button = role === "button" || tag === "BUTTON";
  const beside = !form && button ? formBeside(el) : null;
  const box = form || beside || (FIELDS.has(role) || button ? looseForm(el) : null);
  if (box) row.f = formKey(box);
  const sent = form ? attr(form, "action") : "";
  if (sent) row.x = sent;
  if (form && /^post$/i.test(attr(el, "formmethod") || attr(form, "method"))) row.P = 1;
  if (form && ((tag === "BUTTON" && ((host && attr(host, "type")) || type) === "submit") || (tag === "INPUT" && /^(submit|image)$/.test(type)))) row.s = 1;
  if (row.s && isMere(el) && isSentFromBeside(form)) delete row.s;
  const around = beside ? dialogOf(el) : form;
  if (around && button && (beside || type !== "submit") && standsForSending(el, form || beside, around)) row.s = 1;
  // A sign without any name beside a field does something to the field, and sends nothing.
  const inRow = el.closest("tr,[role=row]");
  const stands = box && (!inRow || inRow.querySelector(TYPED)) && sendsLoose(el, box, type);
  if (!form && !beside && button && stands && !unnamed.has(el)) row.s = 1;
  const css = cssOf(el);
  if (css) row.C = css;
  const index = push(el, st, role || "button", name, r, row);
  if (FIELDS.has(role)) fields.push([el, index]);
  return index;
}

// What a drawing shows, where nothing in it is told of by itself.
function pushDrawing(svg, st) {
  const said = clean(attr(svg, "aria-label")) || drawingWords(svg);
  if (said && ![...svg.querySelectorAll(SHAPES)].some(pressed)) push(svg, st, "img", said.slice(0, 160), svg.getBoundingClientRect(), {});
}

function pushPicture(el, st) {
  const r = el.getBoundingClientRect();
  if (r.width < 8 || r.height < 8 || !onPage(r, st.view)) return;
  const kept = attributes(el, KEPT_OF_TEXT),
    row = kept ? { a: kept } : {};
  if (overlay && !inComposed(overlay.root, el)) row.l = "covered";
  push(el, st, "img", clean(attr(el, "alt") || attr(el, "aria-label")).slice(0, LONGEST_UNSEEN), r, row);
}
