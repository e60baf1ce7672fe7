// Where an element is: its XPath (through shadow roots), its CSS path, and the way back.

const UNSTABLE_ID = /\d{4,}|[0-9a-f]{8,}|^:r|^ember\d|^react-|[:.]|\s/i;

const stepOf = el => {
  if (!steps.has(el)) {
    const counts = new Map();
    for (const child of el.parentNode ? childrenOf(el.parentNode) : [el]) {
      const tag = child.localName,
        index = (counts.get(tag) || 0) + 1;
      counts.set(tag, index);
      steps.set(child, index);
    }
  }
  return steps.get(el);
};

function pathOf(el) {
  const known = paths.get(el);
  if (known !== undefined) return known;
  const tag = el.localName,
    parent = el.parentNode;
  const step =
    tag === "html" || tag === "body"
      ? `/${tag}`
      : el instanceof SVGElement
        ? `/*[name()='${tag}'][${stepOf(el)}]`
        : `/${tag}[${stepOf(el)}]`;
  const base = !parent || parent.nodeType === 9 ? "" : parent.nodeType === 11 ? pathOf(parent.host) + "/shadow-root()" : pathOf(parent);
  paths.set(el, base + step);
  return base + step;
}

// A CSS path from the nearest ancestor with an id of its own; without one the XPath says as much.
const cssPaths = new Map();
function cssOf(el) {
  let css = cssPaths.get(el);
  if (css === undefined) {
    const parent = el.parentNode,
      base = parent && parent.nodeType === 1 ? cssOf(parent) : "";
    css = idOf(el) && anchors(el) ? "#" + CSS.escape(idOf(el)) : base && `${base} > ${el.localName}:nth-of-type(${stepOf(el)})`;
    cssPaths.set(el, css);
  }
  return css;
}

const anchored = new Map();
function anchors(el) {
  if (!anchored.has(el))
    anchored.set(
      el,
      !UNSTABLE_ID.test(idOf(el)) &&
        el.ownerDocument === el.getRootNode() &&
        el.ownerDocument.querySelectorAll("#" + CSS.escape(idOf(el))).length === 1,
    );
  return anchored.get(el);
}

function resolve(path) {
  let here = document;
  for (const step of path.split("/").slice(1)) {
    if (!here) return null;
    if (step === "shadow-root()") {
      here = here.shadowRoot;
      continue;
    }
    const [, vector, plain, index] = step.match(/^(?:\*\[name\(\)='([^']+)'\]|([^[]+))(?:\[(\d+)\])?$/) || [];
    here = [...childrenOf(here)].filter(child => child.tagName.toLowerCase() === (vector || plain))[Number(index || 1) - 1];
  }
  return here && here.nodeType === 1 ? here : null;
}
