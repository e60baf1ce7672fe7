import { h, newId } from './dom.js';
import { form } from './form.js';

function show(title, body) {
  const id = newId('dialog');
  const box = h('dialog', { 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title),
      h('button', { type: 'button', class: 'plain', 'aria-label': 'Close', onclick: () => box.close() }, '×')),
    body);
  const before = document.activeElement;
  box.addEventListener('close', () => { box.remove(); before?.focus?.(); });
  document.body.append(box);
  box.showModal();
  return box;
}

/** A dialog with a form. onSubmit may throw what the server refused; otherwise the dialog closes. */
export function formDialog({ title, intro, fields, submit, onSubmit, ready }) {
  let box;
  const made = form({
    fields, submit, cancel: 'Cancel', onCancel: () => box.close(),
    onSubmit: async values => { const told = await onSubmit(values); box.close(); return told; },
  });
  ready?.(made.fields);
  box = show(title, h('div', {}, intro && h('p', { class: 'pale' }, intro), made.node));
  made.node.querySelector('input, select, textarea')?.focus();
}

export function confirmDialog({ title, text, yes, no = 'Cancel', onYes }) {
  const body = h('div', {}, h('p', {}, text));
  const box = show(title, body);
  body.append(h('div', { class: 'foot' },
    h('button', { type: 'button', class: 'main danger', onclick: async () => { box.close(); await onYes(); } }, yes),
    h('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, no)));
}
