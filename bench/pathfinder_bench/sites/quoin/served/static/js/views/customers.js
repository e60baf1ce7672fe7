import { h, fill, calmly } from '../dom.js';
import { api, get, choices } from '../api.js';
import { day, plural, pounds, slug } from '../format.js';
import { go } from '../router.js';
import { toast } from '../toast.js';
import { formDialog } from '../dialog.js';
import { inline } from '../inline.js';
import { newJob } from './jobs.js';

export async function mount(main) {
  const told = await choices();
  const terms = told.terms.map(days => ({ value: String(days), text: `Within ${days} days` }));
  let words = '';
  let chosen = '';

  const list = h('ul', { class: 'list', 'aria-label': 'Customers' });
  const detail = h('section', { class: 'detail', 'aria-label': 'Customer' });
  const search = h('input', { type: 'search', 'aria-label': 'Search customers', placeholder: 'Name or contact', oninput: calmly(event => { words = event.target.value; load(); }) });
  const create = () => formDialog({
    title: 'New customer',
    fields: [
      { name: 'name', label: 'Name' },
      { name: 'contact', label: 'Contact person', optional: true },
      { name: 'phone', label: 'Telephone', type: 'tel', optional: true, wide: false },
      { name: 'email', label: 'E-mail', type: 'email', optional: true, wide: false },
      { name: 'address', label: 'Address', type: 'textarea', rows: 2, optional: true },
      { name: 'terms', label: 'Pays', type: 'select', options: terms, value: '30' },
    ],
    submit: 'Add customer',
    onSubmit: async values => {
      const made = await api('POST', '/customers', values);
      toast(`${values.name.trim()} has been added`);
      await load();
      go(`/customers/${made.id}`);
    },
  });

  fill(main, h('div', { class: 'head' }, h('h1', {}, 'Customers'), h('button', { type: 'button', class: 'main', onclick: create }, 'New customer')),
    h('div', { class: 'split' }, h('div', { class: 'beside' }, h('div', { class: 'filters' }, search), list), detail));

  async function load() {
    const { rows } = await get('/customers', { q: words });
    fill(list, rows.length ? rows.map(row => h('li', {}, h('a', { href: `/customers/${row.id}`, 'data-id': row.id },
      h('strong', {}, row.name), ' ', h('small', {}, row.running ? plural(row.running, 'running job', 'running jobs') : 'Nothing running'))))
      : h('li', { class: 'pale' }, 'Nobody of that name.'));
    mark();
  }
  function mark() {
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.id === chosen) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
  }

  async function open() {
    if (!chosen) { fill(detail, h('p', { class: 'empty' }, 'Pick a customer from the list.')); return; }
    const asked = chosen;
    const row = await get(`/customers/${asked}`);
    if (asked !== chosen) return;
    const line = (name, label, more = {}) => [h('dt', {}, label), h('dd', {}, inline({
      label, value: String(row[name] ?? ''), ...more,
      save: async text => {
        await api('PATCH', `/customers/${row.id}`, { [name]: text });
        toast(`${label} saved`);
        await Promise.all([load(), open()]);
      },
    }))];
    fill(detail,
      h('div', { class: 'detail-head' }, h('h2', {}, row.name), h('button', { type: 'button', class: 'soft', onclick: () => newJob(row.id) }, 'New job for them')),
      h('dl', {},
        line('name', 'Name'), line('contact', 'Contact person'), line('phone', 'Telephone'), line('email', 'E-mail'),
        line('address', 'Address', { multiline: true }),
        line('terms', 'Pays', { options: terms, shown: `Within ${row.terms} days` }),
        line('discount', 'Discount', { shown: row.discount ? `${row.discount} %` : 'None', inputmode: 'numeric' }),
        line('remarks', 'Remarks', { multiline: true }),
        h('dt', {}, 'Owes us'), h('dd', {}, pounds(row.owed))),
      h('h3', {}, 'Jobs'),
      row.jobs.length ? h('ul', { class: 'lines' }, row.jobs.map(job => h('li', {},
        h('a', { href: `/jobs/${job.id}` }, job.title), h('span', { class: `stage ${slug(job.stage)}` }, job.stage), h('small', {}, day(job.due)))))
        : h('p', { class: 'pale' }, 'No job yet.'));
  }

  await load();
  return { select: async id => { chosen = id; mark(); await open(); } };
}
