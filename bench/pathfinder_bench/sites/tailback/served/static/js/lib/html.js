const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

class Markup {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

function written(value) {
  if (Array.isArray(value)) return value.map(written).join('');
  if (value instanceof Markup) return value.text;
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, sign => ESCAPED[sign]);
}

/** Markup with what is put into it escaped: html`<b>${name}</b>`. */
export const html = (parts, ...values) =>
  new Markup(parts.reduce((made, part, at) => made + written(values[at - 1]) + part));
