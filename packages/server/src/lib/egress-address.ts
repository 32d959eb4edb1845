import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Which addresses outgoing calls may reach: public ones, and what the deployment exempts. */
export interface AddressPolicy {
  /** Why this address of that host may not be reached; undefined when it may. The host is in lower case. */
  refusal(host: string, address: string): string | undefined;
}

/** All of IPv6 that is handed out for global unicast (RFC 4291, 2.4). */
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Looks public, but answers inside one cloud only: its metadata and key services. */
const platformAddresses = ['168.63.129.16'];

/**
 * `allow` are hosts, compared exactly, and addresses or CIDRs that are exempt (GATEHOUSE_EGRESS_ALLOW). Throws
 * on a CIDR that cannot be read.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const networks: [Address, number][] = [];
  const hosts = new Set<string>();
  for (const entry of allow) {
    if (entry.includes('/')) networks.push(ipaddr.parseCIDR(entry));
    else if (ipaddr.IPv4.isValidFourPartDecimal(entry)) networks.push([ipaddr.IPv4.parse(entry), 32]);
    else if (ipaddr.IPv6.isValid(entry)) networks.push([ipaddr.IPv6.parse(entry), 128]);
    else hosts.add(withoutDot(entry.toLowerCase()));
  }
  return {
    refusal: (host, text) => {
      const address = parse(text);
      if (address === undefined) return 'is not an address';
      if (networks.some((network) => isWithin(address, network))) return undefined;
      if (hosts.has(withoutDot(host))) return undefined;
      return specialUse(address) ?? (isOwn(address) ? 'belongs to this machine' : undefined);
    },
  };
}

/** Why an address is not public; also those that carry another address inside, which a gateway might unpack. */
function specialUse(address: Address): string | undefined {
  const range = address.range();
  if (range !== 'unicast') return `is not public (${range})`;
  if (address instanceof ipaddr.IPv6) {
    return address.match(globalIpv6) ? undefined : 'is not public (outside 2000::/3)';
  }
  return platformAddresses.includes(address.toString()) ? 'is not public (cloud platform)' : undefined;
}

/** Read anew each time: addresses come and go while the service runs. */
function isOwn(address: Address): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((candidate) => parse(candidate.address)?.toString() === address.toString());
}

/** Takes complete addresses only: forms as `127.1` mean different things to different programs. */
function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
