import { html } from '../lib/html.js';

const RULES = [
  ['Before you set off', 'Walk round the car and look at the list of known damage. What is not on it, report before you drive.'],
  ['Fuel', 'Leave at least a quarter in the tank. Use the fuel card in the glove box; if it fails, pay and hand in the receipt. Electric cars go back on the plug.'],
  ['Late?', 'Extend your trip before it ends, if nobody has the car after you. Late returns cost €15 for each hour begun.'],
  ['Dogs', 'Only in cars that welcome dogs, and on a blanket. Cleaning is charged at cost, from €25.'],
  ['Lost card', 'Block it at once. The first replacement is free if it broke, otherwise €10.'],
  ['Fines', 'Parking and speeding are yours to pay. We pass tickets on without a fee.'],
];

export default {
  title: 'House rules',
  load: async () => ({}),
  view: () => html`<h1>House rules</h1>
    ${RULES.map(([heading, words]) => html`<details class="box rule"><summary>${heading}</summary><p>${words}</p></details>`)}`,
};
