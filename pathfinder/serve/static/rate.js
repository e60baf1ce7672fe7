"use strict";
(() => {
  const form = document.getElementById("rating");
  const large = document.getElementById("large");
  const comment = form && form.elements.comment;
  let sent = false;

  const pressed = (event) => /^Digit\d$/.test(event.code) && !event.shiftKey ? event.code.slice(5) : event.key;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || large.open) return;
    if (event.target === comment) {
      if (event.key === "Escape") comment.blur();
      return;
    }
    if (event.target.matches("input, select, textarea")) return;
    if (comment && event.key === "c") {
      event.preventDefault();
      comment.focus();
      return;
    }
    const wanted = document.querySelector(`[data-key="${CSS.escape(pressed(event))}"]:not(:disabled)`);
    if (wanted) {
      event.preventDefault();
      wanted.click();
    }
  });
  if (form) form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  addEventListener("pageshow", () => { sent = false; });
})();
