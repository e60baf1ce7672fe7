// A choice drawn as a row of icons, such as the stars of a rating, over a <select> that is itself not drawn: users see and click the icons.

const choicesOf = select => [...select.options].filter(o => o.value !== "");

// The icons, the last of which stands for the last option; empty when there is no such row beside the <select>.
function iconsOf(select) {
  if (select.tagName !== "SELECT" || !select.parentElement || drawn(select, styleOf(select))) return [];
  const most = choicesOf(select).length;
  for (const row of childrenOf(select.parentElement)) {
    const icons = [...childrenOf(row)];
    if (icons.length >= 3 && icons.length <= most && icons.every(icon => isIcon(icon, icons[0]))) return icons;
  }
  return [];
}

function isIcon(el, first) {
  return el.localName === first.localName && !el.childElementCount && !readable(el.textContent) && !!shownRect(el, el.ownerDocument.defaultView);
}

const withoutIcon = select => choicesOf(select).slice(0, choicesOf(select).length - iconsOf(select).length);
