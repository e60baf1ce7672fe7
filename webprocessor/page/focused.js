// Waits up to `limit` ms for a field that is written in to have the focus, other than the element that was pressed for it.
const [pressed, limit, done] = arguments;
const begun = performance.now();
const active = () => {
  let now = document.activeElement;
  while (now && now.shadowRoot && now.shadowRoot.activeElement) now = now.shadowRoot.activeElement;
  return now;
};
(function look() {
  const now = active();
  if (now && now !== pressed && (now.isContentEditable || now.matches("input,textarea"))) return done(now);
  if (performance.now() - begun > limit) return done(null);
  setTimeout(look, 40);
})();
