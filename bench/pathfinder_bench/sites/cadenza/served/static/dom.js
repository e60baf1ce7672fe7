// Small helpers: elements, requests, toasts, dialogs with a form.

function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) node.append(child);
  }
  return node;
}

async function api(method, path, body) {
  const answer = await fetch('/api' + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (answer.ok) return said;
  if (answer.status === 401 && path !== '/session') signedOut();
  throw Object.assign(new Error(said.error || 'Please check the marked fields.'), {
    fields: said.fields || {},
  });
}

function toast(text, failed) {
  const one = el('div', { class: failed ? 'toast failed' : 'toast' }, text);
  document.getElementById('toasts').append(one);
  setTimeout(() => one.remove(), failed ? 8000 : 5000);
}

function shortDate(text) {
  if (!text) return '–';
  const [year, month, day] = text.split('-').map(Number);
  return new Date(year, month - 1, day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

function plus(start, minutes) {
  const [hours, rest] = start.split(':').map(Number);
  const total = hours * 60 + rest + minutes;
  return String(Math.floor(total / 60)).padStart(2, '0') + ':' + String(total % 60).padStart(2, '0');
}

function select(props, options, current, empty) {
  const box = el('select', props, empty === undefined ? null : el('option', { value: '' }, empty));
  for (const [value, text] of options) box.append(el('option', { value }, text));
  box.value = current === undefined || current === null ? '' : String(current);
  if (box.selectedIndex < 0) box.selectedIndex = 0;
  return box;
}

function table(heads, rows, empty) {
  return el('div', { class: 'card scroll' }, el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows.length ? rows : el('tr', {}, el('td', { class: 'pale', colspan: heads.length }, empty)))));
}

// Dialogs -------------------------------------------------------------------

let dialogs = 0;

function openDialog(title, ...content) {
  const id = 'dialog' + ++dialogs;
  const dialog = el('dialog', { 'aria-labelledby': id }, el('h2', { id }, title), content);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function control(field, id, value) {
  const props = { id, name: field.name, required: field.required };
  if (field.type === 'select') return select(props, field.options, value, field.empty);
  if (field.type === 'textarea') return el('textarea', { ...props, rows: 3, value: value || '' });
  const type = field.type || 'text';
  return el('input', { ...props, type, min: field.min, max: field.max, autocomplete: 'off', value: value === undefined || value === null ? '' : value });
}

function fieldRow(field, prefix, values) {
  const id = prefix + '-' + field.name;
  const wrong = el('p', { class: 'wrong', id: id + '-wrong', hidden: true });
  if (field.type === 'checkbox') {
    const box = el('input', { type: 'checkbox', id, name: field.name });
    box.checked = Boolean(values[field.name]);
    return el('div', { class: 'field tick' }, box, el('label', { for: id }, field.label), wrong);
  }
  if (field.type === 'days') {
    const chosen = (values[field.name] || '').split(' ');
    return el('fieldset', { class: 'field' }, el('legend', {}, field.label),
      Object.entries(school.days).map(([key, name]) => {
        const box = el('input', { type: 'checkbox', name: field.name, value: key });
        box.checked = chosen.includes(key);
        return el('label', { class: 'inline' }, box, name);
      }), wrong);
  }
  const input = control(field, id, values[field.name]);
  input.setAttribute('aria-describedby', wrong.id);
  return el('div', { class: 'field' },
    el('label', { for: id }, field.label, field.required ? el('span', { class: 'star', 'aria-hidden': 'true' }, ' *') : null),
    input, field.hint ? el('p', { class: 'hint' }, field.hint) : null, wrong);
}

function openForm({ title, intro, fields, values = {}, submit = 'Save', save, done }) {
  const prefix = 'f' + (dialogs + 1);
  const alert = el('p', { class: 'alert', role: 'alert', hidden: true });
  const button = el('button', { class: 'main', type: 'submit' }, submit);
  const form = el('form', {}, intro ? el('p', { class: 'pale' }, intro) : null, alert,
    el('div', { class: 'fields' }, fields.map(field => fieldRow(field, prefix, values))),
    el('div', { class: 'foot' }, button, el('button', { type: 'button', class: 'plain', onclick: () => dialog.close() }, 'Cancel')));
  const dialog = openDialog(title, form);

  const told = () => {
    const out = {};
    for (const field of fields) {
      if (field.type === 'days') {
        out[field.name] = [...form.querySelectorAll(`[name=${field.name}]:checked`)].map(box => box.value).join(' ');
      } else {
        const input = form.elements[field.name];
        out[field.name] = field.type === 'checkbox' ? input.checked : input.value;
      }
    }
    return out;
  };
  const mark = errors => {
    for (const field of fields) {
      const wrong = form.querySelector('#' + prefix + '-' + field.name + '-wrong');
      const input = form.querySelector(`[name=${field.name}]`);
      const text = errors[field.name];
      if (wrong) { wrong.textContent = text || ''; wrong.hidden = !text; }
      if (text) input.setAttribute('aria-invalid', 'true'); else input.removeAttribute('aria-invalid');
    }
    const first = form.querySelector('[aria-invalid]');
    if (first) first.focus();
  };

  form.addEventListener('submit', async event => {
    event.preventDefault();
    button.disabled = true;
    mark({});
    alert.hidden = true;
    try {
      const answer = await save(told());
      dialog.close();
      await done(answer);
    } catch (error) {
      button.disabled = false;
      mark(error.fields || {});
      alert.textContent = error.message;
      alert.hidden = false;
    }
  });
}

function askFirst(title, text, yes, go) {
  const dialog = openDialog(title, el('p', {}, text), el('div', { class: 'foot' },
    el('button', { class: 'main danger', onclick: async () => {
      dialog.close();
      try { await go(); } catch (error) { toast(error.message, true); }
    } }, yes),
    el('button', { class: 'plain', onclick: () => dialog.close() }, 'Keep')));
}
