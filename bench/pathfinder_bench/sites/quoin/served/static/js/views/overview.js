import { h, fill } from '../dom.js';
import { get } from '../api.js';
import { day, number, paperName, plural, pounds, slug } from '../format.js';

const card = (title, link, ...body) => h('section', { class: 'card', 'aria-label': title },
  h('div', { class: 'card-head' }, h('h2', {}, title), h('a', { href: link[0] }, link[1])), ...body);
const none = text => h('p', { class: 'pale' }, text);

export async function mount(main) {
  const told = await get('/overview');
  fill(main, h('h1', {}, 'Overview'), h('div', { class: 'cards' },
    card('Due within a week', ['/jobs', 'All jobs'],
      told.jobs.length ? h('ul', { class: 'lines' }, told.jobs.map(job => h('li', {},
        h('a', { href: `/jobs/${job.id}` }, job.title), h('span', { class: `stage ${slug(job.stage)}` }, job.stage),
        h('small', {}, `${job.customer} · ${day(job.due)}`)))) : none('Nothing is due.')),
    card('Proofs with customers', ['/jobs', 'Job book'],
      told.proofs.length ? h('ul', { class: 'lines' }, told.proofs.map(proof => h('li', {},
        h('a', { href: `/jobs/${proof.job_id}` }, proof.title),
        h('small', {}, `${proof.customer} · version ${proof.version}, sent ${day(proof.sent)}`)))) : none('Everybody has answered.')),
    card('Leaving the house', ['/dispatch', 'Dispatch'],
      told.today.length ? h('ul', { class: 'lines' }, told.today.map(row => h('li', {},
        h('a', { href: `/dispatch/${row.id}` }, row.title), h('small', {}, `${row.way}, ${day(row.day)}, ${row.slot.toLowerCase()}`)))) : none('Nothing is planned.')),
    card('Paper running low', ['/paper', 'Paper store'],
      told.papers.length ? h('ul', { class: 'lines' }, told.papers.map(paper => h('li', {},
        h('span', {}, paperName(paper)), h('small', {}, `${number(paper.sheets)} sheets on ${paper.shelf}`)))) : none('There is enough of everything.')),
    card('Money', ['/invoices', 'Invoices'],
      h('p', { class: 'big' }, pounds(told.overdue.amount)), h('p', { class: 'pale' }, `${plural(told.overdue.number, 'invoice is', 'invoices are')} overdue`))));
  return {};
}
