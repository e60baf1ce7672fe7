"use strict";
// Scrolls the nearest box around an element that scrolls; answers whether there is one.
const [el, where] = arguments;
for (let box = el; box && box !== document.body && box !== document.documentElement; box = box.parentElement) {
  if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll|overlay/.test(getComputedStyle(box).overflowY)) continue;
  const step = box.clientHeight * 0.8;
  const top = { up: box.scrollTop - step, down: box.scrollTop + step, top: 0, bottom: box.scrollHeight }[where];
  box.scrollTo({ top, behavior: "instant" });
  return true;
}
return false;
