// Every element that a user could act on, and how it is written in a list; options of a list too.
const wanted =
  "a, button, input, select, textarea, option, summary, [role], [onclick], [tabindex], " +
  "[contenteditable], svg *, li, td, th, label, span, p, h3, div";
const own = (node) =>
  [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data)
    .join(" ").replace(/\s+/g, " ").trim();
const plain = new Set(["LI", "TD", "TH", "LABEL", "SPAN", "P", "H3", "DIV"]);
const painted = (node) =>
  !node.children.length && getComputedStyle(node).backgroundColor !== "rgba(0, 0, 0, 0)";
const told = (node) => {
  const words = [node.tagName.toLowerCase()];
  if (node.type && node.tagName === "INPUT") words.push(node.type);
  const text = (own(node) || node.getAttribute("aria-label") || node.placeholder || node.title || "");
  const label = node.labels && node.labels[0] ? own(node.labels[0]) : "";
  words.push(JSON.stringify((text || label || "").slice(0, 60)));
  if (node.id) words.push("#" + node.id);
  const looks = node.getAttribute("fill") || node.className;
  if (typeof looks === "string" && looks) words.push("." + looks.slice(0, 30));
  if (!text && painted(node)) words.push(getComputedStyle(node).backgroundColor);
  if (node.tagName !== "OPTION" && node.value) words.push("holds " + JSON.stringify(String(node.value).slice(0, 40)));
  if (node.checked || node.selected) words.push("chosen");
  return words.join(" ");
};
const seen = (node) => {
  const shown = node.tagName === "OPTION" ? node.parentElement : node;
  const box = shown.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(shown).visibility === "visible";
};
const found = [...document.body.querySelectorAll(wanted)].filter(
  (node) => seen(node) && (!plain.has(node.tagName) || own(node) || painted(node) ||
    getComputedStyle(node).cursor === "pointer"));
return found.slice(0, arguments[0]).map((node) => [node, told(node)]);
