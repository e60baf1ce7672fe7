// The document and all that components draw of themselves in it.
function* everyRoot(root = document) {
  yield root;
  for (const el of root.querySelectorAll("*")) if (el.shadowRoot) yield* everyRoot(el.shadowRoot);
}
