let now = '';
export const setToday = day => { now = day; };
export const today = () => now;

const asDate = iso => new Date(`${iso}T12:00:00Z`);
const shown = (iso, how) => (iso ? new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...how }).format(asDate(iso)) : '–');

export const day = iso => shown(iso, { weekday: 'short', day: 'numeric', month: 'short' });
export const dayYear = iso => shown(iso, { day: 'numeric', month: 'short', year: 'numeric' });
export const longDay = iso => shown(iso, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
export const pounds = amount => (amount === null || amount === undefined ? '–' : `£${Number(amount).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`);
export const number = value => Number(value).toLocaleString('en-GB');
export const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;
export const paperName = paper => `${paper.name} ${paper.weight} g`;
export const slug = text => text.toLowerCase().replace(/[^a-z]+/g, '-');
