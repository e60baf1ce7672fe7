import { h, fill, calmly } from '../dom.js';
import { api, get, choices } from '../api.js';
import { day, dayYear, number, today } from '../format.js';
import { go } from '../router.js';
import { attempt, toast } from '../toast.js';
import { confirmDialog, formDialog } from '../dialog.js';
import { tabs } from '../tabs.js';

export async function mount(main) {
  const told = await choices();
  let when = 'ahead';
  let words = '';
  let chosen = '';
  const place = h('div', {});
  const rowsAt = h('div', {});
  const detail = h('aside', { class: 'detail', 'aria-label': 'Consignment', hidden: true });

  const fields = (row = {}) => [
    { name: 'way', label: 'How', type: 'radio', options: told.ways, value: row.way ?? 'Van' },
    { name: 'day', label: 'Day', type: 'date', value: row.day, wide: false },
    { name: 'slot', label: 'Time of day', type: 'select', options: told.slots, value: row.slot, wide: false },
    { name: 'address', label: 'Address', type: 'textarea', rows: 2, value: row.address, hint: 'Not needed for a collection' },
    { name: 'parcels', label: 'Parcels', inputmode: 'numeric', value: row.parcels ?? 1 },
    { name: 'remarks', label: 'Remarks for the driver', value: row.remarks, optional: true },
  ];
  async function plan() {
    const ready = (await get('/dispatch/ready')).rows;
    formDialog({
      title: 'Plan a consignment',
      fields: [{ name: 'job_id', label: 'Job', type: 'select', empty: 'Choose…', options: ready.map(job => ({ value: job.id, text: `${job.number} ${job.title} (${job.customer})` })) }, ...fields()],
      submit: 'Put on the plan',
      ready: made => made.job_id.input.addEventListener('change', event => {
        const job = ready.find(each => String(each.id) === event.target.value);
        made.address.input.value = told.customers.find(each => each.id === job?.customer_id)?.address ?? '';
      }),
      onSubmit: async values => {
        const made = await api('POST', '/dispatch', values);
        toast('Consignment planned');
        await load();
        go(`/dispatch/${made.id}`);
      },
    });
  }

  fill(main, h('div', { class: 'head' }, h('h1', {}, 'Dispatch'), h('button', { type: 'button', class: 'main', onclick: plan }, 'Plan a consignment')), place);
  const search = h('input', { type: 'search', 'aria-label': 'Search consignments', placeholder: 'Job or customer', oninput: calmly(event => { words = event.target.value; load(); }) });
  const draw = key => () => { when = key; load(); return [h('div', { class: 'filters' }, search), h('div', { class: 'split wide' }, rowsAt, detail)]; };
  fill(place, tabs('Consignments', [{ key: 'ahead', text: 'Coming up', draw: draw('ahead') }, { key: 'gone', text: 'Gone out', draw: draw('gone') }], 'ahead'));

  async function load() {
    const asked = when;
    const { rows } = await get('/dispatch', { when, q: words });
    if (asked !== when) return;
    fill(rowsAt, h('div', { class: 'card scroll' }, h('table', { 'aria-label': when === 'gone' ? 'Gone out' : 'Coming up' },
      h('thead', {}, h('tr', {}, ['Day', 'Job', 'Customer', 'How', 'Parcels'].map(text => h('th', { scope: 'col' }, text)))),
      h('tbody', {}, rows.length ? rows.map(row => h('tr', { class: String(row.id) === chosen ? 'on' : undefined, 'data-id': row.id },
        h('td', {}, day(row.day), when === 'ahead' && h('small', {}, ` ${row.slot.toLowerCase()}`)),
        h('td', {}, h('a', { href: `/dispatch/${row.id}` }, row.title)), h('td', {}, row.customer), h('td', {}, row.way), h('td', { class: 'figure' }, row.parcels)))
        : h('tr', {}, h('td', { colspan: 5, class: 'pale' }, 'Nothing here.'))))));
  }

  async function open() {
    for (const row of rowsAt.querySelectorAll('tr[data-id]')) row.classList.toggle('on', row.dataset.id === chosen);
    detail.hidden = !chosen;
    if (!chosen) return;
    const asked = chosen;
    const row = await get(`/dispatch/${asked}`);
    if (asked !== chosen) return;
    const pair = (name, value) => [h('dt', {}, name), h('dd', {}, value || '–')];
    const again = async () => { await Promise.all([load(), open()]); };
    const hand = () => formDialog({
      title: 'Handed over', intro: `${row.title}, for ${row.customer}`,
      fields: [
        { name: 'signed_by', label: 'Signed for by' },
        { name: 'handed_over', label: 'On', type: 'date', value: today() },
      ],
      submit: 'Save',
      onSubmit: async values => { await api('PUT', `/dispatch/${row.id}/handover`, values); toast('Marked as delivered'); await again(); },
    });
    const edit = () => formDialog({
      title: 'Change consignment', intro: `${row.title}, for ${row.customer}`, fields: fields(row), submit: 'Save changes',
      onSubmit: async values => { await api('PUT', `/dispatch/${row.id}`, values); toast('Consignment changed'); await again(); },
    });
    const drop = () => confirmDialog({
      title: 'Call this consignment off?', text: `${row.title} will no longer be on the plan for ${day(row.day)}.`, yes: 'Call off', no: 'Keep it',
      onYes: async () => {
        if (await attempt(() => api('DELETE', `/dispatch/${row.id}`), 'Consignment called off')) { await load(); go('/dispatch'); }
      },
    });
    fill(detail,
      h('div', { class: 'detail-head' }, h('h2', {}, row.title), h('button', { type: 'button', class: 'plain', 'aria-label': 'Close details', onclick: () => go('/dispatch') }, '×')),
      h('dl', {},
        pair('Customer', row.customer), pair('Job', h('a', { href: `/jobs/${row.job_id}` }, String(row.number))), pair('Quantity', number(row.quantity)),
        pair('Planned for', `${day(row.day)}, ${row.slot.toLowerCase()}`), pair('How', row.carrier ? `${row.way} (${row.carrier})` : row.way),
        row.way !== 'Collection' && pair('Address', row.address), pair('Parcels', String(row.parcels)), pair('Remarks', row.remarks),
        row.handed_over && [pair('Handed over', dayYear(row.handed_over)), pair('Signed for by', row.signed_by)]),
      !row.handed_over && h('div', { class: 'foot' },
        h('button', { type: 'button', class: 'main', onclick: hand }, 'Hand over'),
        h('button', { type: 'button', class: 'soft', onclick: edit }, 'Change'),
        h('button', { type: 'button', class: 'quiet red', onclick: drop }, 'Call off')));
  }

  return { select: async id => { chosen = id; await open(); } };
}
