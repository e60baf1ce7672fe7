import { html } from './html.js';
import { submitted } from './fields.js';

/**
 * A dialog with a form.
 * body: its fields; go, back: its buttons; work(values): throws what was declined; ready(form).
 */
export function sheet({ heading, body, go, back = 'Back', danger = false, work, ready }) {
  const box = document.createElement('dialog');
  box.className = 'sheet';
  box.setAttribute('aria-label', heading);
  box.innerHTML = html`<form novalidate>
    <h2>${heading}</h2>
    <div class="fields">${body}</div>
    <div class="feet">
      <button type="button" class="btn btn--bare" data-back>${back}</button>
      <button class="btn btn--go ${danger && 'btn--danger'}">${go}</button>
    </div>
  </form>`;
  const form = box.firstElementChild;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (await submitted(form, work)) box.close();
  });
  box.querySelector('[data-back]').addEventListener('click', () => box.close());
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  ready?.(form);
  box.showModal();
}
