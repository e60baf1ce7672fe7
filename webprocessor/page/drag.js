"use strict";
// Drags an element onto another by events of its own, for a driver that begins such a drag and never lets go. Answers whether the page has made
// it one that is dragged so; another is dragged with the pointer.
const [held, onto, done] = arguments;
const from = (function draggable(el) {
  return !el || el.draggable ? el : draggable(el.parentElement);
})(held);
const data = new DataTransfer();
const middle = el => {
  const r = el.getBoundingClientRect();
  return { clientX: r.left + r.width / 2, clientY: r.top + r.height / 2 };
};
const pause = () => new Promise(on => setTimeout(on, 20));
async function tell(el, name) {
  const where = { bubbles: true, cancelable: true, composed: true, view: window, ...middle(el) };
  const event = name === "mousedown" ? new MouseEvent(name, { ...where, buttons: 1 }) : new DragEvent(name, { ...where, dataTransfer: data });
  const stopped = !el.dispatchEvent(event);
  await pause();
  return stopped;
}
(async function () {
  if (!from) return false;
  await tell(from, "mousedown");
  if (await tell(from, "dragstart")) return true;
  await tell(from, "drag");
  await tell(onto, "dragenter");
  const taken = await tell(onto, "dragover");
  await tell(onto, taken ? "drop" : "dragleave");
  await tell(from, "dragend");
  return true;
})().then(done, () => done(true));
