"use strict";
(() => {
  const steps = [...document.querySelectorAll("article.step")];
  const where = document.getElementById("where");
  const toggle = document.getElementById("toggle");
  const large = document.getElementById("large");
  const all = where.textContent;
  const bar = document.querySelector("header.bar");

  const current = () => {
    const line = bar.offsetHeight + 60;
    let index = -1;
    steps.forEach((step, i) => { if (step.getBoundingClientRect().top <= line) index = i; });
    return index;
  };
  const tell = () => {
    const index = current();
    where.textContent = index < 0 ? all : Math.min(steps[index].dataset.step, parseInt(all)) + " / " + all.split(" ")[0];
    steps.forEach((step, i) => step.classList.toggle("current", i === index));
    document.querySelectorAll(".strip a").forEach((link) => {
      link.classList.toggle("current", index >= 0 && link.hash === "#" + steps[index].id);
    });
  };
  const go = (by) => {
    if (!steps.length) return;
    const index = Math.min(Math.max(current() + by, 0), steps.length - 1);
    steps[index].scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  };
  const outlines = () => {
    const hidden = document.body.classList.toggle("no-outlines");
    toggle.setAttribute("aria-pressed", String(!hidden));
  };
  const enlarge = (stage) => {
    const copy = stage.cloneNode(true);
    large.lastElementChild.replaceChildren(copy);
    large.showModal();
  };

  document.querySelectorAll("[data-go]").forEach((button) => button.addEventListener("click", () => go(Number(button.dataset.go))));
  toggle.addEventListener("click", outlines);
  large.addEventListener("click", (event) => { if (event.target === large) large.close(); });
  document.querySelectorAll(".stage").forEach((stage) => stage.addEventListener("click", () => enlarge(stage)));
  const reveal = () => {
    const folded = /^#step-\d+$/.test(location.hash) && document.querySelector(location.hash + " > .folded");
    if (folded) folded.open = true;
    const calls = document.querySelector(".all-calls");
    if (calls && location.hash.startsWith("#calls-")) {
      calls.open = true;
      document.querySelector(location.hash)?.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" && !large.open) go(1);
    else if (event.key === "k" && !large.open) go(-1);
    else if (event.key === "o") outlines();
  });
  addEventListener("beforeprint", () => document.body.classList.add("printing"));
  addEventListener("afterprint", () => document.body.classList.remove("printing"));
  addEventListener("scroll", () => requestAnimationFrame(tell), { passive: true });
  tell();
  reveal();
})();
