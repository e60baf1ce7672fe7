import { html } from './lib/html.js';
import { read, send } from './lib/http.js';
import { setNow } from './lib/dates.js';
import { field, submitted } from './lib/fields.js';
import { toast } from './lib/toast.js';
import home from './pages/home.js';
import find from './pages/find.js';
import car from './pages/car.js';
import trips from './pages/trips.js';
import log from './pages/log.js';
import bills from './pages/bills.js';
import bill from './pages/bill.js';
import messages from './pages/messages.js';
import membership from './pages/membership.js';
import stations from './pages/stations.js';
import damage from './pages/damage.js';
import friends from './pages/friends.js';
import rules from './pages/rules.js';

/** First part of the hash -> the page, and the one that it turns into when a number follows. */
const PAGES = {
  '': [home], find: [find], cars: [find, car], trips: [trips, trips], fuel: [log], bills: [bills, bill],
  messages: [messages, messages], membership: [membership], stations: [stations], damage: [damage],
  friends: [friends], rules: [rules],
};
const LINKS = [['find', 'Find a car'], ['trips', 'My trips'], ['fuel', 'Fuel & km'], ['bills', 'Bills'], ['messages', 'Messages'], ['membership', 'Membership']];
const MORE = [['stations', 'Stations'], ['damage', 'Damage'], ['friends', 'Invite friends'], ['rules', 'House rules']];

const bar = document.getElementById('bar');
const nav = bar.querySelector('nav');
const view = document.getElementById('view');
const drawer = document.getElementById('drawer');
let member = null;
let shown = { page: null, data: null };
let turn = 0;

const link = ([key, text]) => html`<a href="#/${key}" data-page="${key}">${text}${key === 'messages' && html` <i class="count" hidden></i>`}</a>`;

function drawBar() {
  nav.innerHTML = html`${LINKS.map(link)}
    <div class="more"><button type="button" class="more__knob" aria-expanded="false">More ▾</button>
    <div class="more__list" hidden>${MORE.map(link)}</div></div>`;
  bar.querySelector('.bar__name').textContent = member;
  bar.hidden = false;
}

function openMore(open) {
  const knob = nav.querySelector('.more__knob');
  if (!knob) return;
  knob.setAttribute('aria-expanded', String(open));
  nav.querySelector('.more__list').hidden = !open;
}

function count(unread) {
  const dot = nav.querySelector('.count');
  dot.textContent = unread;
  dot.hidden = !unread;
}

const place = () => location.hash.replace(/^#\/?/, '').split('/');

/** Show what the address says; read anew. */
async function show() {
  if (!member) return;
  const mine = ++turn;
  const [key, id] = place();
  const [plain, single] = PAGES[key] ?? [];
  const page = id && single ? single : plain;
  if (!page) { location.hash = '#/'; return; }
  openMore(false);
  try {
    const data = await page.load(id);
    if (mine !== turn) return;
    const moved = shown.page !== page;
    shown = { page, data };
    view.innerHTML = page.view(data);
    const panel = page.panel?.(data);
    drawer.hidden = !panel;
    drawer.innerHTML = panel ?? '';
    document.title = `${page.title} – Tailback car club`;
    for (const each of nav.querySelectorAll('a')) each.classList.toggle('on', each.dataset.page === key);
    if (moved) { scrollTo(0, 0); view.focus({ preventScroll: true }); }
    if (panel) drawer.querySelector('h2')?.focus();
    if (data.unread !== undefined) count(data.unread);
  } catch (problem) {
    if (problem.status !== 401) toast(problem.message, true);
  }
}

const context = () => ({ data: shown.data, show });

async function act(element) {
  const { page } = shown;
  try {
    await page.actions[element.dataset.do](element.dataset, context());
  } catch (problem) {
    toast(problem.message, true);
  }
}

document.addEventListener('click', event => {
  const pressed = event.target.closest('[data-do]');
  if (pressed && pressed.tagName === 'BUTTON') act(pressed);
  const knob = event.target.closest('.more__knob');
  openMore(Boolean(knob) && knob.getAttribute('aria-expanded') !== 'true');
});
document.addEventListener('submit', async event => {
  const form = event.target.closest('form[data-form]');
  if (!form) return;
  event.preventDefault();
  await submitted(form, values => shown.page.forms[form.dataset.form](values, context(), form.dataset));
});
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
  openMore(false);
  if (!drawer.hidden) location.hash = `#/${place()[0]}`;
});

const door = {
  forms: {
    async login(values) { enter(await send('/login', values)); },
  },
};

function drawDoor() {
  member = null;
  turn += 1;
  shown = { page: door, data: {} };
  bar.hidden = true;
  drawer.hidden = true;
  document.title = 'Sign in – Tailback car club';
  view.innerHTML = html`<div class="door">
    <div class="door__words"><p class="bar__brand">tail<b>back</b></p><p>Fourteen cars, six stations, one club. Ballycarrow shares since 2019.</p></div>
    <form class="box" data-form="login" novalidate>
      <h1>Members' sign-in</h1>
      ${field({ name: 'login', label: 'Username', autocomplete: 'username' })}
      ${field({ name: 'secret', label: 'Password', type: 'password', autocomplete: 'current-password' })}
      <div class="feet"><button class="btn btn--go">Sign in</button></div>
      <small>Forgotten your password? Ring the office on 021 496 0100.</small>
    </form></div>`;
}

function enter(told) {
  setNow(told.now);
  member = told.member;
  drawBar();
  count(told.unread);
  show();
}

document.getElementById('sign-out').addEventListener('click', async () => {
  await send('/logout');
  history.replaceState(null, '', '#/');
  drawDoor();
  toast('You are signed out. Drive safely.');
});
addEventListener('hashchange', show);
addEventListener('signed-out', drawDoor);
const told = await read('/me');
if (told.member) enter(told); else drawDoor();
