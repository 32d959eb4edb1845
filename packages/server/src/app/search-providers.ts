import type { Config } from '../config/index.ts';
import type { Feeds } from '../internet-search/feeds/index.ts';
import { brave, feedsProvider, type SearchProvider, searxng } from '../internet-search/index.ts';
import type { Egress } from '../lib/egress.ts';

/** The search providers that the settings name; all of them are asked. */
export function searchProviders(
  { search }: Config,
  { egress, feeds }: { egress: Egress; feeds: Feeds },
): SearchProvider[] {
  const providers: SearchProvider[] = [];
  if (search.searxngUrl !== undefined) providers.push(searxng({ egress, url: search.searxngUrl }));
  if (search.braveToken !== undefined) {
    providers.push(brave({ egress, url: search.braveUrl, token: search.braveToken }));
  }
  if (feeds.urls.length > 0) providers.push(feedsProvider(feeds));
  return providers;
}

/** Hosts that the operator named for providers of any kind. */
export function providerHosts({ search, remoteMatch, messages, audit, siem }: Config): string[] {
  const addresses = [
    search.searxngUrl,
    search.braveToken && search.braveUrl,
    remoteMatch?.url,
    messages.sms?.url,
    audit.webhookUrl,
    siem.http?.url,
    ...search.feeds,
  ];
  return addresses.flatMap((address) => (address ? [hostOf(address)] : []));
}

/** As the egress filter compares it: an IPv6 address without its brackets. */
function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
}
