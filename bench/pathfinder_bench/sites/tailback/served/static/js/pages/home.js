import { html } from '../lib/html.js';
import { read } from '../lib/http.js';
import { dated, euros, span, today } from '../lib/dates.js';

export default {
  title: 'Home',
  load: () => read('/home'),
  view: ({ next, more, due, missing, news }) => html`
    <h1>Good morning</h1>
    <p class="lead">Today is ${dated(today())}.</p>
    <div class="tiles">
      <section class="box box--next">
        <h2>Your next trip</h2>
        ${next ? html`<p class="big">${span(next)}</p><p>${next.nick}, ${next.model}, at ${next.station}</p>
          <p class="pale">Key: ${next.key_box}. ${next.hint}</p>
          <a href="#/trips/${next.id}">Open this trip</a>` : html`<p>Nothing is booked.</p>`}
        ${more > 0 && html`<p class="pale">and ${more} more after that</p>`}
      </section>
      <section class="box">
        <h2>To do</h2>
        <ul>
          ${due.map(bill => html`<li>Bill <a href="#/bills/${bill.id}">${bill.number}</a> over ${euros(bill.amount)} is collected on ${dated(bill.due)}</li>`)}
          ${missing > 0 && html`<li>${missing} trips without kilometres: <a href="#/fuel">enter them</a></li>`}
          ${!due.length && !missing && html`<li>All done.</li>`}
        </ul>
      </section>
      <section class="box">
        <h2>From the club</h2>
        <ul>${news.map(each => html`<li><a href="#/messages/${each.id}">${each.subject}</a> <small>${dated(each.day)}</small></li>`)}</ul>
      </section>
    </div>`,
};
