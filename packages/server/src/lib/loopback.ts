import ipaddr from 'ipaddr.js';

/** Whether a host name or address is that of this machine alone. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
