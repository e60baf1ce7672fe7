import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field, picks } from '../lib/fields.js';
import { dated } from '../lib/dates.js';
import { sheet } from '../lib/sheet.js';
import { toast } from '../lib/toast.js';

export default {
  title: 'Damage',
  load: () => read('/damages'),
  view: ({ rows, mine }) => html`
    <div class="title"><h1>Damage</h1><button type="button" class="btn btn--go" data-do="report">Report damage</button></div>
    <p class="pale">Look here before you set off: what is on this list need not be reported again.</p>
    <table class="rows">
      <thead><tr><th>Day</th><th>Car</th><th>Where</th><th>What</th><th>Reported by</th><th>State</th></tr></thead>
      <tbody>${rows.map(each => html`<tr><td>${dated(each.day)}</td><td>${each.nick}</td><td>${each.part}</td><td>${each.story}</td>
        <td>${each.member_id === mine ? 'You' : each.author}</td><td>${each.state}</td></tr>`)}</tbody>
    </table>`,
  actions: {
    report(_, { data: { cars, parts }, show }) {
      sheet({
        heading: 'Report damage',
        go: 'Send report',
        body: html`${field({ name: 'car', label: 'Car', type: 'select', empty: 'Choose', options: cars.map(car => [car.id, `${car.nick} (${car.model})`]), short: true })}
          ${field({ name: 'part', label: 'Where', type: 'select', empty: 'Choose', options: parts, short: true })}
          ${field({ name: 'story', label: 'What do you see?', type: 'area' })}
          ${picks({ name: 'drivable', label: 'Can the car be driven?', options: [['yes', 'Yes'], ['no', 'No, keep it off the road']] })}`,
        work: async values => {
          await send('/damages', values);
          toast('Thank you, the workshop knows');
          show();
        },
      });
    },
  },
};
