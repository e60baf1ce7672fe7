export function toast(text, bad = false) {
  const note = document.createElement('div');
  note.className = bad ? 'toast toast--bad' : 'toast';
  note.textContent = text;
  document.getElementById('toasts').append(note);
  setTimeout(() => note.remove(), 6000);
}
