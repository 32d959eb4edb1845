import { type Phrase, phrase } from '@gatehouse/contract';

/** The host of an address that may contain placeholders; undefined: a placeholder names it, or nothing does. */
export function literalHost(url: string): string | undefined {
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined || /[{}]/.test(authority)) return undefined;
  const address = `http://${authority}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** Whether a host is among those that a tenant lets webhooks call: by its name, or below a `*.` of its parent. */
export function isAllowedHost(host: string, allowed: readonly string[] | null): boolean {
  if (allowed === null) return true;
  return allowed.some((entry) => (entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry));
}

/** Why an address may not be called, and who can change that; undefined: it may. */
export function hostFault(host: string, allowed: readonly string[] | null): Phrase | undefined {
  return isAllowedHost(host, allowed) ? undefined : phrase('findings.hostNotAllowed', { host });
}
