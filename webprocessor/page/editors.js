// Editors that a library draws: beside a field that it hides, and that names it and is sent, or around one that only takes the keys.

const isUnseenField = el => !drawn(el, styleOf(el)) || el.type === "hidden";
const frameOf = el => (el.isContentEditable && el.ownerDocument.defaultView.frameElement) || null;
const NEAR = 5;
function* around(el) {
  for (let box = frameOf(el) || el, up = 0; box && up < NEAR && !/^(FORM|BODY)$/.test(box.tagName); box = box.parentElement, up++) yield box;
}
const behindEditor = new Map();
function fieldBehind(el) {
  const host = editorAround(el) || (el.isContentEditable && el);
  if (!host) return null;
  if (!behindEditor.has(el)) {
    const beside = [...around(host)].flatMap(box => [box.previousElementSibling, box.nextElementSibling]);
    behindEditor.set(el, beside.find(one => one && one.matches("textarea,input[type=hidden]") && isUnseenField(one)) || null);
  }
  return behindEditor.get(el);
}

// What stands before it, but for its toolbar: a label that is no other field's, or any words.
const isSeenField = one => drawn(one, styleOf(one)) && !editorAround(one);
function wordsBefore(el, kind) {
  for (const box of around(el))
    for (let one = box.previousElementSibling, n = 0; one && n < 4; one = one.previousElementSibling, n++) {
      const typed = [...one.querySelectorAll("input:not([type=hidden]),textarea,[contenteditable=true]")];
      if ((one.control && isSeenField(one.control)) || typed.some(isSeenField)) return "";
      const said = one.querySelector("button,[role=button],[role=toolbar]") || !one.matches(kind) ? "" : seenText(one);
      if (isWords(said)) return withoutMarks(said);
    }
  return "";
}
function editorName(el) {
  const field = fieldBehind(el),
    host = editorAround(el) || el;
  return (
    (field && labelOf(field)) ||
    wordsBefore(host, "label") ||
    byIds(el, "aria-labelledby") ||
    clean(attr(el, "aria-label")) ||
    columnHeading(el) ||
    wordsBefore(host, "*") ||
    clean(attr(el, "data-placeholder") || attr(el, "aria-placeholder"))
  );
}
const formOf = el => el.form || (fieldBehind(el) || el).form || closestOf(el, "form") || (frameOf(el) && frameOf(el).closest("form"));

// The box that shows what is typed into a field that nobody sees.
function editorAround(el) {
  if (el.tagName !== "TEXTAREA" || styleOf(el).display === "none") return null;
  const r = el.getBoundingClientRect();
  if (r.width > 2 && r.height > 2 && drawn(el, styleOf(el)) && !sightOf(el).hidden) return null;
  for (const box of around(el)) {
    const b = box.getBoundingClientRect();
    if (box !== el && b.width > 40 && b.height > 16 && drawn(box, styleOf(box))) return box.querySelectorAll(TYPED_IN).length === 1 ? box : null;
  }
  return null;
}
const isInEditor = el => [...around(el)].some(box => [...box.querySelectorAll("textarea")].some(one => (editorAround(one) || one).contains(el)));
// What it shows but for the numbers of its lines.
function shownIn(box) {
  const said = child => {
    if (child.nodeType === 3) return child.data;
    if (child.nodeType !== 1 || SKIP.has(child.tagName) || child.tagName === "TEXTAREA") return "";
    const style = styleOf(child);
    if (style.display === "none" || style.visibility !== "visible") return "";
    const text = shownIn(child);
    return style.display.startsWith("inline") ? text : /^\d+$/.test(text.trim()) ? "" : ` ${text} `;
  };
  return [...kids(box)].map(said).join("");
}
