// What the locators of a scenario find: by role and name, words, attributes or selectors; shadow roots included.

function* everything(root) {
  for (const el of root.querySelectorAll("*")) {
    yield el;
    if (el.shadowRoot) yield* everything(el.shadowRoot);
  }
}

const folded = text => clean(text).toLowerCase();
// What a look would call a button though nothing says so; what lies inside a control is a part of it.
function unnamedButton(el) {
  const parent = parentOf(el);
  if (!el.attributes.length || !parent || pressable(parent)) return false;
  return isActionable(el, "", styleOf(el).cursor, styleOf(parent).cursor);
}
const actionRole = el => roleOf(el) || (unnamedButton(el) ? "button" : "");
const pressable = el => el.closest("a[href],button,summary,label,[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[onclick]");

function byRole(locator) {
  const alike = [...everything(document)].filter(el => actionRole(el) === locator.value && !SKIP.has(el.tagName));
  const wantedName = folded(locator.name),
    called = el => folded(nameOf(el, locator.value));
  if (!wantedName) return alike;
  const named = alike.filter(el => called(el) === wantedName);
  const exact = named.length ? named : alike.filter(el => folded(textOf(el)) === wantedName);
  return exact.length || wanted.memory ? exact : alike.filter(el => called(el).includes(wantedName));
}

function byLabel(locator) {
  const asked = folded(locator.value),
    all = [...everything(document)].filter(el => FIELDS.has(roleOf(el)));
  const said = el => [labelOf(el), nameOf(el, roleOf(el))].map(folded);
  const exact = all.filter(el => said(el).includes(asked));
  return exact.length || wanted.memory ? exact : all.filter(el => said(el).some(text => text.includes(asked)));
}

// The innermost elements that hold the words, from the top down: branches without them are left out early.
function* holding(el, words) {
  const own = el.shadowRoot ? el.shadowRoot : el;
  const inner = [...childrenOf(own)].filter(child => !SKIP.has(child.tagName) && (child.shadowRoot || folded(child.textContent).includes(words)));
  let deeper = false;
  for (const child of inner) for (const found of holding(child, words)) (deeper = true), yield found;
  if (!deeper && folded(el.textContent || el.value).includes(words)) yield el;
}

function byText(locator) {
  const words = folded(locator.value),
    pressed = document.querySelectorAll("input[type=submit],input[type=button],input[type=reset]");
  const found = [...holding(document.body, words), ...[...pressed].filter(el => folded(el.value).includes(words))];
  const exact = found.filter(el => folded(textOf(el) || el.value) === words || folded(textOf(pressable(el) || el)) === words);
  const chosen = exact.length || wanted.memory ? exact : found;
  return [...new Set(chosen.map(el => pressable(el) || el))];
}

function byCss(selector) {
  let roots = [document];
  const parts = selector.split(">>>").map(part => part.trim());
  parts.forEach((part, i) => {
    const found = roots.flatMap(root => [...root.querySelectorAll(part)]);
    roots = i < parts.length - 1 ? found.map(el => el.shadowRoot).filter(Boolean) : found;
  });
  return roots;
}

function byXpath(path) {
  if (path.includes("shadow-root()")) return [resolve(path)].filter(Boolean);
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  return Array.from({ length: found.snapshotLength }, (_, i) => found.snapshotItem(i)).filter(node => node.nodeType === 1);
}

const having = test => [...everything(document)].filter(test);
const BY = {
  role: byRole,
  label: byLabel,
  text: byText,
  id: locator => having(el => idOf(el) === locator.value),
  testid: locator => having(el => TEST_IDS.some(name => attr(el, name) === locator.value)),
  css: locator => byCss(locator.value),
  xpath: locator => byXpath(locator.value),
  "aria-label": locator => having(el => folded(attr(el, "aria-label")) === folded(locator.value)),
  placeholder: locator => having(el => folded(attr(el, "placeholder")) === folded(locator.value)),
  name: locator => having(el => attr(el, "name") === locator.value),
};
