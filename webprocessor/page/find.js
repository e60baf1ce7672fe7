// Finding one element again: arguments[0] = {path, tag, role, name, context, scroll}; returns [element, what to click, facts] or null.

function same(el) {
  return (
    el.tagName.toLowerCase() === wanted.tag &&
    (!wanted.name || wanted.name.includes("{{") || nameOf(el, roleOf(el) || (wanted.role === "button" ? "button" : "")) === wanted.name)
  );
}

function search() {
  walk(document.body, start(), document.body, null, "");
  closeLine();
  const found = [...rowOf]
    .map(([el, index]) => [el, rows[index]])
    .filter(([, row]) => row[TAG] === wanted.tag && row[NAME] === wanted.name && row[ROLE] === wanted.role);
  const exact = found.filter(([, row]) => (row[FACTS].c || "") === wanted.context);
  return (exact[0] || (found.length === 1 && found[0]) || [null])[0];
}

function facts(el) {
  const role = roleOf(el),
    type = typeOf(el),
    r = el.getBoundingClientRect();
  return {
    url: location.href,
    role,
    type,
    disabled: isDisabled(el),
    readonly: !!el.readOnly,
    checked: el.checked !== undefined ? !!el.checked : attr(el, "aria-checked") === "true",
    rich: el.isContentEditable,
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
      el.hasAttribute("aria-owns"),
    tiny: r.width <= 1 || r.height <= 1 || styleOf(el).opacity === "0",
    value: type === "password" ? "" : String(el.value === undefined ? "" : el.value),
  };
}

// Requests that the action starts are counted, so that settling knows when they have ended; settle.js undoes this.
function arm() {
  const key = Symbol.for("pathfinder.open"),
    view = window;
  if (view[key]) return;
  const state = { open: 0, fetch: view.fetch, send: XMLHttpRequest.prototype.send };
  Object.defineProperty(view, key, { value: state, configurable: true, enumerable: false });
  const ended = () => {
    state.open--;
  };
  view.fetch = function (...given) {
    state.open++;
    const reply = state.fetch.apply(this, given);
    reply.then(ended, ended);
    return reply;
  };
  XMLHttpRequest.prototype.send = function (...given) {
    state.open++;
    this.addEventListener("loadend", ended, { once: true });
    return state.send.apply(this, given);
  };
}

let element = resolve(wanted.path);
if (!element || !same(element)) element = search();
if (!element) return null;
const target =
  element.getBoundingClientRect().width <= 1 || styleOf(element).display === "none" || styleOf(element).opacity === "0"
    ? (element.labels && element.labels[0]) || element
    : element;
if (wanted.scroll) target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
arm();
return [element, target, facts(element)];
