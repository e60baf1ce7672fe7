// Where the page is. Firefox shows its own error page at the address that does not come, and calls it so in the document alone.
function address() {
  const named = String(document.documentURI);
  return named.startsWith("about:") && !location.href.startsWith("about:") ? named.split("?")[0] : location.href;
}

// Also where a form or a picture of that name stands in the title's place.
function title() {
  return String(Object.getOwnPropertyDescriptor(Document.prototype, "title").get.call(document));
}
