import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { dated, euros, span, weekday } from '../lib/dates.js';
import { toast } from '../lib/toast.js';

const named = trip => `${weekday(trip.starts)}, ${trip.nick}`;

export default {
  title: 'Fuel and kilometres',
  load: () => read('/log'),
  view: ({ missing, trips, receipts }) => html`
    <h1>Fuel and kilometres</h1>
    <div class="tiles tiles--two">
      <section class="box">
        <h2>Fuel receipt</h2>
        <p class="pale">You paid at the pump? The next bill gives it back.</p>
        <form data-form="receipt" class="fields" novalidate>
          ${field({ name: 'trip', label: 'Trip', type: 'select', empty: 'Please choose', options: trips.map(trip => [trip.id, named(trip)]) })}
          ${field({ name: 'litres', label: 'Litres', inputmode: 'decimal', short: true })}
          ${field({ name: 'paid', label: 'Paid in €', inputmode: 'decimal', short: true })}
          ${field({ name: 'place', label: 'Petrol station', placeholder: 'Optional' })}
          <div class="feet"><button class="btn btn--go">Hand in receipt</button></div>
        </form>
      </section>
      <section class="box">
        <h2>Kilometres missing</h2>
        ${missing.map(trip => html`<form data-form="km" data-id="${trip.id}" class="line" novalidate>
          <p><b>${trip.nick}</b>, ${span(trip)}</p>
          <div class="fld"><input name="km" inputmode="numeric" placeholder="km" aria-label="Kilometres of ${named(trip)}"></div>
          <div class="feet"><button class="btn btn--go">Enter</button></div>
        </form>`)}
        ${!missing.length && html`<p>Nothing is missing.</p>`}
      </section>
    </div>
    <h2>Receipts so far</h2>
    <table class="rows">
      <thead><tr><th>Handed in</th><th>Trip</th><th>Petrol station</th><th class="num">Litres</th><th class="num">Paid</th><th>State</th></tr></thead>
      <tbody>${receipts.map(each => html`<tr><td>${dated(each.day)}</td><td>${named(each)}</td><td>${each.place || '–'}</td>
        <td class="num">${each.litres.toFixed(1)}</td><td class="num">${euros(each.paid)}</td><td>${each.state}</td></tr>`)}</tbody>
    </table>`,
  forms: {
    async receipt(values, { show }) {
      await send('/receipts', values);
      toast('Thanks, we have your receipt');
      show();
    },
    async km(values, { show }, { id }) {
      await send(`/trips/${id}/km`, values);
      toast('Kilometres entered');
      show();
    },
  },
};
