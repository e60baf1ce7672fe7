import { h, fill, calmly } from '../dom.js';
import { api, get } from '../api.js';
import { dayYear, number, paperName } from '../format.js';
import { toast } from '../toast.js';
import { formDialog } from '../dialog.js';
import { inline } from '../inline.js';

export async function mount(main) {
  let rows = [];
  let words = '';
  let low = false;
  let shown = null;
  const body = h('tbody', {});
  const search = h('input', { type: 'search', 'aria-label': 'Search paper', placeholder: 'Paper, shelf or supplier', oninput: calmly(event => { words = event.target.value.toLowerCase(); draw(); }, 100) });
  const only = h('label', { class: 'tick' }, h('input', { type: 'checkbox', onchange: event => { low = event.target.checked; draw(); } }), 'Only what is running low');
  fill(main, h('div', { class: 'head' }, h('h1', {}, 'Paper store')), h('div', { class: 'filters' }, search, only),
    h('div', { class: 'card scroll' }, h('table', {}, h('thead', {}, h('tr', {},
      ['Paper', 'Size', 'Shelf', 'Supplier', 'Sheets', 'Warn below', ''].map(text => h('th', { scope: 'col' }, text || h('span', { class: 'hid' }, 'Actions'))))), body)));

  async function load() { rows = (await get('/papers')).rows; draw(); }

  const book = (paper, direction) => formDialog({
    title: direction === 'in' ? 'Book paper in' : 'Take paper out',
    intro: `${paperName(paper)}, ${number(paper.sheets)} sheets on shelf ${paper.shelf}`,
    fields: [
      { name: 'sheets', label: 'Sheets', inputmode: 'numeric' },
      { name: 'reason', label: direction === 'in' ? 'From' : 'For', placeholder: direction === 'in' ? paper.supplier : 'Job or reason' },
    ],
    submit: direction === 'in' ? 'Book in' : 'Take out',
    onSubmit: async values => {
      await api('POST', `/papers/${paper.id}/movements`, { ...values, direction });
      toast(`${paperName(paper)}: stock updated`);
      await load();
    },
  });

  async function history(paper) {
    if (shown === paper.id) { shown = null; draw(); return; }
    shown = paper.id;
    const told = await get(`/papers/${paper.id}/movements`);
    draw(told.rows);
  }

  function draw(moves) {
    const kept = rows.filter(paper => (!low || paper.sheets < paper.warn_below) && `${paperName(paper)} ${paper.shelf} ${paper.supplier}`.toLowerCase().includes(words));
    if (!moves) shown = null;
    const change = (paper, name, label) => inline({
      label: `${label} of ${paperName(paper)}`, value: String(paper[name]), shown: name === 'warn_below' ? number(paper[name]) : paper[name], inputmode: name === 'warn_below' ? 'numeric' : undefined,
      save: async text => { await api('PATCH', `/papers/${paper.id}`, { [name]: text }); toast(`${paperName(paper)} saved`); await load(); },
    });
    fill(body, kept.length ? kept.flatMap(paper => [
      h('tr', { class: paper.sheets < paper.warn_below ? 'low' : undefined },
        h('th', { scope: 'row' }, paperName(paper), ' ', paper.sheets < paper.warn_below && h('span', { class: 'stage waiting' }, 'Low')),
        h('td', {}, paper.format), h('td', {}, change(paper, 'shelf', 'Shelf')), h('td', {}, paper.supplier),
        h('td', { class: 'figure' }, number(paper.sheets)), h('td', { class: 'figure' }, change(paper, 'warn_below', 'Warning level')),
        h('td', { class: 'acts' },
          h('button', { type: 'button', class: 'small', onclick: () => book(paper, 'in') }, 'Book in'),
          h('button', { type: 'button', class: 'small', onclick: () => book(paper, 'out') }, 'Take out'),
          h('button', { type: 'button', class: 'small quiet', 'aria-expanded': String(shown === paper.id), onclick: () => history(paper) }, 'History'))),
      shown === paper.id && h('tr', { class: 'more' }, h('td', { colspan: 7 }, moves.length
        ? h('ul', {}, moves.map(move => h('li', {}, `${dayYear(move.day)}: ${move.sheets > 0 ? '+' : '−'}${number(Math.abs(move.sheets))}, ${move.reason} (${move.author})`)))
        : 'No movements yet.')),
    ]) : h('tr', {}, h('td', { colspan: 7, class: 'pale' }, 'No paper fits.')));
  }

  await load();
  return {};
}
