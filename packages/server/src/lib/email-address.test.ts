import { describe, expect, it } from 'vitest';
import { readEmailAddress } from './email-address.ts';

describe('readEmailAddress', () => {
  it.each([
    [' Ann.Sample@Example.TEST ', 'Ann.Sample@example.test'],
    ['ann+code@example.test', 'ann+code@example.test'],
    ['ann@müller.test', 'ann@xn--mller-kva.test'],
  ])('reads %j as %s', (text, address) => {
    expect(readEmailAddress(text)).toBe(address);
  });

  it.each([
    '',
    'ann',
    '@example.test',
    'ann@',
    'ann@example',
    'ann@example.test, bob@example.test',
    'Ann <ann@example.test>',
    'ann@example.test\r\nBcc: bob@example.test',
    'a b@example.test',
    `${'a'.repeat(65)}@example.test`,
    `ann@${'a.'.repeat(125)}test`,
  ])('takes %j for none', (text) => {
    expect(readEmailAddress(text)).toBeUndefined();
  });
});
