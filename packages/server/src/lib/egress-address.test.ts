import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './egress-address.ts';

const strict = createAddressPolicy([]);

describe('the address policy', () => {
  it.each([
    ['93.184.215.14'],
    ['8.8.8.8'],
    ['172.15.255.255'],
    ['172.32.0.1'],
    ['192.167.255.255'],
    ['100.63.255.255'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001:82b::200e'],
  ])('lets %s be reached', (address) => {
    expect(strict.refusal('crm.test', address)).toBeUndefined();
  });

  it.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'cloud metadata'],
    ['168.63.129.16', 'cloud platform'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'cloud metadata'],
    ['192.0.0.192', 'cloud metadata'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, of a public address too'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::127.0.0.1', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['2002:7f00:1::1', '6to4'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:2::1', 'benchmarks'],
    ['2001:20::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'outside of what is handed out'],
  ])('refuses %s (%s)', (address) => {
    expect(strict.refusal('crm.test', address)).toMatch(/^is not public/);
  });

  it.each(['', 'localhost', '127.1', '0x7f.1', '2130706433', '1.2.3.4.5', '1.2.3.4/8'])(
    'refuses %j, which is no complete address',
    (text) => {
      expect(strict.refusal('crm.test', text)).toBe('is not an address');
    },
  );

  it('refuses the addresses of the machine it runs on', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) expect(strict.refusal('crm.test', address)).toBeDefined();
  });

  it('exempts exact hosts, addresses and networks, and nothing beside them', () => {
    const policy = createAddressPolicy(['127.0.0.1', '10.1.0.0/16', 'CRM.internal', '::1', 'fd00::/8']);
    expect(policy.refusal('any.test', '127.0.0.1')).toBeUndefined();
    expect(policy.refusal('any.test', '127.0.0.2')).toBeDefined();
    expect(policy.refusal('any.test', '10.1.2.3')).toBeUndefined();
    expect(policy.refusal('any.test', '10.2.0.1')).toBeDefined();
    expect(policy.refusal('crm.internal', '192.168.7.7')).toBeUndefined();
    expect(policy.refusal('crm.internal.', '192.168.7.7')).toBeUndefined();
    expect(policy.refusal('xcrm.internal', '192.168.7.7')).toBeDefined();
    expect(policy.refusal('any.test', '::1')).toBeUndefined();
    expect(policy.refusal('any.test', 'fd12::1')).toBeUndefined();
    expect(policy.refusal('any.test', '::ffff:127.0.0.1')).toBeDefined();
  });

  it('refuses every IPv4 address that is not public inside every IPv6 form that can carry it', () => {
    const carriers = ['::', '::ffff:0:0', '::ffff:0:0:0', '64:ff9b::'].map((text) => ipaddr.IPv6.parse(text));
    const bytes = fc.tuple(fc.constantFrom(0, 10, 127, 224, 255), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(bytes, fc.constantFrom(...carriers), (parts, carrier) => {
        const inner = ipaddr.fromByteArray([...parts]).toString();
        expect(strict.refusal('crm.test', inner)).toBeDefined();
        const outer = [...carrier.toByteArray().slice(0, 12), ...parts];
        expect(strict.refusal('crm.test', ipaddr.fromByteArray(outer).toString())).toBeDefined();
        const sixToFour = [0x20, 0x02, ...parts, ...Array<number>(10).fill(1)];
        expect(strict.refusal('crm.test', ipaddr.fromByteArray(sixToFour).toString())).toBeDefined();
      }),
    );
  });
});
