"use strict";

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

async function send(form) {
  const answer = await fetch(form.action, {
    method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "application/json" },
  });
  return { ok: answer.ok, body: await answer.json() };
}

function openDrawer(html) {
  const drawer = one(".drawer");
  drawer.innerHTML = html;
  drawer.hidden = one(".drawer-shade").hidden = false;
  one("[data-close]", drawer).focus();
}

function closeDrawer() {
  one(".drawer").hidden = one(".drawer-shade").hidden = true;
}

function showBasket(items, label) {
  const badge = one(".basket-link .badge");
  badge.textContent = items;
  badge.hidden = !items;
  one(".basket-link").setAttribute("aria-label", label);
}

function showErrors(form, errors) {
  const lines = Object.values(errors).map((message) => {
    const line = document.createElement("p");
    line.className = "field-error";
    line.textContent = message;
    return line;
  });
  one(".form-message", form).replaceChildren(...lines);
}

async function addToBasket(event) {
  event.preventDefault();
  const { ok, body } = await send(event.target);
  showErrors(event.target, ok ? {} : body.errors);
  if (!ok) return;
  showBasket(body.items, body.label);
  openDrawer(body.html);
}

async function toggleWish(event) {
  event.preventDefault();
  const { body } = await send(event.target);
  one("button", event.target).setAttribute("aria-pressed", String(body.wished));
}

function step(event) {
  const field = one("#quantity");
  field.value = Math.max(1, (Number.parseInt(field.value, 10) || 0) + Number(event.currentTarget.dataset.step));
  boundSteps();
}

// Fewer than one can't be bought: the button says so.
function boundSteps() {
  const fewer = one('[data-step="-1"]');
  if (fewer) fewer.disabled = (Number.parseInt(one("#quantity").value, 10) || 0) <= 1;
}

function rememberCookies(event) {
  document.cookie = `cookies_seen=${event.currentTarget.dataset.cookies}; path=/; max-age=31536000; samesite=lax`;
  one(".cookie-banner").hidden = true;
}

function suggestion({ name, price, url, image }) {
  const link = document.createElement("a");
  link.href = url;
  const picture = Object.assign(document.createElement("img"), { src: image, alt: "" });
  const texts = [name, price].map((text) => Object.assign(document.createElement("span"), { textContent: text }));
  link.append(picture, ...texts);
  return link;
}

let typing;
function suggest(event) {
  clearTimeout(typing);
  const wanted = event.target.value.trim();
  typing = setTimeout(async () => {
    const hits = wanted.length < 2 ? [] : await (await fetch(`/suggest?q=${encodeURIComponent(wanted)}`)).json();
    const box = one(".suggestions");
    box.replaceChildren(...hits.map(suggestion));
    box.hidden = !hits.length;
  }, 120);
}

function toggleMenu(event) {
  const open = one(".site-nav").classList.toggle("is-open");
  event.currentTarget.setAttribute("aria-expanded", String(open));
}

all(".add-to-basket").forEach((form) => form.addEventListener("submit", addToBasket));
all(".wish, .wish-line").forEach((form) => form.addEventListener("submit", toggleWish));
all("[data-step]").forEach((button) => button.addEventListener("click", step));
all("#quantity").forEach((field) => field.addEventListener("input", boundSteps));
boundSteps();
all("[data-cookies]").forEach((button) => button.addEventListener("click", rememberCookies));
all("[data-autosubmit]").forEach((field) => field.addEventListener("change", () => field.form.submit()));
one("#search")?.addEventListener("input", suggest);
one(".menu-button")?.addEventListener("click", toggleMenu);
one(".drawer-shade")?.addEventListener("click", closeDrawer);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) closeDrawer();
  if (!event.target.closest(".search") && one(".suggestions")) one(".suggestions").hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeDrawer();
});
one(".error-summary")?.focus();
if (window.matchMedia("(max-width: 860px)").matches) one(".filters details")?.removeAttribute("open");
