import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field, picks, tick } from '../lib/fields.js';
import { dated, euros } from '../lib/dates.js';
import { sheet } from '../lib/sheet.js';
import { toast } from '../lib/toast.js';

const monthly = tariff => (tariff.monthly ? `${euros(tariff.monthly)} a month` : 'No monthly fee');

const card = each => html`<li class="card">
  <b>${each.number}</b> <span>${each.holder}</span>
  ${each.state === 'active'
    ? html`<span class="tag tag--good">Works</span>
      <button type="button" class="btn btn--small" data-do="pin" data-id="${each.id}">New PIN</button>
      <button type="button" class="btn btn--small btn--danger" data-do="block" data-id="${each.id}">Block</button>`
    : html`<span class="tag tag--bad">Blocked</span><small>${dated(each.blocked_on)}${each.remark && `, ${each.remark}`}</small>`}
</li>`;

const cardOf = ({ cards }, id) => cards.find(each => each.id === Number(id));

export default {
  title: 'Membership',
  load: () => read('/membership'),
  view: ({ member, tariffs, cards }) => html`
    <h1>Membership</h1>
    <div class="tiles tiles--two">
      <section class="box">
        <h2>Tariff</h2>
        <p class="big">${member.tariff}</p>
        <p>${tariffs.find(each => each.name === member.tariff).blurb}</p>
        ${member.tariff_next && html`<p class="hint">From 1 April you are on ${member.tariff_next}.</p>`}
        <div class="feet"><button type="button" class="btn" data-do="tariff">Change tariff</button></div>
      </section>
      <section class="box">
        <h2>Pick-up cards</h2>
        <ul class="plain">${cards.map(card)}</ul>
        <div class="feet"><button type="button" class="btn" data-do="order">Order a card</button></div>
      </section>
      <section class="box">
        <h2>Your details</h2>
        <table class="facts">
          <tr><td>Name</td><td>${member.name}</td></tr>
          <tr><td>E-mail</td><td>${member.email}</td></tr>
          <tr><td>Telephone</td><td>${member.phone}</td></tr>
          <tr><td>Address</td><td>${member.street}</td></tr>
          <tr><td>Home station</td><td>${member.station}</td></tr>
          <tr><td>Newsletter</td><td>${member.newsletter ? 'Yes' : 'No'}</td></tr>
          <tr><td>Member since</td><td>${dated(member.joined)}</td></tr>
        </table>
        <div class="feet"><button type="button" class="btn" data-do="details">Edit details</button></div>
      </section>
    </div>`,
  actions: {
    tariff(_, { data: { member, tariffs }, show }) {
      sheet({
        heading: 'Change tariff',
        go: 'Save tariff',
        body: html`<p class="pale wide">It changes on the first of next month.</p>
          ${picks({ name: 'tariff', label: 'New tariff', value: member.tariff_next || member.tariff, options: tariffs.map(each => [each.name, each.name, `${monthly(each)}. ${each.blurb}`]) })}`,
        work: async values => {
          await send('/membership/tariff', values);
          toast(`${values.tariff} from next month`);
          show();
        },
      });
    },
    block({ id }, { data, show }) {
      const { number, holder } = cardOf(data, id);
      sheet({
        heading: `Block card ${number}?`,
        go: 'Block card',
        danger: true,
        body: html`<p class="wide">The card of ${holder} opens no car any more. This can't be undone.</p>
          ${field({ name: 'remark', label: 'What happened to it', placeholder: 'Optional' })}`,
        work: async values => {
          await send(`/cards/${id}/block`, values);
          toast(`Card ${number} is blocked`);
          show();
        },
      });
    },
    pin({ id }, { data, show }) {
      sheet({
        heading: `New PIN for card ${cardOf(data, id).number}`,
        go: 'Save PIN',
        body: html`${field({ name: 'pin', label: 'New PIN', type: 'password', inputmode: 'numeric', short: true })}
          ${field({ name: 'again', label: 'Once more', type: 'password', inputmode: 'numeric', short: true })}`,
        work: async values => {
          await send(`/cards/${id}/pin`, values);
          toast('PIN changed');
          show();
        },
      });
    },
    order(_, { data: { household }, show }) {
      sheet({
        heading: 'Order a pick-up card',
        go: 'Order',
        body: html`<p class="pale wide">A card costs €10 and comes by post.</p>
          ${field({ name: 'holder', label: 'For', type: 'select', empty: 'Choose', options: household.map(each => [each.id, each.name]) })}`,
        work: async values => {
          const made = await send('/cards', values);
          toast(`Card ${made.number} is on its way`);
          show();
        },
      });
    },
    details(_, { data: { member, stations }, show }) {
      sheet({
        heading: 'Your details',
        go: 'Save details',
        body: html`${field({ name: 'email', label: 'E-mail', type: 'email', value: member.email, short: true })}
          ${field({ name: 'phone', label: 'Telephone', type: 'tel', value: member.phone, short: true })}
          ${field({ name: 'street', label: 'Address', value: member.street })}
          ${field({ name: 'station_id', label: 'Home station', type: 'select', options: stations.map(each => [each.id, each.name]), value: member.station_id })}
          ${tick({ name: 'newsletter', label: 'Send me the newsletter', value: member.newsletter })}`,
        work: async values => {
          await send('/membership/details', values);
          toast('Details saved');
          show();
        },
      });
    },
  },
};
