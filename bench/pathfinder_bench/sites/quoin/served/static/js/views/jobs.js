import { h, fill, calmly } from '../dom.js';
import { api, get, choices } from '../api.js';
import { day, dayYear, number, paperName, pounds, slug, today } from '../format.js';
import { go } from '../router.js';
import { attempt, toast } from '../toast.js';
import { confirmDialog, formDialog } from '../dialog.js';
import { form } from '../form.js';
import { tabs } from '../tabs.js';

const paperOptions = told => told.papers.map(paper => ({ value: paper.id, text: `${paperName(paper)} (${paper.format})` }));

function jobFields(told, job = {}) {
  return [
    { name: 'title', label: 'Job name', value: job.title, placeholder: 'For example: Summer menus' },
    { name: 'product', label: 'Product', type: 'select', options: told.products, empty: 'Choose…', value: job.product, wide: false },
    { name: 'format', label: 'Size', type: 'select', options: told.formats, empty: 'Choose…', value: job.format, wide: false },
    { name: 'quantity', label: 'Quantity', inputmode: 'numeric', value: job.quantity, wide: false },
    { name: 'due', label: 'Wanted by', type: 'date', value: job.due, wide: false },
    { name: 'paper_id', label: 'Paper', type: 'select', options: paperOptions(told), empty: 'To be decided', value: job.paper_id ?? '', optional: true },
    { name: 'colours', label: 'Colours', type: 'select', options: told.colours, empty: 'To be decided', value: job.colours ?? '', optional: true, wide: false },
    { name: 'finish', label: 'Finishing', value: job.finish, optional: true, wide: false },
    { name: 'printer', label: 'Printer', type: 'select', options: told.printers, empty: 'Nobody yet', value: job.printer ?? '', optional: true, wide: false },
    { name: 'price', label: 'Price in £', inputmode: 'decimal', value: job.price ?? '', optional: true, wide: false },
    { name: 'rush', label: 'Rush job', type: 'checkbox', value: job.rush },
    { name: 'remarks', label: 'Remarks', type: 'textarea', rows: 2, value: job.remarks, optional: true },
  ];
}

export async function newJob(customer) {
  const told = await choices();
  formDialog({
    title: 'New job',
    fields: [
      { name: 'customer_id', label: 'Customer', type: 'combobox', options: told.customers.map(each => ({ value: each.id, text: each.name })), value: customer, placeholder: 'Type part of the name' },
      ...jobFields(told),
    ],
    submit: 'Add to job book',
    onSubmit: async values => {
      const made = await api('POST', '/jobs', values);
      toast(`Job ${made.number} is in the book`);
      go(`/jobs/${made.id}`);
    },
  });
}

export async function mount(main) {
  const told = await choices();
  let stage = 'open';
  let words = '';
  let chosen = '';
  let openTab = 'details';
  let shownJob = null;

  const list = h('ul', { class: 'list', 'aria-label': 'Jobs' });
  const count = h('p', { class: 'pale', role: 'status' });
  const detail = h('section', { class: 'detail', 'aria-label': 'Job' });
  const stages = h('select', { 'aria-label': 'Show', onchange: event => { stage = event.target.value; load(); } },
    h('option', { value: 'open' }, 'Running jobs'), h('option', { value: 'all' }, 'All jobs'),
    h('optgroup', { label: 'Stage' }, told.stages.map(each => h('option', { value: each }, each))));
  const search = h('input', { type: 'search', 'aria-label': 'Search jobs', placeholder: 'Title, customer or number', oninput: calmly(event => { words = event.target.value; load(); }) });

  fill(main, h('div', { class: 'head' }, h('h1', {}, 'Job book'), h('button', { type: 'button', class: 'main', onclick: () => newJob() }, 'New job')),
    h('div', { class: 'split' },
      h('div', { class: 'beside' }, h('div', { class: 'filters' }, search, stages), count, list), detail));

  async function load() {
    const { rows } = await get('/jobs', { q: words, stage });
    count.textContent = rows.length === 1 ? '1 job' : `${rows.length} jobs`;
    fill(list, rows.length ? rows.map(job => h('li', {}, h('a', { href: `/jobs/${job.id}`, 'data-id': job.id },
      h('strong', {}, job.title), ' ', h('span', { class: `stage ${slug(job.stage)}` }, job.stage), ' ',
      h('small', {}, `${job.number} · ${job.customer} · ${day(job.due)}`, job.rush ? ' · Rush' : ''))))
      : h('li', { class: 'pale' }, 'No job fits.'));
    mark();
  }
  function mark() {
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.id === chosen) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
  }
  const again = async () => { await Promise.all([load(), open()]); };

  async function open() {
    if (!chosen) { shownJob = null; fill(detail, h('p', { class: 'empty' }, 'Pick a job from the list to see what is to be done.')); return; }
    const asked = chosen;
    const job = await get(`/jobs/${asked}`);
    if (asked !== chosen) return;
    if (shownJob !== asked) openTab = 'details';
    shownJob = asked;
    const steps = h('select', {
      id: 'stage-of-job',
      onchange: async event => {
        const wanted = event.target.value;
        await attempt(() => api('PUT', `/jobs/${job.id}/stage`, { stage: wanted }), `Moved to “${wanted}”`);
        again();
      },
    }, told.stages.map(each => h('option', { value: each }, each)));
    steps.value = job.stage;
    fill(detail,
      h('div', { class: 'detail-head' },
        h('div', {}, h('p', { class: 'pale' }, `Job ${job.number}`), h('h2', {}, job.title), h('p', {}, h('a', { href: `/customers/${job.customer_id}` }, job.customer))),
        h('div', { class: 'stage-pick' }, h('label', { for: 'stage-of-job' }, 'Stage'), steps)),
      tabs('Parts of the job', [
        { key: 'details', text: 'Details', draw: () => details(job) },
        { key: 'proofs', text: `Proofs (${job.proofs.length})`, draw: () => proofs(job) },
        { key: 'notes', text: `Notes (${job.notes.length})`, draw: () => notes(job) },
      ], openTab, key => { openTab = key; }));
  }

  function details(job) {
    const place = h('div', {});
    const pair = (name, value) => [h('dt', {}, name), h('dd', {}, value || '–')];
    const read = () => fill(place,
      h('dl', {},
        pair('Product', `${job.product}, ${job.format}`), pair('Quantity', number(job.quantity)),
        pair('Wanted by', day(job.due)), pair('Paper', job.paper ? `${job.paper} ${job.paper_weight} g` : 'To be decided'),
        pair('Colours', job.colours), pair('Finishing', job.finish), pair('Printer', job.printer || 'Nobody yet'),
        pair('Price', pounds(job.price)), pair('Rush job', job.rush ? 'Yes' : 'No'), pair('Remarks', job.remarks),
        pair('Dispatch', job.dispatches.length ? job.dispatches.map(each => h('a', { href: `/dispatch/${each.id}` }, `${each.way}, ${day(each.day)}`)) : 'Not planned'),
        pair('Invoice', job.invoices.length ? job.invoices.map(each => h('a', { href: `/invoices/${each.id}` }, each.number)) : 'None')),
      h('button', { type: 'button', class: 'soft', onclick: write }, 'Edit details'));
    async function write() {
      const fresh = await choices();
      const made = form({
        fields: jobFields(fresh, job), submit: 'Save details', cancel: 'Discard', onCancel: read,
        onSubmit: async values => {
          await api('PUT', `/jobs/${job.id}`, values);
          toast('Details saved');
          await again();
        },
      });
      fill(place, made.node);
      made.fields.title.input.focus();
    }
    read();
    return place;
  }

  function proofs(job) {
    const send = () => formDialog({
      title: 'Send a proof',
      intro: `${job.title}, for ${job.customer}`,
      fields: [
        { name: 'sent', label: 'Sent on', type: 'date', value: today() },
        { name: 'kind', label: 'How', type: 'select', options: told.kinds },
      ],
      submit: 'Save proof',
      onSubmit: async values => {
        const made = await api('POST', `/jobs/${job.id}/proofs`, values);
        toast(`Proof ${made.version} is with the customer`);
        await again();
      },
    });
    const answer = proof => formDialog({
      title: `Answer to proof ${proof.version}`,
      intro: `${job.title}, for ${job.customer}`,
      fields: [
        { name: 'outcome', label: 'The customer says', type: 'radio', options: [{ value: 'Approved', text: 'Good to print' }, { value: 'Changes wanted', text: 'Needs changes' }] },
        { name: 'comment', label: 'What they said', type: 'textarea', optional: true, hint: 'Needed if something has to change' },
      ],
      submit: 'Save answer',
      onSubmit: async values => {
        await api('PUT', `/proofs/${proof.id}/answer`, values);
        toast(values.outcome === 'Approved' ? 'Proof passed, the job can be printed' : 'Changes noted');
        await again();
      },
    });
    const outcomes = { Waiting: 'Waiting for an answer', Approved: 'Good to print', 'Changes wanted': 'Needs changes' };
    return [
      job.proofs.length ? h('ul', { class: 'proofs' }, job.proofs.map(proof => h('li', { class: 'card' },
        h('h3', {}, `Proof ${proof.version}`), h('span', { class: `stage ${slug(proof.outcome)}` }, outcomes[proof.outcome]),
        h('p', { class: 'pale' }, `${proof.kind}, sent ${day(proof.sent)}`, proof.answered && `, answered ${day(proof.answered)}`),
        proof.comment && h('blockquote', {}, proof.comment),
        proof.outcome === 'Waiting' && h('button', { type: 'button', class: 'soft', onclick: () => answer(proof) }, 'Record answer'))))
        : h('p', { class: 'pale' }, 'No proof has been sent.'),
      h('button', { type: 'button', class: 'soft', onclick: send }, 'Send a proof'),
    ];
  }

  function notes(job) {
    const drop = note => confirmDialog({
      title: 'Delete this note?', text: note.text, yes: 'Delete note', no: 'Keep it',
      onYes: async () => { await attempt(() => api('DELETE', `/notes/${note.id}`), 'Note deleted'); again(); },
    });
    const mine = document.querySelector('.me span')?.textContent;
    const made = form({
      fields: [{ name: 'text', label: 'New note', type: 'textarea' }],
      submit: 'Add note',
      onSubmit: async values => {
        await api('POST', `/jobs/${job.id}/notes`, values);
        toast('Note added');
        await again();
      },
    });
    return [
      job.notes.length ? h('ul', { class: 'notes' }, job.notes.map(note => h('li', {},
        h('p', {}, note.text), h('small', {}, `${note.author}, ${dayYear(note.day)}`),
        note.author === mine && h('button', { type: 'button', class: 'plain', onclick: () => drop(note) }, 'Delete'))))
        : h('p', { class: 'pale' }, 'Nobody has written anything yet.'),
      made.node,
    ];
  }

  await load();
  return { select: async id => { chosen = id; mark(); await Promise.all([open(), list.querySelector(`a[data-id="${id}"]`) || !id ? null : load()]); } };
}
