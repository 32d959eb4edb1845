import { describe, expect, it } from 'vitest';
import { isAllowedHost, literalHost } from './webhook-host.ts';

describe('the host of a webhook', () => {
  it.each([
    ['https://crm.acme.test/hooks/{customerId}', 'crm.acme.test'],
    ['HTTPS://CRM.Acme.test:8443/x', 'crm.acme.test'],
    ['https://user:word@crm.acme.test?x={a}', 'crm.acme.test'],
    ['http://[::1]:9/', '[::1]'],
    // What browsers and the sender read as a host, whoever tries to hide it.
    ['https://crm.acme.test\\@evil.test/', 'crm.acme.test'],
    ['https://evil.test#@crm.acme.test/', 'evil.test'],
    ['https://{region}.acme.test/', undefined],
    ['{base}/hooks', undefined],
  ])('of %s is %s', (url, host) => {
    expect(literalHost(url)).toBe(host);
    if (host !== undefined) expect(new URL(url.replaceAll(/[{}]/g, '')).hostname).toBe(host);
  });

  it.each([
    ['crm.acme.test', null, true],
    ['crm.acme.test', [], false],
    ['crm.acme.test', ['crm.acme.test'], true],
    ['evil.crm.acme.test', ['crm.acme.test'], false],
    ['a.b.acme.test', ['*.acme.test'], true],
    ['acme.test', ['*.acme.test'], false],
    ['evilacme.test', ['*.acme.test'], false],
    ['crm.acme.test.', ['crm.acme.test'], false],
  ])('%s is among %j: %s', (host, allowed, expected) => {
    expect(isAllowedHost(host, allowed)).toBe(expected);
  });
});
