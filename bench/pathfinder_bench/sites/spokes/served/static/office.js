document.addEventListener('click', (event) => {
  const opener = event.target.closest('[data-dialog]');
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (opener.dataset.action) {
      dialog.querySelector('form').action = opener.dataset.action;
      dialog.querySelector('h2').textContent = opener.dataset.title;
      dialog.querySelector('[data-fill]').value = opener.dataset.value;
    }
    dialog.showModal();
  }
  if (event.target.closest('[data-close]')) event.target.closest('dialog').close();
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener('submit', (event) => {
  const question = event.target.dataset.sure;
  if (question && !confirm(question)) event.preventDefault();
});
