// Session, routes and the frame around each view.

let user = null;
let school = null;
let turn = 0;

const SECTIONS = [['/timetable', 'Timetable'], ['/pupils', 'Pupils'], ['/instruments', 'Instruments'], ['/waiting-list', 'Waiting list'], ['/recitals', 'Recitals'], ['/staff', 'Staff & rooms']];
const ROUTES = [
  [/^\/$/, timetableView],
  [/^\/timetable(?:\/(\w+))?$/, timetableView],
  [/^\/pupils$/, pupilsView],
  [/^\/pupils\/(\d+)(?:\/(\w+))?$/, pupilView],
  [/^\/instruments$/, instrumentsView],
  [/^\/waiting-list$/, waitingView],
  [/^\/recitals$/, recitalsView],
  [/^\/recitals\/(\d+)$/, recitalView],
  [/^\/staff(?:\/(rooms))?$/, staffView],
];
const root = document.getElementById('app');

function go(path) {
  history.pushState(null, '', path);
  window.scrollTo(0, 0);
  return render();
}

function signedOut() {
  user = null;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  render();
}

function loginView() {
  const alert = el('p', { class: 'alert', role: 'alert', hidden: true });
  const form = el('form', { class: 'card' },
    el('h1', {}, 'Larkhill Music School'), el('p', { class: 'pale' }, 'Sign in to the school office.'), alert,
    el('div', { class: 'field' }, el('label', { for: 'username' }, 'User name'), el('input', { id: 'username', name: 'username', autocomplete: 'username', required: true })),
    el('div', { class: 'field' }, el('label', { for: 'password' }, 'Password'), el('input', { id: 'password', name: 'password', type: 'password', autocomplete: 'current-password', required: true })),
    el('button', { class: 'main' }, 'Sign in'));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    alert.hidden = true;
    try {
      const { username, password } = form.elements;
      user = (await api('POST', '/session', { username: username.value, password: password.value })).user;
      school = await api('GET', '/school');
      await render();
    } catch (error) {
      alert.textContent = error.message;
      alert.hidden = false;
    }
  });
  return el('main', { class: 'gate' }, form);
}

function frame(content) {
  const path = location.pathname === '/' ? '/timetable' : location.pathname;
  return [
    el('header', {}, el('div', { class: 'wide' },
      el('a', { class: 'brand', href: '/' }, 'Larkhill Music School'),
      el('nav', { 'aria-label': 'Main' }, SECTIONS.map(([to, text]) => el('a', { href: to, 'aria-current': path.startsWith(to) ? 'page' : null }, text))),
      el('span', { class: 'me' }, user),
      el('button', { class: 'plain', onclick: async () => { await api('DELETE', '/session'); history.pushState(null, '', '/'); signedOut(); } }, 'Sign out'))),
    el('main', { class: 'wide' }, content),
  ];
}

async function render() {
  const mine = ++turn;
  if (!user) {
    document.title = 'Sign in · Larkhill Music School';
    root.replaceChildren(loginView());
    document.getElementById('username').focus();
    return;
  }
  const [pattern, view] = ROUTES.find(([one]) => one.test(location.pathname)) || [/^/, () => [head('Page not found'), el('p', {}, link('/', 'Back to the timetable'))]];
  let content;
  try {
    content = await view(...pattern.exec(location.pathname).slice(1));
  } catch (error) {
    if (!user) return;
    content = [head('Sorry'), el('p', { class: 'alert', role: 'alert' }, error.message)];
  }
  if (mine !== turn) return;
  root.replaceChildren(...frame(content));
  document.title = root.querySelector('h1').textContent + ' · Larkhill Music School';
}

document.addEventListener('click', event => {
  const anchor = event.target.closest('a[href^="/"]');
  if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(anchor.getAttribute('href'));
});
window.addEventListener('popstate', render);

(async () => {
  user = (await api('GET', '/session')).user;
  if (user) school = await api('GET', '/school');
  await render();
})();
