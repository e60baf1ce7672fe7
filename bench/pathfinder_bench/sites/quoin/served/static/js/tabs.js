import { h, fill, newId } from './dom.js';

/** tabs: [{key, text, draw() -> nodes}]. onChange(key) tells which is open. */
export function tabs(label, all, open, onChange = () => {}) {
  const panelId = newId('panel');
  const panel = h('div', { role: 'tabpanel', id: panelId, class: 'panel' });
  const buttons = all.map(tab => h('button', {
    type: 'button', role: 'tab', id: newId('tab'), 'aria-controls': panelId, onclick: () => choose(tab.key),
  }, tab.text));
  const bar = h('div', {
    role: 'tablist', class: 'tabs', 'aria-label': label,
    onkeydown: event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
      choose(all[next].key);
      buttons[next].focus();
    },
  }, buttons);
  function choose(key) {
    const at = Math.max(0, all.findIndex(tab => tab.key === key));
    buttons.forEach((button, index) => {
      button.setAttribute('aria-selected', String(index === at));
      button.tabIndex = index === at ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', buttons[at].id);
    fill(panel, all[at].draw());
    onChange(all[at].key);
  }
  choose(open);
  return [bar, panel];
}
