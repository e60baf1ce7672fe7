import { html } from '../lib/html.js';
import { read } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { euros } from '../lib/dates.js';
import { bookCar } from '../lib/booking.js';

const wanted = { station: '', kind: '', free_on: '' };
const GLYPHS = { Small: '🚗', Middle: '🚙', Family: '🚐', Van: '🚚' };

const card = car => html`<article class="car">
  <div class="car__pic" aria-hidden="true">${GLYPHS[car.kind]}</div>
  <div class="car__words">
    <h3><a href="#/cars/${car.id}">${car.nick}</a></h3>
    <p>${car.model}</p>
    <p class="pale">${car.station} · ${car.kind} · ${car.fuel} · ${car.seats} seats${car.dogs ? ' · dogs welcome' : ''}</p>
  </div>
  <div class="car__end">
    <span>${euros(car.hourly)} an hour</span>
    ${car.state === 'ready' ? html`<button type="button" class="btn btn--go" data-do="book" data-id="${car.id}">Book</button>` : html`<span class="tag tag--bad">In repair</span>`}
  </div>
</article>`;

export default {
  title: 'Find a car',
  load: () => read(`/cars?${new URLSearchParams(wanted)}`),
  view: ({ rows, all, kinds, stations }) => html`
    <h1>Find a car</h1>
    <form class="strip" data-form="filter">
      ${field({ name: 'station', label: 'Station', type: 'select', empty: 'All stations', options: stations.map(each => [each.id, each.name]), value: wanted.station })}
      ${field({ name: 'kind', label: 'Size', type: 'select', empty: 'Any', options: kinds, value: wanted.kind })}
      ${field({ name: 'free_on', label: 'Free all day on', type: 'date', value: wanted.free_on })}
      <div class="feet"><button class="btn btn--go">Show</button><button type="button" class="btn btn--bare" data-do="reset">Show all</button></div>
    </form>
    <p class="pale">${rows.length} of ${all} cars</p>
    <div class="cars">${rows.map(card)}</div>
    ${!rows.length && html`<p>No car fits. Try another day or station.</p>`}`,
  actions: {
    book: ({ id }, { data }) => bookCar(data.rows.find(car => car.id === Number(id))),
    reset: (_, { show }) => { Object.assign(wanted, { station: '', kind: '', free_on: '' }); return show(); },
  },
  forms: {
    filter: (values, { show }) => { Object.assign(wanted, values); return show(); },
  },
};
