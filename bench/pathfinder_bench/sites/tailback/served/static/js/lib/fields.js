import { html } from './html.js';

let last = 0;
const optionOf = option => (Array.isArray(option) ? option : [option, option]);

function control({ name, type = 'text', value = '', options, empty, id, ...more }) {
  if (type === 'select') {
    return html`<select id="${id}" name="${name}">
      ${empty !== undefined && html`<option value="">${empty}</option>`}
      ${options.map(optionOf).map(([key, text]) => html`<option value="${key}" ${String(key) === String(value) && html`selected`}>${text}</option>`)}
    </select>`;
  }
  if (type === 'area') return html`<textarea id="${id}" name="${name}" rows="3" placeholder="${more.placeholder}">${value}</textarea>`;
  return html`<input id="${id}" name="${name}" type="${type}" value="${value}" inputmode="${more.inputmode ?? 'text'}"
    autocomplete="${more.autocomplete ?? 'off'}" placeholder="${more.placeholder}">`;
}

/** A field with its label: {name, label, type, value, options, hint, short}. */
export function field(spec) {
  const id = `in${++last}`;
  return html`<div class="fld ${spec.short && 'fld--short'}">
    <label for="${id}">${spec.label}</label>${control({ ...spec, id })}
    ${spec.hint && html`<small>${spec.hint}</small>`}
  </div>`;
}

/** One of a few: options [[value, text, more]]. */
export const picks = ({ name, label, options, value }) => html`<fieldset class="fld picks">
  <legend>${label}</legend>
  ${options.map(([key, text, more]) => html`<label class="pick">
    <input type="radio" name="${name}" value="${key}" ${key === value && html`checked`}>
    <span>${text}</span>${more && html`<em>${more}</em>`}
  </label>`)}
</fieldset>`;

export const tick = ({ name, label, value }) => html`<div class="fld">
  <label class="pick"><input type="checkbox" name="${name}" ${Boolean(value) && html`checked`}><span>${label}</span></label>
</div>`;

function tidy(form) {
  for (const old of form.querySelectorAll('.problem')) old.remove();
  for (const old of form.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
}

function complain(form, problem) {
  const said = document.createElement('p');
  said.className = 'problem';
  said.setAttribute('role', 'alert');
  said.textContent = problem.message;
  const control = problem.at && form.querySelector(`[name="${problem.at}"]`);
  if (control) {
    control.setAttribute('aria-invalid', 'true');
    control.closest('.fld').append(said);
    control.focus();
  } else {
    form.querySelector('.feet').before(said);
  }
}

/** Send what a form says; true when it was taken, else the form shows why not. */
export async function submitted(form, work) {
  const button = form.querySelector('.feet .btn--go');
  tidy(form);
  button.disabled = true;
  try {
    await work(Object.fromEntries(new FormData(form)));
    return true;
  } catch (problem) {
    complain(form, problem);
    return false;
  } finally {
    button.disabled = false;
  }
}
