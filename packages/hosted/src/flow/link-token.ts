const parameter = 'linkToken';
const storageKey = 'gatehouse-link';

/**
 * The link's token. It is taken out of the address at once, so that neither the history nor a screenshot nor a
 * Referer shows it; the tab keeps it for a reload. Where nothing can be kept, the address stays as it is, and in a frame
 * too: nobody sees it there, and a frame that is loaded again asks for the link anew, whose tenant says which pages
 * may frame it.
 */
export function consumeLinkToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get(parameter);
  if (given === null) return kept();
  if (window.parent === window && keep(given)) {
    address.searchParams.delete(parameter);
    history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  }
  return given;
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function keep(token: string): boolean {
  try {
    sessionStorage.setItem(storageKey, token);
    return true;
  } catch {
    return false;
  }
}
