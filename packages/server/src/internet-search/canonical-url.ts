/** Parameters by which publishers count readers; they do not change what is read. */
const tracking =
  /^(utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|mc_(cid|eid)|(g|fb|ms|tw|yt|dc|ttc|wbra|gbra)clid|igshid|ref|ref_src|source|cmpid|ocid|amp|share|guccounter)$/i;

/**
 * An address as it is compared: without scheme, `www.`, mobile and AMP forms, fragment, tracking parameters and closing
 * slash, the other parameters in order. Undefined for what is no web address.
 */
export function canonicalUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const host = url.host.replace(/^(www\d?|m|mobile|amp)\./, '');
  const path = url.pathname.replace(/\/(amp|index\.(html?|php|aspx?))?\/?$/i, '').replace(/\/+$/, '');
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(kept).toString();
  return `${host}${path}${query === '' ? '' : `?${query}`}`;
}
