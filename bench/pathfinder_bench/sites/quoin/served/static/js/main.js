import { h, fill } from './dom.js';
import { api, get, whenLoggedOut } from './api.js';
import { setToday, today, longDay } from './format.js';
import { go, startRouter } from './router.js';
import { form } from './form.js';
import { toast } from './toast.js';
import * as overview from './views/overview.js';
import * as jobs from './views/jobs.js';
import * as customers from './views/customers.js';
import * as paper from './views/paper.js';
import * as dispatch from './views/dispatch.js';
import * as invoices from './views/invoices.js';

const VIEWS = {
  '': { text: 'Overview', view: overview },
  jobs: { text: 'Job book', view: jobs },
  customers: { text: 'Customers', view: customers },
  paper: { text: 'Paper store', view: paper },
  dispatch: { text: 'Dispatch', view: dispatch },
  invoices: { text: 'Invoices', view: invoices },
};
const app = document.getElementById('app');
let user = null;
let main = null;
let nav = null;
let current = null;
let mounted = null;

function gate() {
  user = current = mounted = main = null;
  document.title = 'Log in · Galloway Press office';
  const made = form({
    fields: [
      { name: 'login', label: 'User name', autocomplete: 'username' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    submit: 'Log in',
    onSubmit: async values => {
      const told = await api('POST', '/session', values);
      enter(told);
    },
  });
  fill(app, h('main', { class: 'gate' }, h('div', { class: 'card' },
    h('p', { class: 'logo' }, 'Galloway Press'), h('h1', {}, 'Office'), made.node)));
  made.fields.login.input.focus();
}

function enter(told) {
  user = told.user;
  setToday(told.today);
  frame();
  show(location.pathname);
}

async function leave() {
  await api('DELETE', '/session');
  history.replaceState({}, '', '/');
  gate();
  toast('You are logged out. See you soon.');
}

function frame() {
  main = h('main', { id: 'main', tabindex: '-1' });
  nav = h('nav', { class: 'side', 'aria-label': 'Main' },
    h('a', { class: 'logo', href: '/' }, 'Galloway Press'),
    h('ul', {}, Object.entries(VIEWS).map(([key, { text }]) => h('li', {}, h('a', { href: `/${key}`, 'data-key': key }, text)))),
    h('div', { class: 'me' }, h('span', {}, user), h('button', { type: 'button', class: 'quiet', onclick: leave }, 'Log out')));
  fill(app, h('a', { class: 'skip', href: '#main', onclick: event => { event.preventDefault(); main.focus(); } }, 'Skip to content'),
    h('div', { class: 'shell' }, nav, h('div', { class: 'work' }, h('header', { class: 'top' }, h('span', {}, longDay(today()))), main)));
  current = mounted = null;
}

async function show(path) {
  if (!user) return;
  const [key, id] = path.split('/').slice(1);
  const known = VIEWS[key];
  if (!known) { go('/', { replace: true }); return; }
  for (const link of nav.querySelectorAll('a[data-key]')) {
    if (link.dataset.key === key) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  try {
    if (current !== key) {
      const first = current === null;
      current = key;
      document.title = `${known.text} · Galloway Press office`;
      mounted = null;
      const made = await known.view.mount(main);
      if (current !== key) return;
      mounted = made;
      if (!first) main.focus({ preventScroll: true });
    }
    await mounted?.select?.(id ?? '');
  } catch (error) {
    if (error.status !== 401) toast(error.message, 'bad');
  }
}

whenLoggedOut(gate);
startRouter(show);
const told = await get('/session');
if (told.user) enter(told); else gate();
