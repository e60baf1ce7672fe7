// What a control that is about to be pressed says of itself: arguments[0] is the element; nothing is changed.
const pressed = arguments[0];
const control = pressed.closest("a[href],button,summary,input,label,[role=button],[role=link],[role=menuitem],[onclick]") || pressed;
const NAMING = ["title", "aria-label", "alt", "value", "data-test", "data-testid", "data-test-id", "data-qa", "data-cy", "name", "id"];
const texts = [];
const add = text => text && String(text).trim() && texts.push(String(text).trim());

// The class names and file names of icons: of a control that shows no letters, and of what is in it.
function icon(el) {
  add(el.getAttribute("class"));
  for (const name of ["src", "href", "xlink:href", "data-icon", "name"]) {
    const value = el.getAttribute(name) || "";
    if (!value.startsWith("data:")) add(value.split(/[?]/)[0].split("/").pop());
  }
}

const field = /^(text|search|email|password|tel|url|number|date|checkbox|radio|file)$/.test(control.type || "") || control.tagName === "TEXTAREA";
add(control.innerText);
for (const name of NAMING) if (!(field && /^(value|name|id)$/.test(name))) add(control.getAttribute(name));
for (const id of (control.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean)) {
  const label = control.getRootNode().getElementById ? control.getRootNode().getElementById(id) : null;
  if (label) add(label.innerText);
}
const inside = [...control.querySelectorAll("*")].slice(0, 30);
for (const el of inside) for (const name of ["title", "aria-label", "alt", "data-icon"]) add(el.getAttribute(name));
for (const title of control.querySelectorAll("svg title")) add(title.textContent);
for (const el of inside) if (/^(i|img|svg|use|span|input)$/i.test(el.localName) && !(el.innerText || "").trim()) icon(el);
if (!field && !(control.innerText || "").trim()) icon(control);

let form = control.form || (control.getAttribute("form") && document.getElementById(control.getAttribute("form")));
// A component's button sends the form that the component stands in.
const host = control.getRootNode().host;
for (let box = host; box && !form; box = box.getRootNode().host) form = box.closest("form");
const sends = form && /^(submit|image)$/.test((host && host.getAttribute("type")) || control.type || "");
const own = name => control.getAttribute("form" + name) || form.getAttribute(name) || "";
const address = sends ? own("action") || location.href : control.tagName === "A" ? control.href : "";
return {
  texts: [...new Set(texts)].map(text => text.slice(0, 200)),
  method: sends ? (own("method") || "get").toUpperCase() : address ? "GET" : "",
  address: address ? new URL(address, document.baseURI).href : "",
  language: document.documentElement.lang || "",
};
