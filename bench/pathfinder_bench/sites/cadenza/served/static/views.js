// Each view returns the content of <main>, or a promise of it.

const small = (text, onclick) => el('button', { type: 'button', class: 'small', onclick }, text);
const link = (path, text) => el('a', { href: path }, text);
const fullName = pupil => pupil.first_name + ' ' + pupil.last_name;
const pupilOptions = pupils => pupils.map(pupil => [pupil.id, fullName(pupil)]);
const named = names => names.map(name => [name, name]);

function head(title, ...actions) {
  return el('div', { class: 'head' }, el('h1', { tabindex: -1 }, title), el('div', { class: 'actions' }, actions));
}

function tabs(label, entries, current, pick) {
  const list = el('div', { role: 'tablist', class: 'tabs', 'aria-label': label });
  for (const [key, text] of entries) {
    list.append(el('button', {
      type: 'button', role: 'tab', id: 'tab-' + key, 'aria-controls': 'panel',
      'aria-selected': String(key === current), tabindex: key === current ? 0 : -1, onclick: () => pick(key),
    }, text));
  }
  list.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...list.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
  });
  return list;
}

const panel = (key, ...content) => el('section', { role: 'tabpanel', id: 'panel', 'aria-labelledby': 'tab-' + key }, content);

// Lessons -------------------------------------------------------------------

function times() {
  const found = [];
  for (let minutes = 9 * 60; minutes < 20 * 60; minutes += 15) found.push(plus('00:00', minutes));
  return named(found);
}

function lessonFields() {
  return [
    { name: 'day', label: 'Day', type: 'select', options: Object.entries(school.days), empty: 'Choose…', required: true },
    { name: 'start', label: 'Start', type: 'select', options: times(), empty: 'Choose…', required: true },
    { name: 'minutes', label: 'Length', type: 'select', options: school.lengths.map(n => [n, n + ' minutes']), required: true },
    { name: 'teacher_id', label: 'Teacher', type: 'select', options: school.teachers.map(t => [t.id, `${t.name} (${t.instruments.split(';').join(', ')})`]), empty: 'Choose…', required: true },
    { name: 'room_id', label: 'Room', type: 'select', options: school.rooms.map(r => [r.id, r.name]), empty: 'Choose…', required: true },
  ];
}

function changeLesson(lesson) {
  openForm({
    title: 'Change lesson',
    intro: `${lesson.pupil}, ${lesson.instrument.toLowerCase()}`,
    fields: lessonFields(),
    values: lesson,
    save: values => api('PUT', '/lessons/' + lesson.id, values),
    done: () => { toast(`The lesson of ${lesson.pupil} has been changed.`); return render(); },
  });
}

async function newLesson(pupil, day) {
  const pupils = await api('GET', '/pupils');
  openForm({
    title: 'Add lesson',
    fields: [{ name: 'pupil_id', label: 'Pupil', type: 'select', options: pupilOptions(pupils), empty: 'Choose…', required: true }, ...lessonFields()],
    values: { pupil_id: pupil, day },
    save: values => api('POST', '/lessons', values),
    done: () => { toast('The lesson is on the timetable.'); return render(); },
  });
}

function endLesson(lesson) {
  askFirst('End lessons?', `${lesson.pupil} will have no more lessons on ${school.days[lesson.day]}s at ${lesson.start}.`, 'End lessons', async () => {
    await api('DELETE', '/lessons/' + lesson.id);
    toast('The lesson has been taken off the timetable.');
    await render();
  });
}

async function timetableView(day) {
  const weekday = new Date(school.today + 'T12:00').toLocaleDateString('en-GB', { weekday: 'short' });
  const current = school.days[day] ? day : weekday;
  const lessons = (await api('GET', '/lessons')).filter(lesson => lesson.day === current);
  return [
    head('Timetable', el('button', { class: 'main', onclick: () => newLesson(null, current) }, 'Add lesson')),
    tabs('Day', Object.entries(school.days), current, key => go('/timetable/' + key)),
    panel(current, table(['Time', 'Pupil', 'Instrument', 'Teacher', 'Room', ''], lessons.map(lesson => el('tr', {},
      el('td', {}, `${lesson.start}–${plus(lesson.start, lesson.minutes)}`),
      el('td', {}, link('/pupils/' + lesson.pupil_id, lesson.pupil)),
      el('td', {}, lesson.instrument), el('td', {}, lesson.teacher), el('td', {}, lesson.room),
      el('td', { class: 'right' }, small('Change', () => changeLesson(lesson)), small('End', () => endLesson(lesson))))),
    'No lessons on this day.')),
  ];
}

// Pupils --------------------------------------------------------------------

function pupilFields() {
  return [
    { name: 'first_name', label: 'First name', required: true },
    { name: 'last_name', label: 'Last name', required: true },
    { name: 'born', label: 'Date of birth', type: 'date', required: true },
    { name: 'instrument', label: 'Instrument', type: 'select', options: named(school.instruments), empty: 'Choose…', required: true },
    { name: 'grade', label: 'Grade', type: 'number', min: 0, max: 8 },
    { name: 'contact', label: 'Contact person', required: true },
    { name: 'phone', label: 'Phone', type: 'tel', required: true },
    { name: 'email', label: 'E-mail', type: 'email' },
    { name: 'notes', label: 'Notes', type: 'textarea' },
    { name: 'photos', label: 'May be photographed', type: 'checkbox' },
  ];
}

function newPupil() {
  openForm({
    title: 'Add pupil', fields: pupilFields(), values: { grade: 0 },
    save: values => api('POST', '/pupils', values),
    done: answer => { toast('The pupil has been added.'); return go('/pupils/' + answer.id); },
  });
}

async function pupilsView() {
  const pupils = await api('GET', '/pupils');
  const search = el('input', { type: 'search', id: 'q', placeholder: 'Name or contact' });
  const instrument = select({ id: 'by-instrument' }, named([...new Set(pupils.map(p => p.instrument))].sort()), '', 'All instruments');
  const hiring = el('input', { type: 'checkbox', id: 'hiring' });
  const body = el('tbody');
  const count = el('p', { class: 'pale', 'aria-live': 'polite' });
  const columns = [['last_name', 'Name'], ['instrument', 'Instrument'], ['grade', 'Grade'], ['teacher', 'Teacher'], ['contact', 'Contact'], ['phone', 'Phone']];
  let sorted = 'last_name', down = false;

  const heads = columns.map(([key, text]) => el('th', { scope: 'col' }, key === 'contact' || key === 'phone' ? text
    : el('button', { type: 'button', class: 'sort', onclick: () => { down = sorted === key && !down; sorted = key; show(); } }, text)));
  function show() {
    const words = search.value.trim().toLowerCase();
    const shown = pupils.filter(p => (fullName(p) + ' ' + p.contact).toLowerCase().includes(words)
      && (!instrument.value || p.instrument === instrument.value) && (!hiring.checked || p.hiring));
    shown.sort((a, b) => String(a[sorted] || '').localeCompare(String(b[sorted] || '')) * (down ? -1 : 1));
    heads.forEach((cell, n) => {
      if (columns[n][0] === sorted) cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else cell.removeAttribute('aria-sort');
    });
    body.replaceChildren(...shown.map(p => el('tr', {},
      el('td', {}, link('/pupils/' + p.id, `${p.last_name}, ${p.first_name}`)), el('td', {}, p.instrument), el('td', {}, String(p.grade)),
      el('td', {}, p.teacher || '–'), el('td', {}, p.contact), el('td', { class: 'nowrap' }, p.phone))));
    if (!shown.length) body.append(el('tr', {}, el('td', { class: 'pale', colspan: 6 }, 'No pupil fits.')));
    count.textContent = `${shown.length} of ${pupils.length} pupils`;
  }
  for (const input of [search, instrument, hiring]) input.addEventListener('input', show);
  show();
  return [
    head('Pupils', el('button', { class: 'main', onclick: newPupil }, 'Add pupil')),
    el('div', { class: 'filters' },
      el('div', {}, el('label', { for: 'q' }, 'Search'), search),
      el('div', {}, el('label', { for: 'by-instrument' }, 'Instrument'), instrument),
      el('div', { class: 'tick' }, hiring, el('label', { for: 'hiring' }, 'Hires an instrument'))),
    el('div', { class: 'card scroll' }, el('table', {}, el('thead', {}, el('tr', {}, heads)), body)), count,
  ];
}

async function pupilView(key, tab = 'details') {
  const pupil = await api('GET', '/pupils/' + key);
  const lists = {
    details: () => [
      el('dl', { class: 'card' }, [
        ['Date of birth', shortDate(pupil.born)], ['Instrument', pupil.instrument], ['Grade', pupil.grade], ['Contact', pupil.contact],
        ['Phone', pupil.phone], ['E-mail', pupil.email || '–'], ['Photographs', pupil.photos ? 'allowed' : 'not allowed'], ['Notes', pupil.notes || '–'],
      ].map(([name, text]) => [el('dt', {}, name), el('dd', {}, String(text))])),
      el('button', { class: 'main', onclick: () => openForm({
        title: 'Edit pupil', fields: pupilFields(), values: pupil,
        save: values => api('PUT', '/pupils/' + key, values),
        done: () => { toast('The details have been saved.'); return render(); },
      }) }, 'Edit details'),
    ],
    lessons: () => [
      table(['Day', 'Time', 'Teacher', 'Room', ''], pupil.lessons.map(lesson => el('tr', {},
        el('td', {}, school.days[lesson.day]), el('td', {}, `${lesson.start}–${plus(lesson.start, lesson.minutes)}`),
        el('td', {}, lesson.teacher), el('td', {}, lesson.room),
        el('td', { class: 'right' }, small('Change', () => changeLesson(lesson)), small('End', () => endLesson(lesson))))), 'No lessons yet.'),
      el('button', { class: 'main', onclick: () => newLesson(pupil.id) }, 'Add lesson'),
    ],
    hire: () => table(['Instrument', 'Since', 'Until', 'Monthly fee', 'Deposit', 'Returned'], pupil.hires.map(hire => el('tr', {},
      el('td', {}, `${hire.tag} ${hire.kind} ${hire.size}`), el('td', {}, shortDate(hire.since)), el('td', {}, shortDate(hire.until)),
      el('td', {}, '£' + hire.fee), el('td', {}, hire.deposit ? 'received' : 'open'), el('td', {}, shortDate(hire.returned)))), 'Nothing on hire so far.'),
    recitals: () => table(['Recital', 'Date', 'Piece', 'Composer'], pupil.pieces.map(piece => el('tr', {},
      el('td', {}, link('/recitals/' + piece.recital_id, piece.title)), el('td', {}, shortDate(piece.day)), el('td', {}, piece.piece), el('td', {}, piece.composer))), 'Not in any programme.'),
  };
  const current = lists[tab] ? tab : 'details';
  return [
    el('p', { class: 'back' }, link('/pupils', '← All pupils')),
    head(fullName(pupil)),
    tabs('Pupil', [['details', 'Details'], ['lessons', 'Lessons'], ['hire', 'Hire'], ['recitals', 'Recitals']], current,
      next => go(`/pupils/${key}` + (next === 'details' ? '' : '/' + next))),
    panel(current, lists[current]()),
  ];
}

// Instruments ---------------------------------------------------------------

async function hireOut(thing) {
  const pupils = await api('GET', '/pupils');
  openForm({
    title: `Hire out ${thing.tag}`,
    intro: `${thing.kind} ${thing.size}, ${thing.make}. £${thing.fee} a month.`,
    fields: [
      { name: 'pupil_id', label: 'Pupil', type: 'select', options: pupilOptions(pupils), empty: 'Choose…', required: true },
      { name: 'since', label: 'Hired from', type: 'date', required: true },
      { name: 'until', label: 'Hired until', type: 'date', required: true },
      { name: 'deposit', label: 'Deposit received', type: 'checkbox' },
    ],
    values: { since: school.today },
    submit: 'Save hire',
    save: values => api('POST', '/hires', { ...values, instrument_id: thing.id }),
    done: () => { toast(`${thing.tag} is on hire now.`); return render(); },
  });
}

function takeBack(thing) {
  openForm({
    title: `Take back ${thing.tag}`,
    intro: `Hired by ${thing.pupil}.`,
    fields: [
      { name: 'returned', label: 'Returned on', type: 'date', required: true },
      { name: 'condition', label: 'Condition', type: 'select', options: named(school.conditions), required: true },
    ],
    values: { returned: school.today, condition: thing.condition },
    submit: 'Confirm return',
    save: values => api('PUT', `/hires/${thing.hire_id}/return`, values),
    done: () => { toast(`${thing.tag} has been returned.`); return render(); },
  });
}

const filter = { kind: '', free: false };

async function instrumentsView() {
  const things = await api('GET', '/instruments');
  const kind = select({ id: 'kind' }, named([...new Set(things.map(t => t.kind))].sort()), filter.kind, 'All kinds');
  const free = el('input', { type: 'checkbox', id: 'free' });
  free.checked = filter.free;
  const place = el('div');
  const status = thing => thing.repair ? 'At the repairer' : thing.hire_id ? 'On hire' : 'Available';
  function show() {
    Object.assign(filter, { kind: kind.value, free: free.checked });
    const shown = things.filter(t => (!kind.value || t.kind === kind.value) && (!free.checked || status(t) === 'Available'));
    place.replaceChildren(table(['No.', 'Instrument', 'Size', 'Make', 'Monthly fee', 'Condition', 'Status', 'Hired by', 'Until', ''], shown.map(thing => el('tr', {},
      el('td', { class: 'nowrap' }, thing.tag), el('td', {}, thing.kind), el('td', {}, thing.size || '–'), el('td', {}, thing.make), el('td', {}, '£' + thing.fee), el('td', {}, thing.condition),
      el('td', {}, el('span', { class: 'badge ' + status(thing).split(' ')[0].toLowerCase() }, status(thing))),
      el('td', {}, thing.pupil ? link('/pupils/' + thing.pupil_id + '/hire', thing.pupil) : ''), el('td', { class: 'nowrap' }, thing.hire_id ? shortDate(thing.until) : ''),
      el('td', { class: 'right' }, status(thing) === 'Available' ? small('Hire out', () => hireOut(thing)) : null, thing.hire_id ? small('Take back', () => takeBack(thing)) : null))),
    'No instrument fits.'));
  }
  kind.addEventListener('change', show);
  free.addEventListener('change', show);
  show();
  return [
    head('Instruments'),
    el('div', { class: 'filters' }, el('div', {}, el('label', { for: 'kind' }, 'Kind'), kind),
      el('div', { class: 'tick' }, free, el('label', { for: 'free' }, 'Available only'))),
    place,
  ];
}

// Waiting list --------------------------------------------------------------

function applicantForm(title, submit, values, save, done) {
  openForm({
    title, submit, values, save, done,
    fields: [
      { name: 'name', label: 'Name', required: true },
      { name: 'age', label: 'Age', type: 'number', min: 4, max: 99, required: true },
      { name: 'instrument', label: 'Instrument', type: 'select', options: named(school.instruments), empty: 'Choose…', required: true },
      { name: 'contact', label: 'Contact person', required: true },
      { name: 'phone', label: 'Phone', type: 'tel', required: true },
      { name: 'days', label: 'Preferred days', type: 'days' },
      { name: 'note', label: 'Note', type: 'textarea' },
    ],
  });
}

function offerPlace(applicant) {
  openForm({
    title: `Offer ${applicant.name} a place`,
    intro: `${applicant.instrument}. Prefers: ${applicant.days || 'any day'}.`,
    fields: [{ name: 'born', label: 'Date of birth', type: 'date', required: true }, ...lessonFields()],
    submit: 'Enrol',
    save: values => api('POST', `/waiting/${applicant.id}/enrol`, values),
    done: answer => { toast(`${applicant.name} is a pupil now.`); return go('/pupils/' + answer.id + '/lessons'); },
  });
}

async function waitingView() {
  const list = await api('GET', '/waiting');
  return [
    head('Waiting list', el('button', { class: 'main', onclick: () => applicantForm('Add applicant', 'Add to list', {},
      values => api('POST', '/waiting', values),
      answer => { toast(`Added to the waiting list as number ${answer.place}.`); return render(); }) }, 'Add applicant')),
    el('p', { class: 'pale' }, 'In the order in which people asked.'),
    table(['', 'Name', 'Age', 'Instrument', 'Contact', 'Phone', 'Days', 'Since', 'Note', ''], list.map((one, n) => el('tr', {},
      el('td', {}, String(n + 1)), el('td', {}, one.name), el('td', {}, String(one.age)), el('td', {}, one.instrument), el('td', {}, one.contact), el('td', { class: 'nowrap' }, one.phone),
      el('td', {}, one.days || 'any'), el('td', { class: 'nowrap' }, shortDate(one.since)), el('td', {}, one.note),
      el('td', { class: 'right' },
        small('Offer place', () => offerPlace(one)),
        small('Edit', () => applicantForm('Edit applicant', 'Save', one, values => api('PUT', '/waiting/' + one.id, values), () => { toast('The entry has been saved.'); return render(); })),
        small('Remove', () => askFirst('Remove from the waiting list?', `${one.name} will lose the place in the queue.`, 'Remove', async () => {
          await api('DELETE', '/waiting/' + one.id);
          toast(`${one.name} is no longer on the list.`);
          await render();
        }))))), 'Nobody is waiting.'),
  ];
}

// Recitals ------------------------------------------------------------------

async function recitalsView() {
  const list = await api('GET', '/recitals');
  return [
    head('Recitals'),
    el('div', { class: 'cards' }, list.map(one => el('article', { class: 'card' },
      el('h2', {}, link('/recitals/' + one.id, one.title)),
      el('p', {}, `${shortDate(one.day)}, ${one.time}`), el('p', {}, one.place),
      el('p', { class: 'pale' }, `${one.pieces} pieces, ${one.minutes} minutes`)))),
  ];
}

async function pieceForm(title, values, save, done) {
  const pupils = await api('GET', '/pupils');
  openForm({
    title, values, save, done,
    fields: [
      { name: 'pupil_id', label: 'Performer', type: 'select', options: pupilOptions(pupils), empty: 'Choose…', required: true },
      { name: 'piece', label: 'Piece', required: true },
      { name: 'composer', label: 'Composer', required: true },
      { name: 'minutes', label: 'Duration (minutes)', type: 'number', required: true },
      { name: 'accompanist_id', label: 'Accompanist', type: 'select', options: school.teachers.map(t => [t.id, t.name]), empty: 'None' },
    ],
  });
}

async function recitalView(key) {
  const recital = await api('GET', '/recitals/' + key);
  const move = async (item, direction) => {
    try { await api('PUT', `/items/${item.id}/move`, { direction }); } catch (error) { toast(error.message, true); }
    await render();
  };
  const last = recital.items.length - 1;
  return [
    el('p', { class: 'back' }, link('/recitals', '← All recitals')),
    head(recital.title, recital.open ? el('button', { class: 'main', onclick: () => pieceForm('Add a piece', {},
      values => api('POST', `/recitals/${key}/items`, values),
      () => { toast('The piece is on the programme.'); return render(); }) }, 'Add a piece') : null),
    el('p', {}, `${shortDate(recital.day)}, ${recital.time}, ${recital.place}. `,
      el('span', { class: 'badge ' + (recital.open ? 'available' : 'at') }, recital.open ? `Entries until ${shortDate(recital.closes)}` : `Entries closed on ${shortDate(recital.closes)}`)),
    table(['', 'Performer', 'Instrument', 'Piece', 'Composer', 'Minutes', 'Accompanist', ''], recital.items.map((item, n) => el('tr', {},
      el('td', {}, String(n + 1)), el('td', {}, link('/pupils/' + item.pupil_id, item.pupil)), el('td', {}, item.instrument), el('td', {}, item.piece), el('td', {}, item.composer),
      el('td', {}, String(item.minutes)), el('td', {}, item.accompanist || '–'),
      el('td', { class: 'right' }, !recital.open ? null : [
        el('button', { class: 'small', type: 'button', 'aria-label': `Move ${item.piece} up`, disabled: n === 0, onclick: () => move(item, 'up') }, '↑'),
        el('button', { class: 'small', type: 'button', 'aria-label': `Move ${item.piece} down`, disabled: n === last, onclick: () => move(item, 'down') }, '↓'),
        small('Edit', () => pieceForm('Edit piece', item, values => api('PUT', '/items/' + item.id, values), () => { toast('The piece has been saved.'); return render(); })),
        small('Withdraw', () => askFirst('Withdraw this piece?', `${item.pupil} will not play ${item.piece}.`, 'Withdraw', async () => {
          await api('DELETE', '/items/' + item.id);
          toast('The piece has been withdrawn.');
          await render();
        })),
      ]))), 'The programme is still empty.'),
  ];
}

// Staff and rooms -----------------------------------------------------------

function staffView(tab = 'teachers') {
  const current = tab === 'rooms' ? 'rooms' : 'teachers';
  const days = text => text.split(' ').join(', ');
  return [
    head('Staff and rooms'),
    tabs('Staff and rooms', [['teachers', 'Teachers'], ['rooms', 'Rooms']], current, key => go(key === 'rooms' ? '/staff/rooms' : '/staff')),
    panel(current, current === 'teachers'
      ? table(['Name', 'Teaches', 'Days', 'Phone', 'E-mail'], school.teachers.map(t => el('tr', {},
        el('td', {}, t.name), el('td', {}, t.instruments.split(';').join(', ')), el('td', {}, days(t.days)), el('td', { class: 'nowrap' }, t.phone), el('td', {}, t.email))))
      : table(['Room', 'Where', 'Seats', 'Equipment'], school.rooms.map(r => el('tr', {},
        el('td', {}, r.name), el('td', {}, r.floor), el('td', {}, String(r.seats)), el('td', {}, r.equipment.split(';').join(', ')))))),
  ];
}
