import { html } from '../lib/html.js';
import { read, send } from '../lib/http.js';
import { field } from '../lib/fields.js';
import { dated } from '../lib/dates.js';
import { sheet } from '../lib/sheet.js';
import { toast } from '../lib/toast.js';

const item = (each, open) => html`<li class="${!each.seen && 'fresh'} ${each.id === open && 'on'}">
  <a href="#/messages/${each.id}">${each.subject}</a><small>${each.sender} · ${dated(each.day)}</small></li>`;

const letter = ({ message, letters }) => html`<article class="box">
  <h2>${message.subject}</h2>
  <p class="pale">${message.sender}, ${dated(message.day)}</p>
  <p>${message.body}</p>
  ${letters.map(each => html`<blockquote><p>${each.body}</p><small>You, ${dated(each.day)}</small></blockquote>`)}
  <form data-form="reply" data-id="${message.id}" novalidate>
    ${field({ name: 'body', label: 'Your reply', type: 'area' })}
    <div class="feet"><button class="btn btn--go">Send reply</button></div>
  </form>
</article>`;

export default {
  title: 'Messages',
  async load(id) {
    const one = id ? await read(`/messages/${id}`) : null;
    const told = id ? await send(`/messages/${id}/seen`) : {};
    return { ...(await read('/messages')), one, unread: told.unread };
  },
  view: ({ rows, sent, one }) => html`
    <div class="title"><h1>Messages</h1><button type="button" class="btn" data-do="write">Write to the club</button></div>
    <div class="post">
      <div><ul class="post__list">${rows.map(each => item(each, one?.message.id))}</ul>
        <details><summary>Sent by you (${sent.length})</summary><ul>${sent.map(each => html`<li><b>${each.subject}</b>, ${dated(each.day)}: ${each.body}</li>`)}</ul></details></div>
      ${one ? letter(one) : html`<p class="pale">Choose a message to read it.</p>`}
    </div>`,
  actions: {
    write(_, { show }) {
      sheet({
        heading: 'Write to the club',
        go: 'Send',
        body: html`${field({ name: 'subject', label: 'Subject' })}${field({ name: 'body', label: 'Message', type: 'area' })}`,
        work: async values => {
          await send('/letters', values);
          toast('Sent. We answer within two days.');
          show();
        },
      });
    },
  },
  forms: {
    async reply(values, { show }, { id }) {
      await send('/letters', { ...values, message_id: id });
      toast('Reply sent');
      show();
    },
  },
};
