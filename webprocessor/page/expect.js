// Waiting until the page has loaded, what the action asked of the server has come, and what is expected holds; or until `limit` ms are over.
// arguments: {predicates: [[subject, verb, value]], field}, limit in ms, callback. Answers with what does not hold, and what the page is.

const limit = arguments[1],
  done = arguments[arguments.length - 1],
  begun = performance.now();
const folded = text => clean(text).toLowerCase();

function visibleText() {
  const texts = root => (root.body ? [root.body] : [...root.children]).map(el => el.innerText || "");
  return [...everyRoot(document)].flatMap(texts).join("\n");
}

function* everyRoot(root) {
  yield root;
  for (const el of root.querySelectorAll("*")) if (el.shadowRoot) yield* everyRoot(el.shadowRoot);
}

function holds([subject, verb, value], text) {
  if (subject !== "url" && subject !== "title" && subject !== "text") return false;
  const whole = subject === "url" ? location.href : subject === "title" ? title() : text;
  const wantedText = folded(value);
  if (verb === "matches") return new RegExp(value, "i").test(subject === "text" ? whole.replace(/[^\S\n]+/g, " ") : whole);
  if (verb === "is") return folded(whole) === wantedText;
  const there = folded(whole).includes(wantedText);
  return verb === "absent" ? !there : there;
}

// What the field holds that was typed into.
function held() {
  const field = wanted.field;
  return field && field.isConnected ? String((field.isContentEditable ? field.textContent : field.value) || "") : null;
}

function hash(text) {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0;
  return sum;
}

function states() {
  return [...document.querySelectorAll("input:not([type=password]),select,textarea,[aria-expanded],[aria-pressed],[aria-selected]")]
    .map(el => `${el.value}${el.checked}${el.getAttribute("aria-expanded")}${el.getAttribute("aria-pressed")}${el.getAttribute("aria-selected")}`)
    .join("|");
}

function finish(unmet, text, looked) {
  if (!unmet.length || looked) disarm();
  const nav = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
  const heading = document.querySelector("main h1, h1, [role=heading][aria-level='1'], main h2, h2");
  done({
    url: address(),
    title: title(),
    heading: heading ? clean(heading.innerText) : "",
    status: (nav && nav.responseStatus) || 0,
    signature: `${location.href.split("#")[0]} ${hash(text)} ${hash(states())} ${window.length}`,
    unmet,
    looked,
    held: held(),
    loaded: document.readyState !== "loading",
  });
}

const loaded = now => document.readyState === "complete" || (document.readyState === "interactive" && now - begun > 1000);
let pause = 8;
(function attempt() {
  const now = performance.now(),
    over = now - begun >= limit;
  if (over || (document.body && loaded(now) && !open())) {
    const text = document.body ? visibleText() : "";
    const unmet = wanted.predicates.map((one, index) => (holds(one, text) ? -1 : index)).filter(index => index >= 0);
    const onlyLook = unmet.every(index => !/^(url|title|text)$/.test(wanted.predicates[index][0]));
    if (over || onlyLook) return finish(unmet, text, onlyLook);
  }
  setTimeout(attempt, pause);
  pause = Math.min(pause * 1.5, 120);
})();
