import { html } from '../lib/html.js';
import { read } from '../lib/http.js';

export default {
  title: 'Stations',
  load: () => read('/stations'),
  view: ({ rows, mine }) => html`
    <h1>Stations</h1>
    <div class="tiles">${rows.map(each => html`<section class="box">
      <h2>${each.name}</h2>${each.id === mine && html`<span class="tag tag--good">Your home station</span>`}
      <p>${each.address} <small>(${each.area})</small></p>
      <p><b>Key:</b> ${each.key_box}</p>
      <p class="hint">${each.hint}</p>
      <p class="pale">Looked after by ${each.warden}, ${each.bays} bays</p>
      <ul>${each.cars.map(car => html`<li><a href="#/cars/${car.id}">${car.nick}</a> ${car.model}</li>`)}</ul>
    </section>`)}</div>`,
};
