import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newDataKey, sealKey } from '../lib/secrets.ts';
import { DomainKeys } from './personal-keys.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const dataKey = newDataKey();
const keys = new DomainKeys(scope, dataKey);

describe('a key of a row', () => {
  it('is the same one each time it is opened', () => {
    const keyId = randomUUID();
    const { key, wrapped } = keys.create(keyId);
    expect(keys.open(keyId, wrapped).equals(key)).toBe(true);
    expect(new DomainKeys(scope, dataKey).open(keyId, wrapped).equals(key)).toBe(true);
  });

  it('is another one each time it is created, also under the same id', () => {
    const keyId = randomUUID();
    expect(keys.create(keyId).key.equals(keys.create(keyId).key)).toBe(false);
  });

  it('is not told by what is stored of it', () => {
    const { key, wrapped } = keys.create(randomUUID());
    expect(wrapped.includes(key.export().subarray(0, 8))).toBe(false);
  });

  it.each([
    ['another row', (keyId: string) => new DomainKeys(scope, dataKey).open(`${keyId}1`, stored(keyId))],
    [
      'another domain',
      (keyId: string) => new DomainKeys({ ...scope, domain: 'trade' }, dataKey).open(keyId, stored(keyId)),
    ],
    [
      'another tenant',
      (keyId: string) => new DomainKeys({ ...scope, tenantId: 'other' }, dataKey).open(keyId, stored(keyId)),
    ],
    ['another data key', (keyId: string) => new DomainKeys(scope, newDataKey()).open(keyId, stored(keyId))],
  ])('is not made from the same salt for %s', (_, open) => {
    const keyId = randomUUID();
    expect(open(keyId).equals(keys.open(keyId, stored(keyId)))).toBe(false);
  });

  it('opens as it was stored by earlier versions, wrapped by the data key', () => {
    const [keyId, key] = [randomUUID(), newDataKey()];
    const place = { tenantId: 'acme', purpose: 'personalKey', row: JSON.stringify(['retail', keyId]) };
    expect(keys.open(keyId, sealKey(dataKey, place, key)).equals(key)).toBe(true);
  });

  it('is refused where what is stored is of no known form, or cut off', () => {
    const { wrapped } = keys.create('one');
    expect(() => keys.open('one', wrapped.subarray(0, 20))).toThrow('no form that this program reads');
    expect(() => keys.open('one', Buffer.from([9, ...wrapped.subarray(1)]))).toThrow('no form');
  });
});

const storedKeys = new Map<string, Buffer>();

/** What is stored of the key of that id. */
function stored(keyId: string): Buffer {
  const known = storedKeys.get(keyId) ?? keys.create(keyId).wrapped;
  storedKeys.set(keyId, known);
  return known;
}
