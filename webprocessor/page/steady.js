"use strict";
// Answers once an element that the pointer rests on keeps its place for two frames, or after some milliseconds: what pointing changes, such as
// another picture, may have to be loaded.
const [el, most, answer] = arguments;
const until = performance.now() + most;
let before = null,
  same = 0;
const look = () => {
  const r = el.getBoundingClientRect(),
    now = [r.left, r.top, r.width, r.height].join();
  same = now === before && r.width && r.height ? same + 1 : 0;
  before = now;
  if (same >= 2 || performance.now() > until) answer(true);
  else requestAnimationFrame(look);
};
look();
