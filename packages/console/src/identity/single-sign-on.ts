import type { SignedIn } from '@gatehouse/contract';
import { call } from '../api.ts';
import { text } from '../messages/text.ts';

/** What this tab began, while it is at the provider's page; another tab or browser cannot finish it. */
const key = 'gatehouse-single-sign-on';

interface Begun {
  readonly ceremony: string;
  /** The page of the console that was asked for. */
  readonly from: string;
}

/** Sends the browser to the provider's page. */
export async function goToProvider(ask: { readonly email: string; readonly tenant?: string }): Promise<void> {
  const { ceremony, url } = await call('session.beginSingleSignOn', { body: ask });
  const { pathname, search } = window.location;
  const begun: Begun = { ceremony, from: pathname + search };
  sessionStorage.setItem(key, JSON.stringify(begun));
  window.location.assign(url);
  // The page is left: what asked goes on waiting until then.
  await new Promise(() => undefined);
}

/** What this tab began, once; and the answer of the provider, which the address is rid of. */
export function consumeAnswer(): { readonly begun: Begun | undefined; readonly query: string } {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  const query = window.location.search.slice(1);
  // The code is spent by this: nobody shall copy it with the address.
  window.history.replaceState(null, '', window.location.pathname);
  return { begun: kept === null ? undefined : (JSON.parse(kept) as Begun), query };
}

/** Signs in by what the provider answered. */
export async function finishAtProvider(
  page: { readonly tenant: string; readonly provider: string },
  { begun, query }: ReturnType<typeof consumeAnswer>,
): Promise<SignedIn> {
  if (begun === undefined || query === '') throw new Error(text('identity.noSignInStarted'));
  return call('session.createBySingleSignOn', { body: { ...page, ceremony: begun.ceremony, query } });
}
