"use strict";
// Requests that an action starts are counted, those for pictures that a script sets among them, so that waiting knows when they have
// ended, and asking to print is noticed; `disarm` undoes this.
function arm() {
  const key = Symbol.for("pathfinder.open"),
    view = window;
  if (view[key]) return;
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
  const state = { open: 0, pictures: new Set(), source, printed: false, fetch: view.fetch, send: XMLHttpRequest.prototype.send };
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
  Object.defineProperty(HTMLImageElement.prototype, "src", {
    ...source,
    set(address) {
      source.set.call(this, address);
      state.pictures.add(this);
    },
  });
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
// A picture that comes when it is scrolled to is none that is on its way.
const picturesOnTheWay = () => counters().some(([, state]) => [...state.pictures].some(each => !each.complete && each.loading !== "lazy"));
const askedToPrint = () => counters().some(([, state]) => state.printed);
function disarm() {
  for (const [view, state] of counters()) {
    view.removeEventListener("beforeprint", state.printing);
    view.fetch = state.fetch;
    view.XMLHttpRequest.prototype.send = state.send;
    Object.defineProperty(view.HTMLImageElement.prototype, "src", state.source);
    delete view[Symbol.for("pathfinder.open")];
  }
}
