"use strict";
(() => {
  const filters = document.querySelector("form.filters");
  // Only what was chosen goes into the address.
  filters.addEventListener("submit", () => {
    for (const field of filters.elements) if (field.name && !field.value) field.disabled = true;
  });
  filters.addEventListener("change", (event) => { if (event.target.matches("select")) filters.requestSubmit(); });
  addEventListener("pageshow", () => { for (const field of filters.elements) field.disabled = false; });
})();
