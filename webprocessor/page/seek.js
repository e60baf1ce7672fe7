// Finding what a scenario remembers, and waiting until a user could act on it; nothing is looked at but what the locators name.
// arguments: {locators: [{by, value, name}], memory: {role, name, context} or null, pointed, shownOnly}, limit in ms, callback.
// Answers {locator, element, target, facts, box, …} or {error, message, …}.

const limit = arguments[1],
  done = arguments[arguments.length - 1],
  begun = performance.now();
const isPosition = locator => locator.by === "xpath" || (locator.by === "css" && /[>#]|:nth-/.test(locator.value.replace(/"[^"]*"/g, "")));
const bare = text => folded(text).replace(/[\d.,£$€]+/g, "").trim();

const boxOf = el => {
  const shown = seenAs(el, roleOf(el), window);
  return shown && rectOf(shown);
};

// What stands where the remembered element stood may be another one: a place alone proves nothing.
function recognised(el, locator) {
  const memory = wanted.memory;
  if (!memory || !isPosition(locator)) return true;
  const role = actionRole(el);
  const known = !memory.role || role === memory.role || (memory.role === "button" && !role); // known by its listener alone
  return known && (!memory.name || bare(nameOf(el, role || memory.role)) === bare(memory.name));
}

const leadToOne = found => found.every(el => el.localName === "a" && el.href && el.href === found[0].href);

function narrowed(shown) {
  const memory = wanted.memory;
  if (shown.length < 2) return shown;
  if (!memory || leadToOne(shown)) return shown.slice(0, 1);
  const here = memory.context ? shown.filter(el => folded(contextOf(el, actionRole(el))) === folded(memory.context)) : [];
  return here.length === 1 ? here : [];
}

function search() {
  let hidden = 0,
    several = 0;
  for (const [index, locator] of wanted.locators.entries()) {
    let found;
    try {
      found = BY[locator.by](locator).filter(el => recognised(el, locator));
    } catch (error) {
      return { error: "bad selector", message: `${locator.by} ${locator.value}: ${error.message}` };
    }
    const shown = found.filter(boxOf);
    hidden += found.length - shown.length;
    const [one] = narrowed(shown);
    if (one) return { locator: index, el: one, count: shown.length };
    several = several || shown.length;
  }
  if (several) return { error: "ambiguous", message: `${several} elements fit, and nothing tells them apart` };
  return { error: "not found", message: hidden ? "it is in the page, but nobody can see it" : "nothing on the page fits", hidden };
}

function atPoint(x, y) {
  let hit = document.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

function covered(el) {
  const r = rectOf(el),
    x = Math.min(Math.max(r.left + r.width / 2, 0), innerWidth - 1),
    y = Math.min(Math.max(r.top + r.height / 2, 0), innerHeight - 1);
  const hit = atPoint(x, y);
  if (!hit || hit === el || el.contains(hit) || hit.contains(el)) return "";
  if (hit.getRootNode() !== el.getRootNode() && hit.shadowRoot) return "";
  const label = hit.closest("label");
  if (label && (label.control === el || label === el)) return "";
  return `<${hit.localName}> ${textOf(hit).slice(0, 40)}`.trim();
}

function moving(el) {
  if (!document.getAnimations) return false;
  return document.getAnimations().some(a => {
    const acted = a.effect && a.effect.target;
    return a.playState === "running" && acted && acted.contains(el) && isFinite(a.effect.getComputedTiming().endTime);
  });
}

function inSight(el) {
  const r = rectOf(el);
  return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth;
}

function ready({ el }) {
  const target = standIn(el);
  if (wanted.shownOnly) return null;
  if (isDisabled(el)) return { error: "disabled", message: "it is disabled" };
  if (moving(target)) return { error: "not interactable", message: "it is moving" };
  const centred = { block: "center", inline: "nearest", behavior: "instant" };
  if (!inSight(target) || cutOff(target)) target.scrollIntoView(centred);
  const over = wanted.pointed ? covered(target) : "";
  // The next look finds it scrolled away from a bar that stays, as one that asks about cookies.
  if (over) target.scrollIntoView(centred);
  return over ? { error: "covered", message: `it is covered by ${over}` } : null;
}

function page() {
  const heading = document.querySelector("main h1, h1, [role=heading][aria-level='1'], main h2, h2");
  return { url: address(), title: title(), heading: heading ? textOf(heading) : "", frames: window.length };
}

function answer({ locator, el, count }) {
  const r = boxOf(el),
    role = actionRole(el);
  arm();
  return {
    ...page(),
    locator,
    count,
    element: el,
    target: standIn(el),
    facts: facts(el),
    tag: el.localName,
    path: pathOf(el),
    role,
    name: nameOf(el, role),
    box: [r.left, r.top, r.width, r.height],
    viewport: [innerWidth, innerHeight],
  };
}

let pause = 10;
(function attempt() {
  for (const cache of [styles, names, contexts, labels, extents, paths, steps, sights, readables, surfacesOf, columns]) cache.clear();
  let trouble = { error: "not found", message: "the page is still empty" };
  if (document.body) {
    const found = search();
    trouble = found.error ? found : ready(found);
    if (!trouble) return done(answer(found));
  }
  if (performance.now() - begun >= limit || trouble.error === "bad selector") return done({ ...page(), ...trouble });
  setTimeout(attempt, pause);
  pause = Math.min(pause * 1.5, 120);
})();
