import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Whose word about the client's address is believed: how many proxies are in front, each of which appends
 * its peer to `X-Forwarded-For`, or the networks they come from (CIDRs or single addresses). None by default.
 */
export type TrustProxy = number | readonly string[];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What one client is counted under: an IPv4 address, or the /64 network that an IPv6 client owns whole. */
export type ClientKey = string;

/**
 * Reads a call's client key; throws at once on a network that cannot be read.
 *
 * Ours, on ipaddr.js: `proxy-addr`, which Fastify uses, counts hops also where the header has fewer entries than there
 * are proxies, takes texts that are no address, and refuses addresses with a port, as some proxies write them.
 */
export function clientKeyReader(trustProxy: TrustProxy | undefined): (request: IncomingMessage) => ClientKey {
  const isTrusted = trustRule(trustProxy);
  return (request) => {
    const peer = parseAddress(request.socket.remoteAddress ?? '');
    if (peer === undefined) return 'unknown';
    if (isTrusted === undefined) return keyOf(peer);
    return keyOf(walkChain(peer, forwardedAddresses(request), isTrusted));
  };
}

type TrustRule = (address: Address, hop: number, hops: number) => boolean;

function trustRule(trustProxy: TrustProxy | undefined): TrustRule | undefined {
  if (trustProxy === undefined) return undefined;
  if (typeof trustProxy === 'number') {
    if (!Number.isInteger(trustProxy) || trustProxy < 0) {
      throw new RangeError(`a number of proxies is a whole number from 0 on, not ${trustProxy}`);
    }
    // Fewer entries than proxies: the call did not come through them all, so nothing it says is believed.
    return (_, hop, hops) => hop < trustProxy && hops >= trustProxy;
  }
  const networks = trustProxy.map(parseNetwork);
  return (address) => networks.some((network) => isWithin(address, network));
}

/** From the socket outwards: the first address that no trusted proxy vouches beyond. */
function walkChain(peer: Address, forwarded: readonly string[], isTrusted: TrustRule): Address {
  let address = peer;
  for (let hop = 0; hop < forwarded.length; hop++) {
    if (!isTrusted(address, hop, forwarded.length)) return address;
    const next = parseAddress(forwarded[forwarded.length - 1 - hop]!);
    if (next === undefined) return address;
    address = next;
  }
  return address;
}

function forwardedAddresses(request: IncomingMessage): string[] {
  const header = request.headers['x-forwarded-for'];
  if (header === undefined) return [];
  return (Array.isArray(header) ? header.join(',') : header).split(',').map((entry) => entry.trim());
}

/** An address as proxies write it: bare, in brackets, or with a port. */
function parseAddress(text: string): Address | undefined {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function parseNetwork(text: string): [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  if (address === undefined) throw new RangeError(`${text} is neither an address nor a CIDR`);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  if (address.kind() !== network.kind()) return false;
  return address.match(network, bits);
}

function keyOf(address: Address): ClientKey {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
