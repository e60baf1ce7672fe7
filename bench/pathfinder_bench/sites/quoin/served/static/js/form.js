import { h, newId } from './dom.js';
import { combobox } from './combobox.js';

const asOption = option => (typeof option === 'object' ? option : { value: option, text: String(option) });

function control(spec, id) {
  const common = { id, name: spec.name, 'aria-describedby': spec.hint ? `${id}-hint` : undefined, placeholder: spec.placeholder };
  if (spec.type === 'select') {
    const input = h('select', common,
      spec.empty !== undefined && h('option', { value: '' }, spec.empty),
      spec.options.map(asOption).map(option => h('option', { value: option.value }, option.text)));
    input.value = spec.value ?? (spec.empty !== undefined ? '' : asOption(spec.options[0]).value);
    return { node: input, input, get: () => input.value };
  }
  if (spec.type === 'textarea') {
    const input = h('textarea', { ...common, rows: spec.rows ?? 3, value: spec.value ?? '' });
    return { node: input, input, get: () => input.value };
  }
  if (spec.type === 'combobox') return combobox({ id, options: spec.options, value: spec.value, placeholder: spec.placeholder, label: spec.label });
  const input = h('input', {
    ...common, type: spec.type ?? 'text', inputmode: spec.inputmode, autocomplete: spec.autocomplete ?? 'off', value: spec.value ?? '',
  });
  return { node: input, input, get: () => input.value };
}

export function field(spec) {
  const id = newId(spec.name);
  const error = h('p', { class: 'wrong', id: `${id}-wrong`, role: 'alert', hidden: true });
  const hint = spec.hint && h('p', { class: 'hint', id: `${id}-hint` }, spec.hint);
  let made, node;
  if (spec.type === 'radio') {
    const inputs = spec.options.map(asOption).map(option => h('input', { type: 'radio', name: spec.name, id: newId(spec.name), value: option.value, checked: spec.value === option.value }));
    node = h('fieldset', { class: `field ${spec.wide === false ? 'half' : ''}` }, h('legend', {}, spec.label),
      h('div', { class: 'radios' }, inputs.map((input, index) => h('label', { class: 'tick' }, input, asOption(spec.options[index]).text))), hint, error);
    made = { input: inputs[0], get: () => inputs.find(input => input.checked)?.value ?? '' };
  } else if (spec.type === 'checkbox') {
    const input = h('input', { type: 'checkbox', id, name: spec.name, checked: Boolean(spec.value) });
    node = h('div', { class: 'field' }, h('label', { class: 'tick' }, input, spec.label), hint, error);
    made = { input, get: () => input.checked };
  } else {
    made = control(spec, id);
    node = h('div', { class: `field ${spec.wide === false ? 'half' : ''}` },
      h('label', { for: id }, spec.label, spec.optional && h('span', { class: 'pale' }, ' (optional)')), made.node, hint, error);
    if (!spec.optional) made.input.setAttribute('aria-required', 'true');
  }
  return {
    node, name: spec.name, get: made.get, input: made.input,
    complain(text) {
      error.textContent = text ?? '';
      error.hidden = !text;
      const about = [hint && `${id}-hint`, text && error.id].filter(Boolean).join(' ');
      if (text) made.input.setAttribute('aria-invalid', 'true'); else made.input.removeAttribute('aria-invalid');
      if (about) made.input.setAttribute('aria-describedby', about); else made.input.removeAttribute('aria-describedby');
    },
  };
}

/** A form of these fields, that sends itself and shows what was refused where it belongs. */
export function form({ fields, submit, cancel, onSubmit, onCancel, danger }) {
  const made = fields.map(field);
  const general = h('p', { class: 'wrong', role: 'alert', hidden: true });
  const send = h('button', { class: danger ? 'main danger' : 'main', type: 'submit' }, submit);
  const node = h('form', {
    novalidate: true,
    onsubmit: async event => {
      event.preventDefault();
      made.forEach(each => each.complain(''));
      general.hidden = true;
      send.disabled = true;
      try {
        await onSubmit(Object.fromEntries(made.map(each => [each.name, each.get()])));
      } catch (error) {
        const where = made.find(each => each.name === error.field);
        if (where) { where.complain(error.message); where.input.focus(); } else { general.textContent = error.message; general.hidden = false; }
      }
      send.disabled = false;
    },
  }, h('div', { class: 'fields' }, made.map(each => each.node)), general,
  h('div', { class: 'foot' }, send, cancel && h('button', { type: 'button', class: 'quiet', onclick: onCancel }, cancel)));
  return { node, fields: Object.fromEntries(made.map(each => [each.name, each])) };
}
