import { h } from './dom.js';

export function toast(text, kind = 'good') {
  const box = h('div', { class: `toast ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    h('span', {}, text),
    h('button', { type: 'button', class: 'plain', 'aria-label': 'Dismiss', onclick: () => box.remove() }, '×'));
  document.getElementById('toasts').append(box);
  setTimeout(() => box.remove(), kind === 'bad' ? 9000 : 5000);
}

/** Do something on the server; say so, or say why not. */
export async function attempt(work, good) {
  try {
    const told = await work();
    if (good) toast(typeof good === 'function' ? good(told) : good);
    return told ?? true;
  } catch (error) {
    toast(error.message, 'bad');
    return null;
  }
}
