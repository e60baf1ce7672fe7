"use strict";
// Selects a text in an element, or all of it where none is given; answers whether it is there.
const [el, wanted] = arguments;
if (typeof el.selectionStart === "number" || el.tagName === "TEXTAREA") {
  const at = wanted ? el.value.indexOf(wanted) : 0;
  if (at < 0) return false;
  el.focus();
  el.setSelectionRange(at, wanted ? at + wanted.length : el.value.length);
  return true;
}
const range = document.createRange();
range.selectNodeContents(el);
if (wanted) {
  const texts = [],
    walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  const from = texts.map(node => node.data).join("").indexOf(wanted);
  if (from < 0) return false;
  const place = offset => {
    for (const node of texts) {
      if (offset <= node.data.length) return [node, offset];
      offset -= node.data.length;
    }
    return [el, el.childNodes.length];
  };
  range.setStart(...place(from));
  range.setEnd(...place(from + wanted.length));
}
const selection = getSelection();
selection.removeAllRanges();
selection.addRange(range);
return true;
