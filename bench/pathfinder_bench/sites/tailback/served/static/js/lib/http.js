export class Declined extends Error {
  constructor(text, at, status) {
    super(text);
    this.at = at;
    this.status = status;
  }
}

async function call(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body && { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  if (answer.status === 401) dispatchEvent(new Event('signed-out'));
  throw new Declined(told.problem ?? 'That did not work. Please try again.', told.at ?? '', answer.status);
}

export const read = path => call('GET', path);
export const send = (path, body = {}) => call('POST', path, body);
export const remove = path => call('DELETE', path);
