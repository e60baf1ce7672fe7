// What a closed menu, tab or section holds: arguments[0] = XPaths of what opens them; for each [names of fields, names of what is pressed, lines of text, addresses of links], or null.
// Without them all links that show only once something that says so is opened: of each [name, address, XPath].

const USABLE = "a[href],button,input:not([type=hidden]),select,textarea,[role=menuitem],[role=button],[role=link],[role=option],[contenteditable=true]";
const FIELD = "input:not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),select,textarea,[contenteditable=true]";
const MOST = 12;
const LONGEST_LINE = 160;
const MOST_LINKS = 80;

// Named by the markup, or else what stands next to something that says of itself that it opens.
function panelOf(el) {
  const root = rootOf(el),
    ids = ["aria-controls", "aria-owns", "popovertarget", "commandfor"].flatMap(name => attr(el, name).split(/\s+/)),
    places = ["data-bs-target", "data-target", "href"].map(name => attr(el, name)).filter(place => /^#[^\s/!]+$/.test(place));
  for (const id of [...ids, ...places.map(place => place.slice(1))].filter(Boolean)) {
    const found = root.getElementById(id);
    if (found) return found;
  }
  if (el.tagName === "SUMMARY") return el.parentElement;
  const labelled = el.id ? [...root.querySelectorAll(`[aria-labelledby~="${CSS.escape(el.id)}"]`)].filter(one => one !== el) : [];
  if (labelled.length) return labelled.find(one => one === el.nextElementSibling) || labelled.find(one => el.parentElement.contains(one)) || labelled[0];
  return attr(el, "aria-haspopup") || el.hasAttribute("aria-expanded") ? el.nextElementSibling : null;
}

function isClosed(el, panel) {
  return el.tagName === "SUMMARY" ? !panel.open : isUnseen(panel);
}

function isUnseen(el) {
  const r = el.getBoundingClientRect();
  return !drawn(el, styleOf(el)) || r.width <= 1 || r.height <= 1;
}

// A name that nobody sees yet; of a field its label's.
function toldOf(el) {
  const label = el.labels && el.labels[0];
  const said = [attr(el, "aria-label"), byIds(el, "aria-labelledby"), label && label.textContent, el.matches(FIELD) ? attr(el, "placeholder") : el.textContent || attr(el, "value"), attr(el, "title")];
  return withoutMarks(said.find(text => text && clean(text)) || "").slice(0, LONGEST_UNSEEN);
}

// Its first lines, but for what names a field or is pressed.
const BLOCK = "p,li,dt,dd,td,th,h1,h2,h3,h4,h5,h6,blockquote,pre";
function linesOf(panel) {
  const blocks = [...panel.querySelectorAll(BLOCK)].filter(one => !one.querySelector(BLOCK));
  return (blocks.length ? blocks : [panel])
    .filter(one => !one.querySelector(`label,script,style,${USABLE}`) && !one.closest(`label,${USABLE}`))
    .map(one => clean(one.textContent).slice(0, LONGEST_LINE))
    .filter(Boolean)
    .slice(0, MOST);
}

function behind(path) {
  const el = resolve(path),
    panel = el && panelOf(el);
  if (!panel || !isClosed(el, panel)) return null;
  const inside = [...panel.querySelectorAll(USABLE)].filter(one => one !== el && !isDisabled(one)).slice(0, 4 * MOST);
  const told = some => [...new Set(inside.filter(some).map(toldOf).filter(Boolean))].slice(0, MOST);
  const links = [...panel.querySelectorAll("a[href]")].slice(0, MOST_LINKS).map(one => one.href);
  return [told(one => one.matches(FIELD)), told(one => !one.matches(FIELD)), linesOf(panel), [...new Set(links)]];
}

const OPENERS = ["aria-controls", "aria-owns", "popovertarget", "commandfor", "data-bs-target", "data-target", "aria-haspopup", "aria-expanded", "role=tab"].map(name => `[${name}]`).join() + ',summary,a[href^="#"]';

// Whether it can be pressed as the page stands; what is further down counts as such.
function isInReach(el) {
  if (isUnseen(el)) return false;
  const r = el.getBoundingClientRect(),
    hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return !hit || el.contains(hit) || hit.contains(el);
}

function unseenLinks() {
  const panels = new Set([...document.querySelectorAll(OPENERS)].filter(isInReach).map(panelOf).filter(Boolean));
  for (const panel of document.querySelectorAll("[aria-labelledby]")) panels.add(panel);
  const held = one => {
    for (let el = one; el; el = el.parentElement) if (panels.has(el)) return true;
    return false;
  };
  return [...document.querySelectorAll("a[href]")]
    .filter(one => !isDisabled(one) && isUnseen(one) && toldOf(one) && held(one))
    .slice(0, MOST_LINKS)
    .map(one => [toldOf(one), one.href, pathOf(one)]);
}

if (!arguments[0]) return unseenLinks();
return arguments[0].map(path => {
  try {
    return behind(path);
  } catch {
    return null;
  }
});
