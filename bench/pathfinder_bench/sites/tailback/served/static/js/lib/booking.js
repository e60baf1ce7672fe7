import { html } from './html.js';
import { send } from './http.js';
import { field } from './fields.js';
import { HALF_HOURS, nextHalfHour, today } from './dates.js';
import { sheet } from './sheet.js';
import { toast } from './toast.js';

/** The dialog that books a car. */
export function bookCar(car) {
  sheet({
    heading: `Book ${car.nick}`,
    go: 'Confirm booking',
    body: html`<p class="pale wide">${car.model}, ${car.station}. Kilometres are charged on top.</p>
      <input type="hidden" name="car_id" value="${car.id}">
      ${field({ name: 'out_day', label: 'Pick-up day', type: 'date', value: today(), short: true })}
      ${field({ name: 'out_time', label: 'Pick-up time', type: 'select', options: HALF_HOURS, value: nextHalfHour(), short: true })}
      ${field({ name: 'back_day', label: 'Return day', type: 'date', value: today(), short: true })}
      ${field({ name: 'back_time', label: 'Return time', type: 'select', options: HALF_HOURS, value: nextHalfHour(2), short: true })}
      ${field({ name: 'note', label: 'What for (only you see this)', placeholder: 'Optional' })}`,
    ready: ({ elements }) => {
      elements.out_day.addEventListener('change', () => { elements.back_day.value = elements.out_day.value; });
    },
    work: async values => {
      const made = await send('/trips', values);
      toast(`${car.nick} is yours, booking ${made.ref}`);
      location.hash = `#/trips/${made.id}`;
    },
  });
}
