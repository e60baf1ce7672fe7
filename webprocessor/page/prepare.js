() => {
  // Runs before a page's own scripts: what Firefox does not tell, or does not take back, is noticed where it happens.
  const heard = new WeakMap();
  const native = EventTarget.prototype.addEventListener;
  const add = (el, type, listener, capture) => {
    if (!heard.has(el)) heard.set(el, { __proto__: null });
    (heard.get(el)[type] ??= [new Set(), new Set()])[capture].add(listener);
  };
  const drop = (el, type, listener, capture) => {
    const all = heard.get(el) || {};
    all[type]?.[capture].delete(listener);
    if (all[type]?.every(kept => !kept.size)) delete all[type];
  };
  const wrap = (name, note) => {
    EventTarget.prototype[name] = new Proxy(EventTarget.prototype[name], {
      apply(inner, el, given) {
        const answer = Reflect.apply(inner, el, given);
        const [type, listener, how] = given;
        if (listener) note(el ?? window, String(type), listener, Number(how === true || !!how?.capture), how);
        return answer;
      },
    });
  };
  wrap("addEventListener", (el, type, listener, capture, how) => {
    if (how?.signal?.aborted) return;
    add(el, type, listener, capture);
    const gone = () => drop(el, type, listener, capture);
    if (how?.signal) Reflect.apply(native, how.signal, ["abort", gone, { once: true }]);
    if (how?.once) Reflect.apply(native, el, [type, gone, { once: true, capture: !!capture }]);
  });
  wrap("removeEventListener", drop);
  Object.defineProperty(window, Symbol.for("pathfinder.heard"), { value: el => heard.get(el) || {} });
  const tell = (view, name) => {
    view.dispatchEvent(new view.Event(name));
    for (let i = 0; i < view.length; i++) {
      try {
        tell(view[i], name);
      } catch {
        continue; // a frame of another origin
      }
    }
  };
  // The dialog for printing can't be closed by a driver, and nothing else can be done while it is open.
  window.print = new Proxy(window.print, {
    apply() {
      for (const name of ["beforeprint", "afterprint"]) tell(window, name);
    },
  });
}
