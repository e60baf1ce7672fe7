// The names of things, spoken well: icons, badges and bare numbers get the noun they lack.

const SKIP = new Set([
  "SCRIPT",
  "STYLE",
  "NOSCRIPT",
  "TEMPLATE",
  "HEAD",
  "META",
  "LINK",
  "TITLE",
  "BR",
  "HR",
  "WBR",
  "OPTION",
  "OPTGROUP",
  "DATALIST",
  "SOURCE",
  "TRACK",
  "PARAM",
  "COL",
  "COLGROUP",
  "BASE",
  "OBJECT",
  "EMBED",
  "CANVAS",
  "MAP",
]);
const TEST_IDS = ["data-test", "data-testid", "data-test-id", "data-qa", "data-cy"];
const NOISE = new Set(
  (
    "link links btn button icon icons icn fa fas far fab fal svg img image glyphicon bi wrapper container nav navbar header " +
    "footer item items list primary secondary default outline dark light sm md lg xl xs js is has flex block inline inner outer content " +
    "text label style css form col row component element test id ui mui material html php aspx jsp index the a toggler active show " +
    "root base size small medium large font color inherit current mdi theme translate notranslate"
  ).split(" "),
);

function spoken(el, eyes) {
  let out = "";
  for (const child of kids(el)) {
    if (child.nodeType === 3) {
      if (!eyes || !/\S/.test(child.data) || legible(el, child)) out += child.data;
      continue;
    }
    if (child.nodeType !== 1 || (SKIP.has(child.tagName) && child.tagName !== "BR")) continue;
    if (child.tagName === "BR") {
      out += " ";
      continue;
    }
    const style = styleOf(child);
    if (style.display === "none" || style.visibility !== "visible" || attr(child, "aria-hidden") === "true") continue;
    if (eyes && (style.opacity === "0" || clipped(child, style))) continue;
    if (child.tagName === "IMG") {
      out += eyes ? "" : " " + attr(child, "alt") + " ";
      continue;
    }
    if (child.tagName === "SELECT" || child.tagName === "TEXTAREA" || child.tagName === "INPUT" || child.tagName === "BUTTON") continue;
    if (!eyes && child.hasAttribute("aria-label")) {
      out += " " + attr(child, "aria-label") + " ";
      continue;
    }
    if (child.tagName === "svg") {
      const title = child.querySelector("title");
      out += title && !eyes ? " " + title.textContent + " " : "";
      continue;
    }
    const apart = style.display.startsWith("inline") && !child.shadowRoot ? "" : " ";
    out += apart + spoken(child, eyes) + apart;
  }
  return out;
}

function textOf(el, eyes = true) {
  if (el.childElementCount || el.shadowRoot || el.tagName === "SLOT") return clean(spoken(el, eyes));
  const text = clean(el.textContent);
  return text && eyes && !legible(el, el.firstChild) ? "" : text;
}
const withoutMarks = s =>
  clean(s)
    .replace(/\s*[*:]+\s*$/, "")
    .replace(/^\*\s*/, "")
    .replace(/\s*\((required|optional)\)$/i, "");

// What it holds is no name of what a user fills in, and its own label stands for itself.
const isItsOwn = (el, one) => el.contains(one) && /^(combobox|listbox|textbox|searchbox|spinbutton|slider)$/.test(attr(el, "role"));
function byIds(el, name) {
  const root = rootOf(el);
  return clean(
    attr(el, name)
      .split(/\s+/)
      .map(id => root.getElementById(id))
      .filter(Boolean)
      .map(x => (isItsOwn(el, x) ? attr(el, "aria-label") : textOf(x, false)))
      .join(" "),
  );
}

function labelOf(el) {
  for (const label of el.labels || []) {
    const text = wordsOf(label);
    if (text) return text;
  }
  return borrowedLabel(el);
}
// A label of signs alone says by its tip what it is.
function wordsOf(label) {
  const text = withoutMarks(labelText(label));
  return readable(text) ? text : clean(attr(label, "title")) || text;
}

// The label of what a field is drawn in, or of the hidden field beside it that it is drawn for, or one that stands before it and is nothing's.
const REPLACED = "input,select,textarea";
function borrowedLabel(el) {
  for (let box = el, up = 0; box && up < 6; box = outerOf(box), up++) {
    const typed = box.querySelectorAll(TYPED_IN);
    if ((typed.length > 1 && [...typed].filter(one => !isUnseen(one)).length > 1) || box.querySelectorAll("[role=radio]").length > 1) break;
    for (const one of [box, box.previousElementSibling, box.nextElementSibling]) {
      if (!one || (one !== box && !(one.matches(REPLACED) && (typeOf(one) === "hidden" || isUnseen(one))))) continue;
      const text = labelFor(one);
      if (text) return text;
    }
    const before = PICKED.has(roleOf(el)) ? null : box.previousElementSibling;
    if (before && before.matches("label:not([for])") && !before.control) return wordsOf(before);
  }
  return "";
}
function labelFor(el) {
  const id = idOf(el);
  const label = (id && rootOf(el).querySelector(`label[for="${CSS.escape(id)}"]`)) || (el.localName.includes("-") && el.closest("label"));
  return label ? wordsOf(label) : "";
}

function labelText(label) {
  const skip = [...label.querySelectorAll("[class*=error],[class*=invalid],[role=alert]")];
  if (!skip.length) return textOf(label, false);
  const noise = skip.map(x => textOf(x)).filter(Boolean);
  return noise.reduce((text, part) => text.replace(part, " "), textOf(label, false));
}

// A text beside a field names it only where a user sees it; a bare number is what something holds.
function seenText(node) {
  if (!node) return "";
  if (node.nodeType === 1) return drawn(node, styleOf(node)) || styleOf(node).display === "contents" ? textOf(node) : "";
  const box = node.parentElement;
  return box && readable(node.data) && drawn(box, styleOf(box)) && legible(box, node) ? clean(node.data) : "";
}
const isWords = text => /\p{L}/u.test(text) && text.length <= 60;

// What stands over the column of a table that an element is in: the heading next above it.
function columnHeading(el) {
  const cell = el.closest("td,[role=gridcell],[role=cell]"),
    table = cell && cell.closest("table,[role=grid],[role=treegrid],[role=table]");
  if (!table) return "";
  const first = table.rows && table.rows[0];
  const heads = [...table.querySelectorAll("thead th,thead td,[role=columnheader]")];
  if (!heads.length && first && !first.contains(cell) && [...first.cells].every(one => one.tagName === "TH")) heads.push(...first.cells);
  const { left, right, top } = el.getBoundingClientRect(),
    middle = (left + right) / 2;
  const above = heads.map(one => [one, one.getBoundingClientRect()]).filter(([one, r]) => r.left <= middle && middle <= r.right && r.bottom <= top + 1);
  const nearest = above.sort(([, one], [, other]) => other.bottom - one.bottom).find(([one]) => isWords(seenText(one)));
  return nearest ? withoutMarks(seenText(nearest[0])) : "";
}

// A cell with several links of its own lays the page out, and names nothing beside it.
const isMenu = cell => cell.querySelectorAll("a[href],button").length > 1;
function cellBefore(el) {
  const cell = el.closest("td"),
    before = cell && cell.previousElementSibling;
  return before && !isMenu(before) ? before : null;
}

function nearbyText(el, deep) {
  if (el.type === "checkbox" || el.type === "radio") {
    const next = el.nextSibling && el.nextSibling.nodeType === 3 && readable(el.nextSibling.data);
    const after = seenText(next ? el.nextSibling : el.nextElementSibling);
    if (after && after.length <= 60) return withoutMarks(after);
  }
  const heading = columnHeading(el);
  if (heading) return heading;
  const cell = cellBefore(el);
  if (cell) return withoutMarks(seenText(cell).slice(0, 60));
  // What a library draws lies deep in boxes of its own.
  for (let node = el, up = CONTROLS.has(el.tagName) && !deep ? 3 : 0; node && up < 6; node = node.parentElement, up++) {
    const before = node.previousSibling,
      box = node.previousElementSibling;
    const written = before && before.nodeType === 3 && readable(before.data);
    const apart = box && (box.querySelector("input,select,textarea,button,a") || box.matches("input,select,textarea,button,a,form,nav,header,section"));
    const previous = seenText(written ? before : apart ? null : box);
    if (isWords(previous)) return withoutMarks(previous);
    // Nor is what stands beside a row of choices the name of each.
    const around = node.parentElement;
    if (around && (around.querySelectorAll("input:not([type=hidden]),select,textarea").length > 1 || [...around.querySelectorAll("[role=radio]")].some(one => !el.contains(one)))) break;
  }
  return "";
}

// Numbers of a database, as letters, and those that a build gives a style: "d93dc8ba-64db-4c3e-be10-…" and "css-1hmezt" say nothing.
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const HASH = /\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}\b/gi;
const words = s =>
  (s || "")
    .replace(UUID, " ")
    .replace(HASH, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((w, i, all) => w.length > 1 && !NOISE.has(w) && all.indexOf(w) === i)
    .slice(0, 4)
    .join(" ");

function hrefWords(el) {
  const href = attr(el, "href");
  if (!href) return "";
  if (href.startsWith("javascript:")) return words(href.slice(11).replace(/\b(void|return|false|this)\b/g, ""));
  if (href.startsWith("#")) return words(href);
  try {
    const url = new URL(href, el.baseURI);
    if (url.host !== location.host) return words(url.hostname.replace(/^www\./, "").replace(/\.\w+$/, "")) || url.hostname;
    const last =
      url.pathname
        .split("/")
        .filter(s => /[a-z]{2}/i.test(s))
        .pop() || "";
    const asked = [...url.searchParams.values()].filter(s => /[a-z]{3}/i.test(s)).map(s => s.split("/").pop());
    return (
      words(last.replace(/\.\w+$/, "")) || firstOf(asked.reverse(), words) || (url.pathname === "/" && !url.hash ? "home" : words(url.hash))
    );
  } catch {
    return "";
  }
}

// A picture that leads where the words beside it lead is called by those words.
function twinName(el) {
  if (el.tagName !== "A" || !attr(el, "href").replace(/^#.*/, "")) return "";
  for (let box = el.parentElement, up = 0; box && up < 4 && !/^(BODY|MAIN)$/.test(box.tagName); box = box.parentElement, up++) {
    const twin = [...box.querySelectorAll("a[href]")].find(a => a !== el && a.href === el.href && readable(a.textContent));
    if (twin) return textOf(twin);
  }
  return "";
}

// What a script finds a tip by, and nobody reads: "V1StGXR8Z5jdHi6BmyT".
const KEY = /^(?=\S*[a-z])(?=\S*[A-Z])(?=\S*\d)[\w-]{12,}$/;
const TIPS = ["aria-label", "title", "data-tooltip", "data-original-title", "data-bs-original-title", "data-title", "data-label"];
function iconsIn(el) {
  return [el, ...el.querySelectorAll("img,svg,i,use,[class*=icon],[data-icon]")].slice(0, 6);
}
function iconWords(icon) {
  const source = attr(icon, "src") || attr(icon, "href") || attr(icon, "xlink:href");
  const file = source.startsWith("data:") ? "" : source.split("?")[0].split(/[/#]/).pop();
  return meaning(words(attr(icon, "data-icon")) || words(attr(icon, "class")) || words(file.replace(/\.\w+$/, "")));
}
// Icon libraries call some signs by how they look, and not by what they stand for.
const LOOKS = { close: "xmark|times|cross", "more options": "ellipsis|kebab|meatballs?|more (vert|horiz)|(three )?dots", menu: "bars|(ham)?burger", add: "plus", done: "check( ?mark)?|tick", back: "arrow back" };
const DRAWN = "circle|square|vertical|horizontal|vert|horiz|fill|solid|outlined?|light|thin|bold|alt|sharp|rounded|large|icon|menu";
const meaning = said => (Object.entries(LOOKS).find(([, looks]) => new RegExp(`^(${looks})( (${DRAWN}))*$`).test(said)) || [said])[0];
// The name of a sign in a font of signs: "more_vert".
const ofAFont = said => (/^[a-z]+(_[a-z\d]+)*$/.test(said) ? meaning(said.replaceAll("_", " ")) : said);
// What a user sees as a sign is a word in the markup; the same word in letters is the name of a thing.
const SIGN_FONT = /\b(icons?|symbols)\b/i;
function shownText(el) {
  const text = textOf(el),
    written = /^[a-z\d_]+$/.test(text) && [el, ...el.querySelectorAll("*")].find(one => clean(one.textContent) === text && !one.childElementCount);
  return written && SIGN_FONT.test(styleOf(written).fontFamily) ? ofAFont(text) : text;
}
const testWords = el => firstOf(TEST_IDS, name => words(attr(el, name)));
const firstOf = (all, read) => {
  for (const one of all) {
    const said = read(one);
    if (said) return said;
  }
  return "";
};
// What a style sheet draws into an empty element: a sign or words by its content, or a picture by its file.
function drawnSign(el) {
  const signs = ["::before", "::after"].map(pseudo => el.ownerDocument.defaultView.getComputedStyle(el, pseudo).content.replace(/^"|"$/g, ""));
  return firstOf(signs, sign => (/\p{L}{2}/u.test(sign) && !/^(none|normal|attr|url|counter)/.test(sign) ? ofAFont(clean(sign)) : SIGNS[clean(sign)[0]] || ""));
}
function paintedFile(el) {
  const file = (styleOf(el).backgroundImage.match(/url\("?([^")]+)/) || ["", ""])[1];
  return file && !file.startsWith("data:") ? words(file.split("?")[0].split("/").pop().replace(/\.\w+$/, "")) : "";
}

// What its markup says and nobody sees now, as in a menu that is folded to its icons.
function allWords(el) {
  const said = child => (child.nodeType === 3 ? child.data : child.nodeType === 1 && child.tagName !== "svg" ? ` ${allWords(child)} ` : "");
  return SKIP.has(el.tagName) ? "" : [...kids(el)].map(said).join("");
}
function foldedWords(el) {
  const text = clean(allWords(el));
  const apart = el.querySelector("a,button,input,select,textarea,ul,ol,table");
  return !apart && /\p{L}{2}/u.test(text) && text.length <= 40 ? text : "";
}

function noun(el) {
  const tip = name => (name.startsWith("data-") && KEY.test(attr(el, name)) ? "" : clean(attr(el, name)));
  const own = firstOf(TIPS, tip) || foldedWords(el) || (readable(el.textContent) ? "" : twinName(el));
  if (own) return own;
  const icons = iconsIn(el).slice(1),
    title = el.querySelector("svg title"),
    parts = [el, ...el.querySelectorAll("*")].slice(0, 6);
  return (
    testWords(el) ||
    folding(el) ||
    firstOf(icons, icon => attr(icon, "alt") || attr(icon, "aria-label") || attr(icon, "title")) ||
    (title && clean(title.textContent)) ||
    tipIn(el) ||
    identified(el) ||
    hrefWords(el) ||
    firstOf(parts, drawnSign) ||
    firstOf(icons, icon => testWords(icon) || iconWords(icon)) ||
    SIGNS[clean(allWords(el))[0]] ||
    classed(el) ||
    firstOf(parts, paintedFile)
  );
}
// Words that a script shows as a tip, in an attribute of the page's own: several, nothing that machines read, and no question that is asked first.
const READ_BY_MACHINES = /^(class|style|id|name|value|type|rel|href|src|srcset|sizes|d|points|transform|viewbox|action|pattern|accept|allow|sandbox|on.*|aria-.*|[:@].*|(data-)?(ng|v|x|hx|bs|js|turbo|wire)-?.*|data-(action|controller|target|toggle|class|style|url|src|href).*)$/i;
const SENTENCE = /^\p{L}[^{}<>=;|#\\]*\s[^{}<>=;|#\\]*\p{L}/u;
function tipIn(el) {
  const tips = [...el.attributes].filter(one => !READ_BY_MACHINES.test(one.name) && SENTENCE.test(one.value) && !/[?？]\s*$/.test(one.value));
  return tips.length ? clean(tips[0].value).slice(0, LONGEST_TIP) : "";
}
const LONGEST_TIP = 60;
// A sign beside an entry that is open or closed, or in it, opens and closes that.
function folding(el) {
  const entry = el.closest("[role=treeitem]") || [el.nextElementSibling, el.previousElementSibling].find(one => one && one.hasAttribute("aria-expanded"));
  if (!entry || entry === el || !entry.hasAttribute("aria-expanded") || CONTROLS.has(el.tagName)) return "";
  return attr(entry, "aria-expanded") === "true" ? "collapse" : "expand";
}
// A name for scripts and style sheets tells little: how the element looks, and where it is, is told beside it.
const classedNames = new Set();
function identified(el) {
  const id = idOf(el),
    said = UNSTABLE_ID.test(id) ? "" : words(id);
  if (said && /\d/.test(id)) classedNames.add(el);
  return said;
}
function classed(el) {
  const said = meaning(words(el.getAttribute("class"))) || words(attr(el, "name"));
  if (said) classedNames.add(el);
  return said;
}

// "page" for a link to "?page=2" that reads "2", and for a number that leads from page to page by what is around it.
const PAGES = /pagin|paging|pager/i;
function parameter(el, number) {
  for (let box = el, up = 0; box && up < 5; box = box.parentElement, up++) if (PAGES.test(`${attr(box, "class")} ${attr(box, "aria-label")}`)) return "page";
  const query = attr(el, "href").split("?")[1] || "";
  return words(([...new URLSearchParams(query)].find(([, value]) => value === number) || [""])[0]);
}

// Signs that stand for a word, where nothing else says what they do.
const SIGNS = Object.fromEntries(
  Object.entries({ close: "×✕✖", menu: "☰≡", "more options": "⋮⋯", previous: "‹«←", next: "›»→", star: "★☆", favourite: "♥♡❤", settings: "⚙", edit: "✎✏" }).flatMap(
    ([word, signs]) => [...signs].map(sign => [sign, word]),
  ),
);
// Elements that have no name but how they look.
const unnamed = new Set();
function unnamedWords(el) {
  unnamed.add(el);
  return described(el);
}

const counted = n => `${n} ${Number(n) === 1 ? "item" : "items"}`;

function badgeOf(el) {
  if (!el.childElementCount) return null;
  for (const child of el.querySelectorAll("span,b,strong,small,sup,em,i,div")) {
    if (!child.childElementCount && /^\(?\d{1,4}\+?\)?$/.test(textOf(child)) && drawn(child, styleOf(child))) return child;
  }
  return null;
}

function speakWell(el, said) {
  if (!/\p{L}{2}/u.test(said) && !/[£$€]/.test(said)) {
    const number = (said.match(/\d[\d.,+]*/) || [""])[0];
    // A day of a calendar.
    if (number && number === said && el.closest("td,[role=gridcell]") && !attr(el, "href").replace("#", "")) return said;
    const called = (said.length === 1 && /\p{L}/u.test(said) ? "" : noun(el)) || SIGNS[said[0]] || "";
    if (!called) return said || unnamedWords(el);
    if (!number) return called;
    if (classedNames.has(el) && parameter(el, number)) return `${parameter(el, number)} ${number}`;
    if (/\d/.test(called)) return called;
    return badgeOf(el) ? `${called}, ${counted(number)}` : `${parameter(el, number) || called} ${number}`;
  }
  if (said.length > 40 || /\b\d+ \p{L}/u.test(said)) return said;
  const badge = badgeOf(el);
  if (!badge) return said;
  const shown = clean(badge.textContent);
  const number = shown.replace(/[()]/g, "");
  const [before, after] = [said.slice(0, said.indexOf(shown)), said.slice(said.indexOf(shown) + shown.length)];
  if (said.includes(shown) && /^[\s-]*\p{L}/u.test(after)) return clean(`${before} ${number} ${after}`);
  const rest = clean(said.replace(shown, " "));
  if (rest === said) return `${said}, ${counted(number)}`;
  const counts = /badge|count|qty|quantity|bubble|number|cart|basket/i.test(badge.className) || rest.split(" ").length <= 2;
  return counts && !/\d/.test(rest) ? `${rest}, ${counted(number)}` : said;
}

function nameOf(el, role) {
  if (names.has(el)) return names.get(el);
  let name = clean(computeName(el, role)).slice(0, 160);
  if (name.length > LONGEST_UNSEEN && !seenWords(el).includes(name)) name = name.slice(0, LONGEST_UNSEEN);
  names.set(el, name);
  return name;
}

// A label that nobody sees names a control to those who hear it; no label is longer.
const LONGEST_UNSEEN = 80;
const seenWords = el => [el, ...(el.labels || [])].map(one => textOf(one) || clean(one.value)).join(" ");

const PICKED = new Set(["checkbox", "radio", "switch"]);
function computeName(el, role) {
  const given = byIds(el, "aria-labelledby") || clean(attr(el, "aria-label"));
  const tag = el.tagName,
    type = typeOf(el);
  if (tag === "INPUT" && role === "button")
    return (
      given ||
      (type === "image" ? attr(el, "alt") : el.value) ||
      attr(el, "title") ||
      (type === "submit" ? "Submit" : type === "reset" ? "Reset" : noun(el))
    );
  if (FIELDS.has(role)) {
    const own =
      (isWrittenFrom(el) && textOf(el)) ||
      ((el.isContentEditable || editorAround(el)) && editorName(el)) ||
      given ||
      labelOf(el) ||
      (PICKED.has(role) && tag !== "INPUT" && readable(textOf(el)) && textOf(el)) ||
      clean(attr(el, "placeholder")).replace(/^\P{L}*$/u, "") ||
      clean(attr(el, "title")) ||
      nearbyText(el) ||
      words(attr(el, "name")) ||
      words(idOf(el)) ||
      nearbyText(el, true) ||
      (PICKED.has(role) && attr(el, "aria-posinset") && `${attr(el, "aria-posinset")} of ${attr(el, "aria-setsize")}`) ||
      (role === "textbox" && !el.value && !el.isContentEditable ? textOf(el) : "");
    if (!own) unnamed.add(el);
    if (type !== "radio" && role !== "radio") return own;
    const group = groupOf(el);
    return group && !own.toLowerCase().includes(group.toLowerCase()) ? `${group}: ${own}` : own;
  }
  if (tag === "IMG") return given || attr(el, "alt") || attr(el, "title");
  if (el instanceof SVGElement && !given && !readable(el.textContent)) return unnamedWords(el);
  if (el.localName.includes("-") && labelFor(el)) return labelFor(el);
  if (role === "link" || role === "button") return speakWell(el, given || shownText(el) || unseenWords(el) || clean(attr(el, "title")));
  return given || textOf(el) || textOf(el, false) || clean(attr(el, "title")) || (el.matches(CELL) && columnHeading(el)) || noun(el);
}

// Words that nobody sees may name a control to those who hear it; a number that nobody sees is hidden on purpose.
function unseenWords(el) {
  const text = textOf(el, false);
  return /\p{L}/u.test(text) ? text : "";
}

function groupOf(el) {
  const set = closestOf(el, "fieldset,[role=radiogroup],[role=group]");
  if (!set) return "";
  const legend = set.querySelector("legend");
  return (legend && withoutMarks(textOf(legend) || textOf(legend, false).slice(0, LONGEST_UNSEEN))) || byIds(set, "aria-labelledby") || clean(attr(set, "aria-label")) || labelFor(set) || (set.matches("[role=radiogroup]") ? nearbyText(set) : "");
}
