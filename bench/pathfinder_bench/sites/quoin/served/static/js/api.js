export class Refusal extends Error {
  constructor(text, field, status) { super(text); this.field = field; this.status = status; }
}

let onLoggedOut = () => {};
export const whenLoggedOut = work => { onLoggedOut = work; };

export async function api(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok) return told;
  if (answer.status === 401) onLoggedOut();
  throw new Refusal(told.error ?? 'Something went wrong. Please try again.', told.field ?? '', answer.status);
}

export const get = (path, query = {}) => {
  const told = new URLSearchParams(query).toString();
  return api('GET', told ? `${path}?${told}` : path);
};

/** What forms offer: stages, papers, customers … fetched anew each time, for others change them too. */
export const choices = () => get('/choices');
