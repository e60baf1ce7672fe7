import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { dated, euros, monthOf } from '../lib/dates.js';
import { sheet } from '../lib/sheet.js';
import { toast } from '../lib/toast.js';

export default {
  title: 'Bill',
  load: id => read(`/bills/${id}`),
  view: ({ bill, lines }) => html`
    <p><a href="#/bills">← All bills</a></p>
    <h1>Bill ${bill.number}</h1>
    <p class="lead">${monthOf(bill.month)}, issued ${dated(bill.issued)}, ${bill.paid_on ? `paid ${dated(bill.paid_on)}` : `due ${dated(bill.due)}`}</p>
    <table class="rows">
      <thead><tr><th>Day</th><th>What</th><th>Car</th><th class="num">€</th></tr></thead>
      <tbody>${lines.map(line => html`<tr class="line-${line.sort}"><td>${dated(line.day)}</td><td>${line.label}</td><td>${line.car || '–'}</td><td class="num">${euros(line.amount)}</td></tr>`)}</tbody>
      <tfoot><tr><td></td><td>Total</td><td></td><td class="num">${euros(bill.amount)}</td></tr></tfoot>
    </table>
    ${bill.query && html`<p class="hint">You asked: ${bill.query}</p>`}
    <div class="feet">
      ${!bill.paid_on && html`<button type="button" class="btn btn--go" data-do="pay">Pay now</button>`}
      <button type="button" class="btn" data-do="query">Something is wrong</button>
    </div>`,
  actions: {
    pay(_, { data: { bill }, show }) {
      sheet({
        heading: `Pay bill ${bill.number}?`,
        go: `Pay ${euros(bill.amount)}`,
        body: html`<p class="wide">We collect it today from the account that ends in 207.</p>`,
        work: async () => {
          await send(`/bills/${bill.id}/payment`);
          toast('Thank you, the bill is paid');
          show();
        },
      });
    },
    query(_, { data: { bill }, show }) {
      sheet({
        heading: `Question about bill ${bill.number}`,
        go: 'Send question',
        body: field({ name: 'query', label: 'What is wrong?', type: 'area', value: bill.query }),
        work: async values => {
          await send(`/bills/${bill.id}/query`, values);
          toast('The treasurer will look at it');
          show();
        },
      });
    },
  },
};
