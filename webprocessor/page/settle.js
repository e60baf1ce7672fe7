// Ends when the document is loaded and neither its DOM nor its requests have moved for `quiet` ms, or after `limit` ms.
const [quiet, limit, done] = [arguments[0], arguments[1], arguments[arguments.length - 1]];
const begun = performance.now();
let moved = begun,
  checked = begun,
  last = "";

const watch = new MutationObserver(records => {
  const now = performance.now();
  const real = records.filter(r => r.type !== "attributes" || r.attributeName !== "style" || now - begun < 1000);
  if (!real.length) return;
  moved = now;
  const where = real[real.length - 1].target;
  last = `${real[real.length - 1].type} in <${(where.nodeType === 1 ? where : where.parentElement || { tagName: "text" }).tagName.toLowerCase()}>`;
});
for (const root of everyRoot()) watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
let printed = askedToPrint();
const printing = () => {
  printed = true;
};
window.addEventListener("beforeprint", printing);
let requests = null;
try {
  requests = new PerformanceObserver(() => {
    moved = performance.now();
    last = "a request";
  });
  requests.observe({ type: "resource" });
} catch {
  requests = null;
}

function animated(now) {
  if (now - begun > 1000 || !document.getAnimations) return false;
  return [...everyRoot()]
    .flatMap(root => root.getAnimations())
    .some(
      a =>
        a.playState === "running" &&
        a.effect &&
        isFinite(a.effect.getComputedTiming().endTime) &&
        a.effect.getComputedTiming().endTime < 1500,
    );
}
function loaded(now) {
  return document.readyState === "complete" || (document.readyState === "interactive" && now - moved > 1000);
}
// A page that a script is still to fill: nothing is drawn in it, or nothing but a sign of work, and no control.
const SIGNS = "[aria-busy=true],[role=progressbar],progress",
  CONTROL = "a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=link],[contenteditable]",
  PICTURE = "img,svg,canvas,video,iframe,frame,object,embed,audio";
const isShown = el => el.getClientRects().length > 0;
function blank() {
  const body = document.body;
  if (!body || !document.scripts.length) return false;
  if ([...body.querySelectorAll(CONTROL)].some(isShown)) return false;
  if ([...body.querySelectorAll(SIGNS)].some(isShown)) return true;
  return !body.innerText.trim() && ![body, ...body.querySelectorAll("*")].some(el => el.shadowRoot || (el.matches(PICTURE) && isShown(el)));
}
// A sign that the page is at work: something that turns for ever, named as such in the markup, and not known to have turned in vain.
const AT_WORK = /spin|load|busy|progress|wait/i,
  BIG = 300;
const turned = (window[Symbol.for("turned in vain")] ??= new WeakSet());
function signs() {
  const found = [];
  for (const animation of document.getAnimations ? document.getAnimations() : []) {
    const el = animation.effect && animation.effect.target;
    if (!el || animation.playState !== "running" || isFinite(animation.effect.getComputedTiming().endTime)) continue;
    const box = el.getBoundingClientRect();
    if (!box.width || box.width > BIG || box.height > BIG || turned.has(el)) continue;
    if ([el, el.parentElement, el.parentElement && el.parentElement.parentElement].some(each => each && AT_WORK.test(each.getAttribute("class") || "")))
      found.push(el);
  }
  return found;
}
// An empty page may mean to be empty: it is not waited for to the end.
const PATIENCE = 4000;
function filled(now) {
  const over = now - begun >= Math.min(PATIENCE, limit - 100);
  const working = signs();
  if (over) for (const el of working) turned.add(el);
  return over || !(blank() || working.length);
}

// A slow picture changes nothing that is done next: it is waited for so long that its request has left the browser.
const PICTURES = 2000;
const fetching = now => open() > 0 || (now - begun < PICTURES && picturesOnTheWay());

function finish(ready) {
  watch.disconnect();
  if (requests) requests.disconnect();
  window.removeEventListener("beforeprint", printing);
  const waiting = open();
  printed ||= askedToPrint();
  disarm();
  done({ ready, url: address(), title: title(), last: waiting ? "a request" : last, printed });
}
// What is due on the page comes first after a time in which nothing ran: no more of such a time than a check counts as rest.
const TURN = 50;
(function check() {
  const now = performance.now();
  moved = Math.min(now, moved + Math.max(0, now - checked - TURN));
  checked = now;
  // What is made of an answer comes after it: the time of rest begins where the last request ended.
  if (fetching(now)) moved = now;
  if (now - moved >= quiet && loaded(now) && !animated(now) && filled(now)) return finish(true);
  if (now - begun >= limit) return finish(false);
  setTimeout(check, 20);
})();
