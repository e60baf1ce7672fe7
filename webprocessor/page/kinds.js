// What an element is: its role, whether it can be acted on, which part of the page and what kind of message it belongs to.

const WIDGETS = new Set([
  "button",
  "link",
  "checkbox",
  "radio",
  "switch",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "combobox",
  "textbox",
  "searchbox",
  "slider",
  "spinbutton",
  "treeitem",
]);
const NESTING = new Set(["option", "treeitem", "tab", "menuitem", "menuitemcheckbox", "menuitemradio"]);
const FIELDS = new Set([
  "textbox",
  "searchbox",
  "combobox",
  "listbox",
  "checkbox",
  "radio",
  "spinbutton",
  "slider",
  "switch",
  "file",
  "date",
]);
const CONTROLS = new Set(["BUTTON", "INPUT", "SELECT", "TEXTAREA"]);
const INPUT_ROLES = {
  submit: "button",
  button: "button",
  reset: "button",
  image: "button",
  checkbox: "checkbox",
  radio: "radio",
  range: "slider",
  number: "spinbutton",
  search: "searchbox",
  file: "file",
  date: "date",
  time: "date",
  month: "date",
  week: "date",
  "datetime-local": "date",
};
const LANDMARKS = { HEADER: "banner", NAV: "navigation", MAIN: "main", FOOTER: "contentinfo", ASIDE: "complementary" };
const LANDMARK_ROLES = new Set(["banner", "navigation", "main", "contentinfo", "complementary", "search"]);
const ERROR_CLASS = /(^|[\s_-])(errors?|errorlist|errornote|danger|invalid|invalid-feedback|failure)([\s_-]|$)/i;
// The name of a part of the page whose colour warns: no message.
const TITLE_CLASS = /(^|[\s_-])(header|heading|title)([\s_-]|$)/i;
// A word on a coloured ground, which says how a thing is.
const BADGE_CLASS = /(^|[\s_-])(badge|pill|chip)([\s_-]|$)/i;
const STATUS_CLASS = /(^|[\s_-])(alert|alerts|flash|flashes|toast|notice|notification|messages?|snackbar|success)([\s_-]|$)/i;
const CALM_CLASS = /success|info|status|notice/i;
const ERROR_WORDS =
  /\b(error|invalid|required|fail(ed|s)?|wrong|incorrect|cannot|can't|could not|couldn't|unable|must|missing|denied|expired|does not|doesn't|not (valid|found|allowed|available|match|recognised|recognized)|too (short|long|many))\b/i;

const UNSAID = new Set(["presentation", "none"]);
// What part of a page it is, which says nothing of its being written in.
const STRUCTURAL = new Set(["application", "article", "document", "generic", "group", "paragraph", "region"]);
// The knob of a slider that a library draws, and that keys move.
const HANDLE = /slider\S{0,12}(handle|thumb|knob)/i;
function roleOf(el, plain) {
  const given = plain ? "" : attr(el, "role").trim().split(/\s+/)[0].toLowerCase();
  if (!plain && isWrittenFrom(el)) return "textbox";
  if (given && !UNSAID.has(given) && !(STRUCTURAL.has(given) && isEdited(el))) return given;
  if (!plain && el.tagName !== "INPUT" && HANDLE.test(attr(el, "class")) && el.tabIndex >= 0) return "slider";
  if (!plain && el.hasAttribute("contenteditable") && isEdited(el)) return "textbox";
  switch (el.tagName) {
    case "A":
      return el.hasAttribute("href") ? "link" : "";
    case "AREA":
      return "link";
    case "BUTTON":
    case "SUMMARY":
      return "button";
    case "INPUT": {
      const type = typeOf(el) || "text";
      return el.hasAttribute("list") && !INPUT_ROLES[type] ? "combobox" : INPUT_ROLES[type] || "textbox";
    }
    case "SELECT":
      return el.multiple || el.size > 1 ? "listbox" : "combobox";
    case "TEXTAREA":
      return "textbox";
    case "H1":
    case "H2":
    case "H3":
    case "H4":
    case "H5":
    case "H6":
      return "heading";
    case "LABEL":
      return "label";
    case "LEGEND":
      return "legend";
    case "IMG":
      return "img";
    case "TD":
      return "cell";
    case "TH":
      return "columnheader";
    case "LI":
      return "listitem";
  }
  return !plain && isEdited(el) ? "textbox" : "";
}
// What looks like a place to write, and becomes one when it is pressed; a sign in a place to write looks so, too.
const looksWritten = el => Boolean(el) && styleOf(el).cursor === "text";
const isWrittenFrom = el =>
  (attr(el, "role") === "button" || el.tagName === "BUTTON") && looksWritten(el) && !looksWritten(parentOf(el)) && /\p{L}/u.test(el.textContent || "") && !el.querySelector("input,textarea");
const isEdited = el => el.isContentEditable && (!el.parentElement || !el.parentElement.isContentEditable);

const HELD = "a[href],button,input,select,textarea,[role=button],[role=link],[onclick]";
function isActionable(el, role, cursor, around) {
  const tag = el.tagName;
  if (tag === "INPUT") return el.type !== "hidden";
  if (tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA" || tag === "SUMMARY") return true;
  if (tag === "A" && el.hasAttribute("href")) return true;
  if (WIDGETS.has(role)) return FIELDS.has(role) ? !standsAround(el) : !onlyHolds(el);
  // What a component draws of itself is what is pressed.
  if (el.shadowRoot && el.shadowRoot.querySelector(HELD)) return false;
  if (el.hasAttribute("onclick")) return true;
  if (tag === "LABEL" || tag === "BODY" || tag === "HTML") return false;
  if (isPressed(el) || (isDragged(el) && readable(el.textContent) && !el.querySelector(HELD))) return true;
  if (tag === "svg" || tag === "path" || cursor !== "pointer" || around === "pointer") return false;
  const shown = readable(el.textContent) || !!el.querySelector("img,svg,i") || tag === "IMG" || el instanceof SVGElement;
  // What several controls stand in is none itself.
  return shown && !el.querySelector(HELD) && ![...el.querySelectorAll("*")].some(pressed);
}

// A list or tick box that is drawn around a field of its own, which a user gets at: that one is told of.
function standsAround(el) {
  if (CONTROLS.has(el.tagName)) return false;
  return [...el.querySelectorAll("input:not([type=hidden]),textarea")].some(one => !isDisabled(one) && seenAs(one, roleOf(one), el.ownerDocument.defaultView));
}

// What says nothing itself and holds controls of its own is a box around those, whatever its role.
function onlyHolds(el) {
  const inner = [...el.querySelectorAll("button,input:not([type=hidden]),select,textarea")];
  return inner.length > 0 && !TIPS.some(name => attr(el, name)) && !el.hasAttribute("aria-labelledby") && !ownWords(el, inner);
}

const isDisabled = el => (CONTROLS.has(el.tagName) && el.matches(":disabled")) || attr(el, "aria-disabled") === "true" || (!FIELDS.has(roleOf(el)) && styleOf(el).pointerEvents === "none");

function clipped(el, style) {
  if ((style.position !== "absolute" && style.position !== "fixed") || style.display === "contents") return false;
  const r = el.getBoundingClientRect(),
    page = extentOf(el.ownerDocument.defaultView);
  return (
    ((r.width <= 1 || r.height <= 1) && style.overflow !== "visible") ||
    r.right + page.x <= 0 ||
    r.bottom + page.y <= 0 ||
    /^inset\((50|100)%/.test(style.clipPath) ||
    /^rect\((0|1)px,? (0|1)px/.test(style.clip)
  );
}

function landmarkOf(el, inherited, plain) {
  const role = plain ? "" : attr(el, "role");
  if (LANDMARK_ROLES.has(role)) return role;
  const own = LANDMARKS[el.tagName];
  if (!own || ((own === "banner" || own === "contentinfo") && el.closest("main,article,section,aside,dialog"))) return inherited;
  return inherited === "banner" && own === "navigation" ? "navigation" : own;
}

const noticeClasses = new Map([["", [false, false]]]);
function noticeClass(cls) {
  let found = noticeClasses.get(cls);
  if (!found) noticeClasses.set(cls, (found = [ERROR_CLASS.test(cls), STATUS_CLASS.test(cls)]));
  return found;
}

// The whole of a cell beside others, whose colour says how one thing of many is; in a table that lays out a form it may be the message of a field.
function isCellOfThings(el) {
  const cell = el.closest("td,th,[role=cell],[role=gridcell]"),
    row = cell && cell.closest("tr,[role=row]");
  if (!row || row.querySelector(TYPED) || clean(cell.textContent) !== clean(el.textContent)) return false;
  return [...childrenOf(row)].filter(one => clean(one.textContent)).length > 1;
}

function noticeOf(el, inherited) {
  const role = attr(el, "role"),
    cls = typeof el.className === "string" ? el.className : "";
  const [wrong, calm] = noticeClass(cls),
    status = calm || role === "status" || role === "alert" || el.hasAttribute("aria-live");
  if (!wrong && !status && role !== "alertdialog") return inherited;
  if (
    /^(INPUT|SELECT|TEXTAREA|BUTTON|FORM|BODY|MAIN|LABEL|A|HTML)$/.test(el.tagName) ||
    el.querySelector("input:not([type=hidden]),select,textarea,label,form")
  )
    return inherited;
  if (wrong && (TITLE_CLASS.test(cls) || BADGE_CLASS.test(cls) || /^H[1-6]$/.test(el.tagName))) return inherited;
  if (wrong && !role && isCellOfThings(el)) return inherited;
  if (wrong && !/alert-success|alert-info/.test(cls)) return "error";
  const text = el.textContent;
  if (!CALM_CLASS.test(cls) && role === "alert" && ERROR_WORDS.test(text)) return "error";
  return inherited === "error" ? "error" : "status";
}
