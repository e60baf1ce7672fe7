/** Make an element: h('button', {class: 'main', onclick: go}, 'Save'). */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

let last = 0;
export const newId = (stem = 'f') => `${stem}-${++last}`;

/** Wait until somebody has stopped typing. */
export function calmly(work, pause = 200) {
  let timer;
  return (...args) => { clearTimeout(timer); timer = setTimeout(() => work(...args), pause); };
}
