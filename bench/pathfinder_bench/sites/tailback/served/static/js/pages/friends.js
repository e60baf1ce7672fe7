import { html } from '../lib/html.js';
import { read, remove, send } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { dated } from '../lib/dates.js';
import { toast } from '../lib/toast.js';

const STATES = { sent: 'Waiting', joined: 'Joined', expired: 'Expired' };

export default {
  title: 'Invite friends',
  load: () => read('/friends'),
  view: ({ rows, most }) => html`
    <h1>Invite friends</h1>
    <div class="tiles tiles--two">
      <section class="box">
        <h2>New invitation</h2>
        <p class="pale">Whoever joins gets €20 of driving, and so do you. Up to ${most} open invitations.</p>
        <form data-form="invite" class="fields" novalidate>
          ${field({ name: 'name', label: "Friend's name" })}
          ${field({ name: 'email', label: "Friend's e-mail", type: 'email' })}
          ${field({ name: 'greeting', label: 'A few words from you', type: 'area', placeholder: 'Optional' })}
          <div class="feet"><button class="btn btn--go">Send invitation</button></div>
        </form>
      </section>
      <section class="box">
        <h2>Invited so far</h2>
        <ul class="plain">${rows.map(each => html`<li class="card"><b>${each.name}</b> <span>${each.email}</span>
          <span class="tag">${STATES[each.state]}</span> <small>${dated(each.day)}</small>
          ${each.state === 'sent' && html`<button type="button" class="btn btn--small" title="Withdraw" data-do="withdraw" data-id="${each.id}">✕</button>`}</li>`)}</ul>
      </section>
    </div>`,
  actions: {
    async withdraw({ id }, { show }) {
      await remove(`/friends/${id}`);
      toast('Invitation withdrawn');
      show();
    },
  },
  forms: {
    async invite(values, { show }) {
      await send('/friends', values);
      toast(`${values.name} gets an e-mail from us`);
      show();
    },
  },
};
