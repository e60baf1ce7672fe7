// Every element that a user could act on or read, and how it is written in a list; a list of options is one line.
const wanted =
  "a, button, input, select, textarea, summary, [role], [onclick], [tabindex], " +
  "[contenteditable], svg *, li, td, th, label, span, p, h1, h2, h3, h4, div";
const own = (node) =>
  [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data)
    .join(" ").replace(/\s+/g, " ").trim();
const plain = new Set(["LI", "TD", "TH", "LABEL", "SPAN", "P", "H1", "H2", "H3", "H4", "DIV"]);
const clear = "rgba(0, 0, 0, 0)";
const painted = (node) => {
  const style = getComputedStyle(node);
  return !node.children.length &&
    (style.backgroundColor !== clear || style.backgroundImage !== "none" || style.content.includes("url("));
};
const quoted = (text, most) => JSON.stringify(text.replace(/\s+/g, " ").trim().slice(0, most));
const kind = (node) => (node.tagName === "INPUT" ? (/^(text|)$/.test(node.type) ? "text field" : node.type) : node.tagName.toLowerCase());
const named = (node) => {
  const label = node.labels && node.labels[0] ? node.labels[0].innerText || own(node.labels[0]) : "";
  return own(node) || node.getAttribute("aria-label") || label || node.placeholder || node.title || "";
};
const told = (node) => {
  const words = [kind(node)], name = named(node);
  if (name) words.push(quoted(name, 80));
  else if (node.id) words.push("#" + node.id);
  const looks = node.getAttribute("fill") || (name ? "" : node.className);
  if (typeof looks === "string" && looks) words.push("." + looks.slice(0, 30));
  if (!name && painted(node) && !/^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName)) words.push(getComputedStyle(node).backgroundColor);
  if (node.tagName === "SELECT") {
    words.push("with options " + [...node.options].slice(0, 30).map((one) => quoted(one.text, 30)).join(", "));
    words.push("chosen: " + ([...node.selectedOptions].map((one) => quoted(one.text, 30)).join(", ") || "none"));
  } else if (/^(checkbox|radio)$/.test(node.type)) words.push(node.checked ? "(checked)" : "(not checked)");
  else if (/^(INPUT|TEXTAREA)$/.test(node.tagName)) words.push(node.value ? "holds " + quoted(String(node.value), 300) : "(empty)");
  const open = node.getAttribute("aria-expanded");
  if (open) words.push(open === "true" ? "(open)" : "(closed)");
  return words.join(" ");
};
const seen = (node) => {
  const box = node.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(node).visibility === "visible";
};
const found = [...document.body.querySelectorAll(wanted)].filter(
  (node) => seen(node) && !(node.tagName === "LABEL" && node.control) && node.localName !== "defs" &&
    (!plain.has(node.tagName) || own(node) || painted(node) || getComputedStyle(node).cursor === "pointer"));
return found.slice(0, arguments[0]).map((node) => [node, told(node)]);
