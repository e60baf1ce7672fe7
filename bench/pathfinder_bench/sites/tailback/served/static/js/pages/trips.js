import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { HALF_HOURS, clock, euros, span } from '../lib/dates.js';
import { sheet } from '../lib/sheet.js';
import { toast } from '../lib/toast.js';

const KINDS = { coming: 'Coming up', past: 'Past', cancelled: 'Cancelled' };
let kind = 'coming';

const kindOf = trip => (trip.phase === 'running' ? 'coming' : trip.phase);

const row = trip => html`<li class="trip">
  <a href="#/trips/${trip.id}">${span(trip)}</a>
  <span class="trip__car">${trip.nick} <small>${trip.station}</small></span>
  <span class="trip__note">${trip.note}</span>
  <span class="pale">${trip.ref}</span>
</li>`;

function panel({ one }) {
  if (!one) return null;
  const { trip, receipts } = one;
  const open = kindOf(trip) === 'coming';
  return html`
    <a class="drawer__shut" href="#/trips" aria-label="Close details">✕</a>
    <p class="pale">${trip.ref}</p>
    <h2 tabindex="-1">${trip.nick}, ${trip.model}</h2>
    <p class="big">${span(trip)}</p>
    <table class="facts">
      <tr><td>Station</td><td>${trip.station}</td></tr>
      <tr><td>Number plate</td><td>${trip.plate}</td></tr>
      ${open && html`<tr><td>Key</td><td>${trip.key_box}</td></tr>`}
      <tr><td>Length</td><td>${trip.hours} hours, ${euros(trip.cost)}</td></tr>
      <tr><td>What for</td><td>${trip.note || '–'}</td></tr>
      ${kindOf(trip) === 'past' && html`<tr><td>Kilometres</td><td>${trip.km ?? 'not entered yet'}</td></tr>`}
    </table>
    ${receipts.length > 0 && html`<p class="pale">${receipts.length} fuel receipt(s) over ${euros(receipts.reduce((sum, each) => sum + each.paid, 0))}</p>`}
    ${trip.phase === 'cancelled' && html`<p class="tag tag--bad">Cancelled</p>`}
    <div class="stack">
      ${open && html`<button type="button" class="btn" data-do="extend">Extend</button>`}
      <button type="button" class="btn" data-do="note">Change note</button>
      ${open && html`<button type="button" class="btn btn--danger" data-do="cancel">Cancel trip</button>`}
      ${kindOf(trip) === 'past' && html`<a href="#/fuel">Kilometres and fuel</a><a href="#/damage">Report damage</a>`}
    </div>`;
}

export default {
  title: 'My trips',
  async load(id) {
    const [all, one] = await Promise.all([read('/trips'), id ? read(`/trips/${id}`) : null]);
    return { rows: all.rows, one };
  },
  view({ rows }) {
    const kept = rows.filter(trip => kindOf(trip) === kind);
    if (kind !== 'coming') kept.reverse();
    return html`
      <div class="title"><h1>My trips</h1><a class="btn btn--go" href="#/find">New trip</a></div>
      <div class="switch" role="group" aria-label="Which trips">${Object.entries(KINDS).map(([key, text]) => html`<button type="button" data-do="turn" data-kind="${key}" aria-pressed="${String(key === kind)}">${text}</button>`)}</div>
      <ul class="trips">${kept.map(row)}</ul>
      ${!kept.length && html`<p>No trips here.</p>`}`;
  },
  panel,
  actions: {
    turn(told, { show }) {
      kind = told.kind;
      return show();
    },
    extend(_, { data: { one: { trip } }, show }) {
      sheet({
        heading: `Keep ${trip.nick} longer`,
        go: 'Save new return',
        body: html`<p class="pale wide">You have the car ${span(trip)}.</p>
          ${field({ name: 'back_day', label: 'New return day', type: 'date', value: trip.ends.slice(0, 10), short: true })}
          ${field({ name: 'back_time', label: 'New return time', type: 'select', options: HALF_HOURS, value: clock(trip.ends), short: true })}`,
        work: async values => {
          await send(`/trips/${trip.id}/extension`, values);
          toast('Your trip is longer now');
          show();
        },
      });
    },
    cancel(_, { data: { one: { trip } }, show }) {
      sheet({
        heading: 'Cancel this trip?',
        go: 'Yes, cancel it',
        back: 'Keep trip',
        danger: true,
        body: html`<p class="wide">${trip.nick}, ${span(trip)}. The car is free for other members then.</p>`,
        work: async () => {
          await send(`/trips/${trip.id}/cancellation`);
          toast('Trip cancelled');
          show();
        },
      });
    },
    note(_, { data: { one: { trip } }, show }) {
      sheet({
        heading: 'Note for this trip',
        go: 'Save note',
        body: field({ name: 'note', label: 'What for', value: trip.note }),
        work: async values => {
          await send(`/trips/${trip.id}/note`, values);
          toast('Note saved');
          show();
        },
      });
    },
  },
};
