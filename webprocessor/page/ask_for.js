// Asks the page's own server for addresses, one after another, with HEAD, so that nothing is loaded and nowhere is gone to.
// Answers the statuses of as many as there was time for: 302 for any that leads on, 0 where none came.

const [addresses, patience, budget, done] = arguments;
const begun = performance.now();

async function statusOf(address) {
  try {
    const answer = await fetch(address, {
      method: "HEAD",
      headers: { Accept: "text/html,*/*;q=0.8" },
      credentials: "same-origin",
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    return answer.type === "opaqueredirect" ? 302 : answer.status;
  } catch {
    return 0;
  }
}

(async () => {
  const statuses = [];
  for (const address of addresses) {
    if (performance.now() - begun > budget) break;
    statuses.push(await statusOf(address));
  }
  done(statuses);
})();
