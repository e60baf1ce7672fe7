"use strict";
// Requests that an action starts are counted, so that waiting knows when they have ended, and asking to print is noticed; `disarm`
// undoes this.
function arm() {
  const key = Symbol.for("pathfinder.open"),
    view = window;
  if (view[key]) return;
  const state = { open: 0, printed: false, fetch: view.fetch, send: XMLHttpRequest.prototype.send };
  state.printing = () => {
    state.printed = true;
  };
  view.addEventListener("beforeprint", state.printing);
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

// What `arm` counts, also in frames: the action may have begun in one.
function counters() {
  const key = Symbol.for("pathfinder.open"),
    found = [];
  for (let i = -1; i < window.length; i++) {
    const view = i < 0 ? window : window[i];
    try {
      if (view[key]) found.push([view, view[key]]);
    } catch {
      continue;
    }
  }
  return found;
}
const open = () => counters().reduce((sum, [, state]) => sum + state.open, 0);
const askedToPrint = () => counters().some(([, state]) => state.printed);
function disarm() {
  for (const [view, state] of counters()) {
    view.removeEventListener("beforeprint", state.printing);
    view.fetch = state.fetch;
    view.XMLHttpRequest.prototype.send = state.send;
    delete view[Symbol.for("pathfinder.open")];
  }
}
