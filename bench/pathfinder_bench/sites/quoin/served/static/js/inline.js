import { h, fill, newId } from './dom.js';

const lower = text => text[0].toLowerCase() + text.slice(1);

/**
 * A value that turns into a field when it is pressed.
 * label: of the field; shown: how the value reads; save(text): throws what the server refused.
 */
export function inline({ label, value, shown, options, inputmode, multiline, save }) {
  const place = h('span', { class: 'inline' });
  const rest = focus => {
    const button = h('button', { type: 'button', class: 'value', 'aria-label': `Edit ${lower(label)}`, title: 'Edit', onclick: edit }, h('span', { 'aria-hidden': 'true' }, '✎'));
    fill(place, h('span', { class: 'text' }, shown ?? (value || '–')), button);
    if (focus) button.focus();
  };
  function edit() {
    const id = newId('inline');
    const wrong = h('p', { class: 'wrong', role: 'alert', hidden: true, id: `${id}-wrong` });
    const input = options
      ? h('select', { id, 'aria-label': label }, options.map(option => h('option', { value: option.value }, option.text)))
      : h(multiline ? 'textarea' : 'input', { id, 'aria-label': label, inputmode, rows: multiline ? 3 : undefined, type: multiline ? undefined : 'text', autocomplete: 'off' });
    input.value = value ?? '';
    const send = async event => {
      event.preventDefault();
      try {
        await save(input.value);
      } catch (error) {
        wrong.textContent = error.message;
        wrong.hidden = false;
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', wrong.id);
        input.focus();
      }
    };
    fill(place, h('form', { class: 'inline-form', novalidate: true, onsubmit: send, onkeydown: event => { if (event.key === 'Escape') rest(true); } },
      input, h('button', { class: 'small' }, 'Save'), h('button', { type: 'button', class: 'small quiet', onclick: () => rest(true) }, 'Cancel'), wrong));
    input.focus();
    input.select?.();
  }
  rest(false);
  return place;
}
