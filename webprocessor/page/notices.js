// What is wrong with a page on the face of it, and how long its server took.
// Answers {url, images: [{src, alt}], failed: [{url, status}], answered: ms, answering: whether the page itself answers a press}.

const shown = el => el.getClientRects().length > 0;
const broken = [...document.images].filter(img => img.complete && !img.naturalWidth && (img.currentSrc || img.src) && shown(img));
const timed = performance.getEntriesByType("navigation")[0];
const entries = [timed, ...performance.getEntriesByType("resource")].filter(Boolean);
const active = document.activeElement;

return {
  url: location.href,
  images: broken.slice(0, 20).map(img => ({ src: img.currentSrc || img.src, alt: img.alt || "" })),
  failed: entries.filter(one => one.responseStatus >= 400).slice(0, 20).map(one => ({ url: one.name, status: one.responseStatus })),
  answered: timed ? Math.max(timed.responseStart - timed.requestStart, 0) : 0,
  answering: Boolean(active && active.matches("input, textarea, select, [contenteditable]")),
};
