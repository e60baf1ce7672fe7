import { html } from '../lib/html.js';
import { read } from '../lib/http.js';
import { dated, euros, span } from '../lib/dates.js';
import { bookCar } from '../lib/booking.js';

const yes = flag => (flag ? 'Yes' : 'No');

export default {
  title: 'Car',
  load: id => read(`/cars/${id}`),
  view: ({ car, damages, taken }) => html`
    <p><a href="#/find">← All cars</a></p>
    <div class="title"><h1>${car.nick}</h1>
      ${car.state === 'ready' ? html`<button type="button" class="btn btn--go" data-do="book">Book this car</button>` : html`<span class="tag tag--bad">In repair</span>`}</div>
    <div class="tiles">
      <section class="box">
        <h2>${car.model}</h2>
        <table class="facts">
          <tr><td>Number plate</td><td>${car.plate}</td></tr>
          <tr><td>Stands at</td><td>${car.station}, ${car.area}</td></tr>
          <tr><td>Runs on</td><td>${car.fuel}</td></tr>
          <tr><td>Gearbox</td><td>${car.gearbox}</td></tr>
          <tr><td>Seats</td><td>${car.seats}</td></tr>
          <tr><td>Tow bar</td><td>${yes(car.tow)}</td></tr>
          <tr><td>Dogs allowed</td><td>${yes(car.dogs)}</td></tr>
          <tr><td>Price</td><td>${euros(car.hourly)} an hour</td></tr>
        </table>
        ${car.remark && html`<p class="hint">${car.remark}</p>`}
      </section>
      <section class="box">
        <h2>Taken</h2>
        <ul>${taken.map(each => html`<li>${span(each)}${each.mine ? ' (you)' : ''}</li>`)}</ul>
        ${!taken.length && html`<p>Free for the next weeks.</p>`}
      </section>
      <section class="box">
        <h2>Known damage</h2>
        <ul>${damages.map(each => html`<li><b>${each.part}</b>: ${each.story} <small>${each.author}, ${dated(each.day)}, ${each.state}</small></li>`)}</ul>
        ${!damages.length && html`<p>None that we know of.</p>`}
      </section>
    </div>`,
  actions: {
    book: (_, { data }) => bookCar(data.car),
  },
};
