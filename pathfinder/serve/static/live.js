"use strict";
(() => {
  const live = document.getElementById("live");
  const now = document.querySelector("#now span");
  const picture = document.getElementById("picture");
  const steps = document.getElementById("steps");
  const verdict = document.getElementById("verdict");
  const source = new EventSource(live.dataset.events);
  const lines = new Map();

  const part = (line, name, text) => {
    const found = line.querySelector("." + name) || line.appendChild(Object.assign(document.createElement("span"), { className: name }));
    found.textContent = text;
    found.hidden = !text;
  };
  const on = (kind, told) => source.addEventListener(kind, (event) => told(JSON.parse(event.data)));

  source.addEventListener("open", () => { now.textContent = "running"; });
  source.addEventListener("error", () => { if (source.readyState !== EventSource.CLOSED) now.textContent = "the connection is lost; trying again"; });
  on("doing", (told) => { now.textContent = told.words; });
  on("picture", (told) => {
    picture.src = told.src;
    picture.alt = told.page;
    picture.hidden = false;
    document.getElementById("where").textContent = told.page;
  });
  on("step", (told) => {
    let line = lines.get(told.number);
    if (!line) {
      line = steps.insertBefore(document.createElement("li"), steps.firstChild);
      line.value = told.number;
      lines.set(told.number, line);
    }
    line.dataset.mood = told.mood;
    for (const name of ["page", "choice", "why", "outcome", "notes"]) part(line, name, told[name]);
  });
  on("verdict", (told) => {
    source.close();
    live.dataset.ended = "";
    now.textContent = "ended";
    const link = Object.assign(document.createElement("a"), { href: live.dataset.end, textContent: "See the whole session" });
    verdict.replaceChildren(`${told.status}: ${told.reason} `, link);
    verdict.hidden = false;
  });
  addEventListener("pagehide", () => source.close());
})();
