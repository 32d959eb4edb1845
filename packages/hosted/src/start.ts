/**
 * Is in the head of the page itself and starts the exchange of the link while the pages' script is still on its
 * way, which saves a slow phone one way there and back. A program of its own: it imports nothing, and what it began
 * is picked up by `flow/begun-exchange.ts`.
 */
{
  let linkToken = new URLSearchParams(location.search).get('linkToken');
  try {
    linkToken ??= sessionStorage.getItem('gatehouse-link');
  } catch {
    // Nothing is kept here: the address has the token.
  }
  if (linkToken) {
    const answer = fetch('/verify/api/session', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ linkToken }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
    answer.catch(() => {}); // Whoever picks it up asks again.
    window.sessionPrefetch = { linkToken, answer };
  }
}
