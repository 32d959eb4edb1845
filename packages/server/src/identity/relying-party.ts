import { isIP } from 'node:net';
import { isLoopback } from '../lib/loopback.ts';

/** Whom passkeys are made for: they belong to a host name and work at no other. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * By the address that browsers reach the console at. An IP address can have no passkeys; for this machine's own its name
 * `localhost` is used, which browsers take for safe without https. Undefined where none is possible.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) {
    if (!isLoopback(host)) return undefined;
    url.hostname = 'localhost';
  } else if (url.protocol !== 'https:' && host !== 'localhost') return undefined;
  return { id: url.hostname, origin: url.origin };
}
