// Finding one element again: arguments[0] = {path, tag, role, name, context, scroll}; returns [element, what to click, facts] or null.

function same(el) {
  return (
    el.tagName.toLowerCase() === wanted.tag &&
    (!wanted.name || wanted.name.includes("{{") || nameOf(el, roleOf(el) || (wanted.role === "button" ? "button" : "")) === wanted.name)
  );
}

// What is known to be pressed by its listener alone, which only a look hears of.
function listener() {
  if (wanted.role !== "button" || !wanted.name) return null;
  const alike = [...document.querySelectorAll(wanted.tag)].filter(el => !roleOf(el) && same(el) && drawn(el, styleOf(el)));
  return alike.length === 1 ? alike[0] : null;
}

function search() {
  walk(document.body, start(), document.body, null, "");
  closeLine();
  const found = [...rowOf]
    .map(([el, index]) => [el, rows[index]])
    .filter(([, row]) => row[TAG] === wanted.tag && row[NAME] === wanted.name && row[ROLE] === wanted.role);
  const exact = found.filter(([, row]) => (row[FACTS].c || "") === wanted.context);
  return (exact[0] || (found.length === 1 && found[0]) || [listener()])[0];
}

let element = resolve(wanted.path);
if (!element || !same(element)) element = search();
if (!element) return null;
const target = standIn(element);
const seen = under(element) || target;
if (wanted.scroll || cutOff(seen)) seen.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
arm();
return [element, target, facts(element)];
