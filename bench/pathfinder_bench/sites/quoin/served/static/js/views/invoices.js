import { h, fill, calmly } from '../dom.js';
import { api, get, choices } from '../api.js';
import { dayYear, pounds, plural, today } from '../format.js';
import { go } from '../router.js';
import { attempt, toast } from '../toast.js';
import { confirmDialog, formDialog } from '../dialog.js';

const STATES = { all: 'All', open: 'Unpaid', overdue: 'Overdue', paid: 'Paid' };

function state(row) {
  if (row.paid_on) return ['Paid', 'approved'];
  return row.due < today() ? ['Overdue', 'changes-wanted'] : ['Unpaid', 'waiting'];
}

export async function mount(main) {
  const told = await choices();
  let which = 'all';
  let words = '';
  let page = 1;
  let chosen = '';
  const body = h('tbody', {});
  const foot = h('div', { class: 'pager' });
  const detail = h('aside', { class: 'detail', 'aria-label': 'Invoice', hidden: true });
  const chips = Object.entries(STATES).map(([key, text]) => h('button', {
    type: 'button', class: 'chip', 'aria-pressed': String(key === which), 'data-key': key,
    onclick: () => { which = key; page = 1; chips.forEach(chip => chip.setAttribute('aria-pressed', String(chip.dataset.key === which))); load(); },
  }, text));
  const search = h('input', { type: 'search', 'aria-label': 'Search invoices', placeholder: 'Number, customer or job', oninput: calmly(event => { words = event.target.value; page = 1; load(); }) });

  async function write() {
    const jobs = (await get('/invoices/billable')).rows;
    formDialog({
      title: 'Write an invoice',
      fields: [
        { name: 'job_id', label: 'Delivered job', type: 'select', empty: 'Choose…', options: jobs.map(job => ({ value: job.id, text: `${job.number} ${job.title} (${job.customer})` })) },
        { name: 'amount', label: 'Amount in £', inputmode: 'decimal', hint: 'Discount taken off' },
      ],
      submit: 'Write invoice',
      ready: made => made.job_id.input.addEventListener('change', event => {
        const job = jobs.find(each => String(each.id) === event.target.value);
        made.amount.input.value = job?.price ? (job.price * (100 - job.discount) / 100).toFixed(2) : '';
      }),
      onSubmit: async values => {
        const made = await api('POST', '/invoices', values);
        toast(`Invoice ${made.number} written`);
        await load();
        go(`/invoices/${made.id}`);
      },
    });
  }

  fill(main, h('div', { class: 'head' }, h('h1', {}, 'Invoices'), h('button', { type: 'button', class: 'main', onclick: write }, 'Write an invoice')),
    h('div', { class: 'filters' }, search, h('div', { class: 'chips', role: 'group', 'aria-label': 'Show' }, chips)),
    h('div', { class: 'split wide' }, h('div', {},
      h('div', { class: 'card scroll' }, h('table', {}, h('thead', {}, h('tr', {}, ['Number', 'Customer', 'For', 'Due', 'Amount', 'State'].map(text => h('th', { scope: 'col' }, text)))), body)), foot), detail));

  async function load() {
    const found = await get('/invoices', { state: which, q: words, page });
    page = found.page;
    fill(body, found.rows.length ? found.rows.map(row => {
      const [text, kind] = state(row);
      return h('tr', { class: String(row.id) === chosen ? 'on' : undefined, 'data-id': row.id },
        h('td', {}, h('a', { href: `/invoices/${row.id}` }, row.number)), h('td', {}, row.customer), h('td', {}, row.title),
        h('td', {}, dayYear(row.due)), h('td', { class: 'figure' }, pounds(row.amount)), h('td', {}, h('span', { class: `stage ${kind}` }, text)));
    }) : h('tr', {}, h('td', { colspan: 6, class: 'pale' }, 'No invoice fits.')));
    fill(foot, h('span', { class: 'pale' }, plural(found.total, 'invoice', 'invoices')), found.pages > 1 && h('nav', { 'aria-label': 'Pages' },
      h('button', { type: 'button', class: 'small', disabled: page === 1, onclick: () => { page -= 1; load(); } }, 'Newer'),
      h('span', {}, `Page ${page} of ${found.pages}`),
      h('button', { type: 'button', class: 'small', disabled: page === found.pages, onclick: () => { page += 1; load(); } }, 'Older')));
  }

  async function open() {
    for (const row of body.querySelectorAll('tr[data-id]')) row.classList.toggle('on', row.dataset.id === chosen);
    detail.hidden = !chosen;
    if (!chosen) return;
    const asked = chosen;
    const row = await get(`/invoices/${asked}`);
    if (asked !== chosen) return;
    const again = async () => { await Promise.all([load(), open()]); };
    const pair = (name, value) => [h('dt', {}, name), h('dd', {}, value || '–')];
    const [text, kind] = state(row);
    const pay = () => formDialog({
      title: 'Record a payment', intro: `Invoice ${row.number}, ${row.customer}, ${pounds(row.amount)}`,
      fields: [
        { name: 'paid_on', label: 'Received on', type: 'date', value: today() },
        { name: 'method', label: 'Paid by', type: 'select', options: told.methods, empty: 'Choose…' },
        { name: 'reference', label: 'Reference', optional: true },
      ],
      submit: 'Save payment',
      onSubmit: async values => { await api('PUT', `/invoices/${row.id}/payment`, values); toast(`Invoice ${row.number} is paid`); await again(); },
    });
    const remind = () => confirmDialog({
      title: 'Send a reminder?', text: `${row.customer} will be reminded of ${pounds(row.amount)} by e-mail.`, yes: 'Send reminder',
      onYes: async () => { await attempt(() => api('POST', `/invoices/${row.id}/reminders`, {}), 'Reminder sent'); again(); },
    });
    fill(detail,
      h('div', { class: 'detail-head' }, h('h2', {}, `Invoice ${row.number}`), h('button', { type: 'button', class: 'plain', 'aria-label': 'Close details', onclick: () => go('/invoices') }, '×')),
      h('p', {}, h('span', { class: `stage ${kind}` }, text)),
      h('dl', {},
        pair('Customer', h('a', { href: `/customers/${row.customer_id}` }, row.customer)), pair('For', h('a', { href: `/jobs/${row.job_id}` }, row.title)),
        pair('Amount', pounds(row.amount)), pair('Written', dayYear(row.issued)), pair('Due', dayYear(row.due)),
        pair('Reminders', row.reminders ? String(row.reminders) : 'None'),
        row.paid_on && [pair('Received', dayYear(row.paid_on)), pair('Paid by', row.method), pair('Reference', row.reference)]),
      !row.paid_on && h('div', { class: 'foot' },
        h('button', { type: 'button', class: 'main', onclick: pay }, 'Record payment'),
        h('button', { type: 'button', class: 'soft', disabled: row.due >= today(), onclick: remind }, 'Send reminder')));
  }

  await load();
  return { select: async id => { chosen = id; await open(); } };
}
