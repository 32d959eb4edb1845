import type { SignedIn } from '@gatehouse/contract';
import { call } from '../api.ts';

/** What this tab began, while it is at the provider's page; another tab or browser cannot finish it. */
const key = 'gatehouse-single-sign-on';

/** Sends the browser to the provider's page. */
export async function goToProvider(ask: { readonly email: string; readonly tenant?: string }): Promise<void> {
  const { ceremony, url } = await call('session.beginSingleSignOn', { body: ask });
  sessionStorage.setItem(key, ceremony);
  window.location.assign(url);
  // The page is left: what asked goes on waiting until then.
  await new Promise(() => undefined);
}

/** Signs in by what the provider answered, once. */
export async function finishAtProvider(
  from: { readonly tenant: string; readonly provider: string },
  query: string,
): Promise<SignedIn> {
  const ceremony = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  // The code is spent by this: nobody shall copy it with the address.
  window.history.replaceState(null, '', window.location.pathname);
  if (ceremony === null || query === '') throw new Error('Nothing was begun in this tab. Sign in once more.');
  return call('session.createBySingleSignOn', { body: { ...from, ceremony, query } });
}
