import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFault, pathOf, placeOf } from './file-fault.ts';

it('writes a place so that the path can be read back from it', () => {
  const step = fc.oneof(
    fc.nat(1000),
    fc.string({ minLength: 1 }),
    fc.constantFrom('tenants', 'apiKeys', 'a-b'),
  );
  fc.assert(
    fc.property(fc.array(step), (path) => {
      expect(pathOf(placeOf(path))).toEqual(path);
    }),
  );
  expect(placeOf(['tenants', 0, 'quotas', 'KYC EVENT'])).toBe('tenants[0].quotas["KYC EVENT"]');
});

it('takes no path from a text that is not a place', () => {
  for (const text of ['edge a → b', 'nodes[', 'nodes[x]', '["open']) expect(pathOf(text)).toBeUndefined();
});

it('writes a fault on one line that begins with the position', () => {
  const fault = { file: 'a.yaml', line: 3, column: 5, place: 'tenants[0].id', message: 'is missing' };
  expect(formatFault(fault)).toBe('a.yaml:3:5: tenants[0].id: is missing');
  expect(formatFault({ file: 'a.yaml', place: '', message: 'does not exist' })).toBe(
    'a.yaml: does not exist',
  );
});
