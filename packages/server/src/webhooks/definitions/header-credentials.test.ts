import { expect, it } from 'vitest';
import { headerMask, maskHeaders, unmaskHeaders } from './header-credentials.ts';

const shown = (name: string, defaultValue: string) =>
  maskHeaders({ headers: [{ name, defaultValue }] }).headers[0]!.defaultValue;

it.each([
  ['Authorization', 'Bearer abc'],
  ['authorization', 'Basic dXNlcjpwYXNz'],
  ['X-Api-Key', 'k-1'],
  ['apikey', 'k-1'],
  ['X-Auth-Token', 'v1.{customerId}'],
  ['Cookie', 'sid=1'],
  ['Ocp-Apim-Subscription-Key', 'k'],
])('masks %s: %s', (name, value) => {
  expect(shown(name, value)).toBe(headerMask);
});

it.each([
  ['X-Source', 'gatehouse'],
  ['Authorization', 'Bearer {token}'],
  ['X-Api-Key', '{key}'],
  ['Authorization', ''],
  ['X-Keyboard', 'qwerty'],
])('shows %s: %s', (name, value) => {
  expect(shown(name, value)).toBe(value);
});

it('keeps what is stored where the mask is saved again, and tells where there is nothing to keep', () => {
  const stored = [
    { name: 'X-Api-Key', defaultValue: 'k-1' },
    { name: 'X-Source', defaultValue: 'a' },
  ];
  const typed = { headers: [{ name: 'x-api-key', defaultValue: headerMask }] };
  expect(unmaskHeaders(typed, stored)).toEqual({
    ok: true,
    definition: { headers: [{ name: 'x-api-key', defaultValue: 'k-1' }] },
  });
  expect(unmaskHeaders(typed, [])).toEqual({ ok: false, index: 0 });
});
