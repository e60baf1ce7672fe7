// What the hands need to know of an element that they act on.

// A field that only looks up the options of a list: it stands in one, or for a hidden one.
function looksUp(el) {
  const list = closestOf(el, "[role=combobox]");
  if (list && list !== el) return true;
  for (let box = el, up = 0; box && up < 6; box = outerOf(box), up++) {
    if (box.querySelectorAll(TYPED_IN).length > 1) return false;
    if ([box.previousElementSibling, box.nextElementSibling].some(one => one && one.tagName === "SELECT" && isUnseen(one))) return true;
  }
  return false;
}

function facts(el) {
  const role = roleOf(el),
    type = typeOf(el);
  return {
    url: location.href,
    role,
    type,
    disabled: isDisabled(el),
    readonly: !!el.readOnly,
    checked: el.checked !== undefined ? !!el.checked : attr(el, "aria-checked") === "true",
    rich: el.isContentEditable || !!editorAround(el),
    boxed: !!editorAround(el),
    becomesField: isWrittenFrom(el),
    under: under(el),
    tag: el.localName,
    editable:
      el.isContentEditable ||
      el.tagName === "TEXTAREA" ||
      (el.tagName === "INPUT" && !/^(submit|button|reset|image|checkbox|radio|file|range|color)$/.test(type)),
    suggests:
      role === "combobox" ||
      el.hasAttribute("list") ||
      /list|both|inline/.test(attr(el, "aria-autocomplete")) ||
      (attr(el, "role") === "searchbox" && el.hasAttribute("aria-controls")) ||
      el.hasAttribute("aria-owns") ||
      looksUp(el),
    looksUp: looksUp(el),
    needed: !!el.required || attr(el, "aria-required") === "true" || attr(el, "aria-invalid") === "true",
    expanded: attr(el, "aria-expanded"),
    nested: !!el.querySelector("input:not([type=hidden]),textarea"),
    icons: iconsOf(el).length,
    wordless: !FIELDS.has(role) && !readable(el.textContent || "") && !el.value,
    value: type === "password" ? "" : String(el.value === undefined ? "" : el.value),
  };
}

// What is not drawn now shows while the pointer rests on what is around it.
function under(el) {
  if (drawn(el, styleOf(el)) || standIn(el) !== el || FIELDS.has(roleOf(el))) return null;
  let box = parentOf(el);
  while (box && !drawn(box, styleOf(box))) box = parentOf(box);
  return box;
}

// What to click: what a user sees of it.
const standIn = el =>
  editorAround(el) || seenAs(el, roleOf(el), el.ownerDocument.defaultView) || (el.labels && el.labels[0]) || el;

// Whether a box that scrolls on its own cuts off the middle of it, where it would be pressed.
function cutOff(el) {
  const r = el.getBoundingClientRect(),
    x = r.left + r.width / 2,
    y = r.top + r.height / 2;
  for (let box = parentOf(el); box && !/^(BODY|HTML)$/.test(box.tagName); box = parentOf(box)) {
    const style = styleOf(box);
    if (!/auto|scroll/.test(style.overflowX + style.overflowY)) continue;
    const b = box.getBoundingClientRect();
    if (x < b.left || x > b.right || y < b.top || y > b.bottom) return true;
  }
  return false;
}
