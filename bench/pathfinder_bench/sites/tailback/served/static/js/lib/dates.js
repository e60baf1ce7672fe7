let moment = '';
export const setNow = told => { moment = told; };
export const today = () => moment.slice(0, 10);

const dateOf = stamp => new Date(`${stamp.slice(0, 10)}T12:00:00Z`);
const shown = (stamp, how) => new Intl.DateTimeFormat('en-IE', { timeZone: 'UTC', ...how }).formatToParts(dateOf(stamp));

function put(stamp, how, ...order) {
  const parts = Object.fromEntries(shown(stamp, how).map(part => [part.type, part.value]));
  return order.map(name => parts[name]).join(' ');
}

export const clock = stamp => stamp.slice(11, 16);
export const weekday = stamp => put(stamp, { weekday: 'short', day: 'numeric', month: 'short' }, 'weekday', 'day', 'month');
export const dated = stamp => (stamp ? put(stamp, { day: 'numeric', month: 'short', year: 'numeric' }, 'day', 'month', 'year') : '–');
export const monthOf = stamp => put(`${stamp}-01`, { month: 'long', year: 'numeric' }, 'month', 'year');

/** From when to when, as short as can be. */
export function span({ starts, ends }) {
  const last = starts.slice(0, 10) === ends.slice(0, 10) ? clock(ends) : `${weekday(ends)}, ${clock(ends)}`;
  return `${weekday(starts)}, ${clock(starts)} – ${last}`;
}

export const euros = amount => `${amount < 0 ? '−' : ''}€${Math.abs(amount).toFixed(2)}`;

/** Each half hour of a day. */
export const HALF_HOURS = Array.from({ length: 48 }, (_, at) => `${String(at >> 1).padStart(2, '0')}:${at % 2 ? '30' : '00'}`);

/** The next half hour from now, and some hours later. */
export function nextHalfHour(later = 0) {
  const [hours, minutes] = clock(moment).split(':').map(Number);
  return HALF_HOURS[Math.min(47, hours * 2 + (minutes < 30 ? 1 : 2) + later * 2)];
}
