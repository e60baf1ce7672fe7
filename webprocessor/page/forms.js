// The form, or the group of fields with a button, that an element belongs to, and what its fields hold.

const formKeys = new Map(),
  formCounts = new Map();
function formKey(form) {
  if (!form) return "";
  if (formKeys.has(form)) return formKeys.get(form);
  const base =
    words(idOf(form)) ||
    words(form.getAttribute("name")) ||
    words(attr(form, "aria-label")) ||
    words(
      (form.getAttribute("action") || "")
        .split("?")[0]
        .split("/")
        .filter(s => /[a-z]{2}/i.test(s))
        .pop(),
    ) ||
    words(attr(form, "class")) ||
    "form";
  const plain = base.replace(/ /g, "-"),
    number = (formCounts.get(plain) || 0) + 1;
  const key = number === 1 ? plain : `${plain}-${number}`;
  formCounts.set(plain, number);
  formKeys.set(form, key);
  return key;
}

const BUTTONS = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image],[role=button],button";
const INPUTS = "input:not([type=hidden]):not([type=submit]):not([type=button]),select,textarea";
function looseForm(el) {
  for (let box = el.parentElement, up = 0; box && up < 6; box = box.parentElement, up++) {
    if (/^(BODY|MAIN|FORM)$/.test(box.tagName)) return null;
    const loose = [...box.querySelectorAll(INPUTS)].filter(field => !field.form);
    if (loose.length && box.querySelector(BUTTONS)) return loose.length <= 40 ? box : null;
  }
  return null;
}

const DIALOGS = "dialog,[aria-modal=true],[role=dialog],[role=alertdialog],.modal";
const SENDS = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]";
const PUTS_AWAY = "[data-dismiss],[data-bs-dismiss],[aria-label=Close],.close,.btn-close,[type=reset]";
const TOGGLES = "[aria-pressed],[aria-expanded],[aria-haspopup]";
const hasRects = el => el.getClientRects().length > 0;
const isPrimary = el => /primary|submit/i.test(String(el.getAttribute("class") || ""));
// A sign without a word and without a type may be there for anything, as to put a hint away.
const isMere = button =>
  button.tagName === "BUTTON" && !button.hasAttribute("type") && !(clean(button.textContent) || clean(attr(button, "aria-label")) || clean(attr(button, "title")) || button.querySelector("img[alt]"));
const sendsItself = form => [...form.querySelectorAll(SENDS)].some(button => hasRects(button) && !isMere(button));
const dialogOf = el => el.closest(DIALOGS) || (overlay && overlay.root.contains(el) ? overlay.root : null);

// The one form of a dialog, that has no button of its own to send it: those of the dialog are its.
function formBeside(button) {
  const dialog = dialogOf(button);
  const forms = dialog ? [...dialog.querySelectorAll("form")].filter(form => [...form.querySelectorAll(INPUTS)].some(hasRects)) : [];
  return forms.length === 1 && !forms[0].contains(button) && !sendsItself(forms[0]) ? forms[0] : null;
}

// Whether the dialog around a form has a button that sends it.
function isSentFromBeside(form) {
  const dialog = dialogOf(form);
  return !!dialog && [...dialog.querySelectorAll(BUTTONS)].some(each => formBeside(each) === form && standsForSending(each, form, dialog));
}

// Whether a button of no type sends a form that has none: it is marked as the main one, or the only one that does not put the form away.
function standsForSending(button, form, around) {
  if (button.matches(PUTS_AWAY) || sendsItself(form)) return false;
  const own = [...around.querySelectorAll(BUTTONS)].filter(b => hasRects(b) && !isMere(b) && !b.matches(PUTS_AWAY) && !b.matches(TOGGLES) && !b.closest("[role=tablist],.input-group"));
  const main = own.filter(isPrimary);
  return main.length ? main.includes(button) : own.length === 1 && own[0] === button;
}

// A tab, or what opens a list or stays pressed, sends nothing, but where it says so.
const opensSomething = button => button.matches(`[role=tab],${TOGGLES}`) && attr(button, "type") !== "submit";

// Whether a button sends the fields around it that are in no form. A button without a type says it of itself: of several the first behind the last field does, and those beside that.
function sendsLoose(button, box, type) {
  if (opensSomething(button)) return false;
  const all = [...box.querySelectorAll(BUTTONS)];
  if (all.length === 1 || isPrimary(button) || attr(button, "type") === "submit") return true;
  if (type !== "submit") return false;
  const last = [...box.querySelectorAll(INPUTS)].filter(field => !field.form && hasRects(field)).pop();
  const behind = all.filter(each => hasRects(each) && last && last.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  return behind.length ? behind.includes(button) && behind[0].parentElement === button.parentElement && !behind.some(isPrimary) : true;
}

const REFUSED = CSS.supports("selector(:user-invalid)") ? ":user-invalid" : "";
const refused = el => REFUSED && el.matches(REFUSED);

// Boxes that tick the rows of a list, which share their name: what is told in the cells beside one is about the thing in its row.
const ticksRow = el => el.type === "checkbox" && !!el.closest(CELL) && document.getElementsByName(el.name).length > 1;
const WRONG = /(^|[\s_-])(has-?errors?|with_errors|errors?|invalid)([\s_-]|$)/i;
// AngularJS marks empty fields that nobody has touched, too.
const marksWrong = el => {
  const cls = String(el.getAttribute("class") || "");
  return WRONG.test(cls.replace(/(^|\s)ng-\S+/g, " ")) || (/(^|\s)ng-invalid(\s|$)/.test(cls) && /(^|\s)ng-dirty(\s|$)/.test(cls));
};

// What stands beside a field that the page itself marks as wrong, with the field or what is around it alone.
function markedWrong(el) {
  let marked = marksWrong(el);
  for (let at = el.parentElement, n = 0; at && n < 4; at = at.parentElement, n++) {
    if (at.querySelectorAll("input:not([type=hidden]),select,textarea").length > 1 || (ticksRow(el) && !at.closest(CELL))) break;
    marked = marked || marksWrong(at);
    const label = el.labels && el.labels[0];
    const said = marked ? clean(at.innerText || "").replace(label ? clean(label.innerText || "") : "", "").trim() : "";
    if (said) return said.slice(0, 200);
  }
  return "";
}

// What a list shows as chosen beside the field that only looks up its options; what asks to choose is another colour than what is typed.
function chosenBeside(el, role) {
  if (role !== "combobox" && !el.matches(LISTED)) return "";
  for (let box = outerOf(el), up = 0; box && up < HIGHEST; box = outerOf(box), up++) {
    if (box.querySelectorAll(TYPED_IN).length > 1 || box.querySelector("label")) return "";
    const said = textOf(box);
    if (!said) continue;
    const asks = [...box.querySelectorAll("[class*=placeholder i]")].find(one => clean(one.textContent) === said);
    return asks && styleOf(asks).color !== styleOf(el).color ? "" : said;
  }
  return "";
}

function fieldFacts(el, row, role, type) {
  const tag = el.tagName;
  row.B = labelOf(el);
  if (type === "password") row.V = el.value ? "••••" : "";
  else if (tag === "SELECT") {
    const beyond = iconsOf(el).length ? withoutIcon(el) : [];
    row.O = [...el.options].filter(o => (!o.disabled || o.selected) && !beyond.includes(o)).map(o => clean(o.label || o.textContent).slice(0, 80));
    const chosen = [...el.selectedOptions].map(o => clean(o.label || o.textContent));
    row.S = chosen.join(", ");
    row.V = [...el.selectedOptions].some(o => o.value !== "") ? row.S : "";
  } else if (role === "checkbox" || role === "radio" || role === "switch") {
    const on = el.checked !== undefined && tag === "INPUT" ? el.checked : attr(el, "aria-checked") === "true";
    row.k = on ? 1 : 0;
    if (tag === "INPUT" && el.value !== "on") row.V = el.value;
  } else if (editorAround(el)) row.V = clean(shownIn(editorAround(el))).slice(0, 500);
  else if (tag === "INPUT" || tag === "TEXTAREA") row.V = (el.value || chosenBeside(el, role)).slice(0, 500);
  else if (role === "slider" || role === "spinbutton") row.V = attr(el, "aria-valuetext") || attr(el, "aria-valuenow") || String(numberNear(el) ?? "");
  else if (!isWrittenFrom(el)) row.V = textOf(el).slice(0, 500);
  if (tag === "INPUT" && el.list) row.O = [...el.list.options].map(o => o.value || clean(o.label)).slice(0, 200);
  const label = (el.labels && el.labels[0]) || cellBefore(el);
  if (
    el.required ||
    attr(el, "aria-required") === "true" ||
    (label && /(^\s*\*|\*\s*:?\s*$|\(required\))/i.test(label.textContent) && role !== "radio")
  )
    row.q = 1;
  if (el.readOnly || attr(el, "aria-readonly") === "true") row.y = 1;
  if (attr(el, "aria-invalid") === "true" || el.hasAttribute("aria-errormessage")) {
    const said = byIds(el, "aria-errormessage") || (attr(el, "aria-invalid") === "true" ? byIds(el, "aria-describedby") : "");
    if (said) row.E = said;
  }
  if (!row.E && el.value) row.E = markedWrong(el);
  // What the browser itself tells in a bubble, once a user has tried to send the form.
  if (!row.E && el.validity && !el.validity.valid && refused(el)) row.E = el.validationMessage;
}
