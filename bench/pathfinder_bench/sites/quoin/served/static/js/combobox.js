import { h, fill, newId } from './dom.js';

/** A field that one types into, with a list of what fits. options: [{value, text}]. */
export function combobox({ id, options, value, placeholder, label }) {
  let chosen = options.find(option => String(option.value) === String(value ?? '')) ?? null;
  let shown = [];
  let at = -1;
  const listId = newId('list');
  const list = h('ul', { class: 'options', role: 'listbox', id: listId, 'aria-label': label, hidden: true });
  const input = h('input', {
    id, type: 'text', role: 'combobox', autocomplete: 'off', 'aria-autocomplete': 'list',
    'aria-expanded': 'false', 'aria-controls': listId, placeholder, value: chosen?.text ?? '',
  });

  const close = () => {
    list.hidden = true;
    at = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const take = option => {
    chosen = option;
    input.value = option.text;
    close();
    input.dispatchEvent(new CustomEvent('picked', { detail: option, bubbles: true }));
  };
  const mark = () => {
    [...list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === at)));
    const item = list.children[at];
    if (item?.id) { input.setAttribute('aria-activedescendant', item.id); item.scrollIntoView({ block: 'nearest' }); }
  };
  const open = words => {
    const wanted = words.trim().toLowerCase();
    shown = options.filter(option => option.text.toLowerCase().includes(wanted));
    at = -1;
    fill(list, shown.length
      ? shown.map(option => h('li', {
        role: 'option', id: newId('option'), 'aria-selected': 'false',
        onmousedown: event => event.preventDefault(), onclick: () => take(option),
      }, option.text))
      : h('li', { class: 'none', role: 'presentation' }, 'Nothing found'));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  };

  input.addEventListener('click', () => { if (list.hidden) open(''); });
  input.addEventListener('input', () => { chosen = null; open(input.value); });
  input.addEventListener('blur', () => {
    const same = options.find(option => option.text.toLowerCase() === input.value.trim().toLowerCase());
    if (!chosen && same) take(same);
    close();
  });
  input.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) open('');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      at = shown.length ? (at + step + shown.length) % shown.length : -1;
      mark();
    } else if (event.key === 'Enter' && !list.hidden && (at >= 0 || shown.length === 1)) {
      event.preventDefault();
      take(shown[Math.max(at, 0)]);
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  return { node: h('div', { class: 'combo' }, input, list), input, get: () => chosen?.value ?? '' };
}
