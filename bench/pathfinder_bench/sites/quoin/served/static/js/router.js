/** Views of this page have addresses of their own; going from one to another loads nothing. */
let draw = () => {};

export function go(path, { replace = false } = {}) {
  if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState']({}, '', path);
  return draw(location.pathname);
}

export function startRouter(work) {
  draw = work;
  addEventListener('popstate', () => draw(location.pathname));
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="/"]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute('href'));
  });
}
