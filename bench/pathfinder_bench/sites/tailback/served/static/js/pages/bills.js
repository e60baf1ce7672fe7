import { html } from '../lib/html.js';
import { read } from '../lib/http.js';
import { dated, euros, monthOf } from '../lib/dates.js';

export default {
  title: 'Bills',
  load: () => read('/bills'),
  view: ({ rows }) => html`
    <h1>Bills</h1>
    <p class="pale">We collect by direct debit. There is one bill a month.</p>
    <table class="rows">
      <thead><tr><th>Number</th><th>For</th><th>Issued</th><th class="num">Amount</th><th></th></tr></thead>
      <tbody>${rows.map(bill => html`<tr>
        <td><a href="#/bills/${bill.id}">${bill.number}</a></td><td>${monthOf(bill.month)}</td><td>${dated(bill.issued)}</td>
        <td class="num">${euros(bill.amount)}</td>
        <td>${bill.paid_on ? html`<span class="tag tag--good">Paid</span>` : html`<span class="tag">Open</span>`} ${bill.extras ? html`<span class="tag tag--warn">Extras</span>` : ''}</td>
      </tr>`)}</tbody>
    </table>`,
};
