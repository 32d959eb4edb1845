import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fewRandomBytes,
  masterKeySet,
  newDataKey,
  newMasterKeyText,
  openSecret,
  parseMasterKey,
  type SecretContext,
  sealSecret,
  unwrapDataKey,
  wrapDataKey,
} from './secrets.ts';

const place: SecretContext = { tenantId: 'acme', purpose: 'apiKey', row: 'ak_one' };

function someMasterKey() {
  const key = parseMasterKey(newMasterKeyText());
  if (key === undefined) throw new Error('a new master key parses');
  return key;
}

describe('sealSecret and openSecret', () => {
  it('give any text back at its own place', () => {
    const key = newDataKey();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(openSecret(key, place, sealSecret(key, place, text))).toBe(text);
      }),
    );
  });

  it('never make the same envelope twice', () => {
    const key = newDataKey();
    expect(sealSecret(key, place, 'same')).not.toEqual(sealSecret(key, place, 'same'));
  });

  it('refuse an envelope that was moved to another tenant, purpose or row, without telling the secret', () => {
    const key = newDataKey();
    const envelope = sealSecret(key, place, 'the-very-secret');
    const places = [
      { ...place, tenantId: 'other' },
      { ...place, purpose: 'webhook' },
      { ...place, row: 'ak_two' },
      { ...place, purpose: 'apiKey","ak_one', row: '' },
    ];
    for (const other of places) {
      expect(() => openSecret(key, other, envelope)).toThrow(/does not open/);
      try {
        openSecret(key, other, envelope);
      } catch (error) {
        expect(inspect(error)).not.toContain('the-very-secret');
      }
    }
  });

  it('refuse an envelope with any bit turned or any byte cut off', () => {
    const key = newDataKey();
    const envelope = sealSecret(key, place, 'secret');
    for (let bit = 0; bit < envelope.length * 8; bit += 1) {
      const turned = Buffer.from(envelope);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openSecret(key, place, turned)).toThrow();
    }
    for (let length = 0; length < envelope.length; length += 1) {
      expect(() => openSecret(key, place, envelope.subarray(0, length))).toThrow();
    }
  });
});

describe('data keys', () => {
  it('open what they sealed after being wrapped and unwrapped, also by a previous master key', () => {
    const old = someMasterKey();
    const dataKey = newDataKey();
    const envelope = sealSecret(dataKey, place, 'text');
    const wrapped = wrapDataKey(masterKeySet(old), 'acme', dataKey);
    const rotated = masterKeySet(someMasterKey(), [old]);
    expect(openSecret(unwrapDataKey(rotated, 'acme', wrapped), place, envelope)).toBe('text');
  });

  it('do not unwrap for another tenant', () => {
    const keys = masterKeySet(someMasterKey());
    expect(() => unwrapDataKey(keys, 'other', wrapDataKey(keys, 'acme', newDataKey()))).toThrow(
      /does not open/,
    );
  });

  it('name the missing master key by its id and the setting that takes it', () => {
    const lost = someMasterKey();
    const wrapped = wrapDataKey(masterKeySet(lost), 'acme', newDataKey());
    expect(() => unwrapDataKey(masterKeySet(someMasterKey()), 'acme', wrapped)).toThrow(
      new RegExp(`acme.*${lost.id}.*GATEHOUSE_MASTER_KEY_PREVIOUS`),
    );
  });
});

describe('parseMasterKey', () => {
  it('takes the base64 of 32 bytes, with surrounding blanks and with or without padding', () => {
    const text = newMasterKeyText();
    const id = parseMasterKey(text)?.id;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(parseMasterKey(` ${text}\n`)?.id).toBe(id);
    expect(parseMasterKey(text.slice(0, 43))?.id).toBe(id);
  });

  it('refuses every other text', () => {
    const texts = [
      '',
      'secret',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      '*'.repeat(44),
    ];
    for (const text of [...texts, `${'A'.repeat(42)}B=`]) expect(parseMasterKey(text)).toBeUndefined();
  });

  it('keeps the key out of what a log would print', () => {
    const text = newMasterKeyText();
    const key = parseMasterKey(text);
    const bytes = Buffer.from(text, 'base64');
    expect(inspect(key, { depth: 9 })).not.toContain(text);
    expect(inspect(key, { depth: 9 })).not.toContain(bytes.toString('hex'));
    expect(JSON.stringify(key)).not.toContain(text.slice(0, 20));
  });
});

describe('few random bytes', () => {
  it('are never given twice, also across a refill of the stock', () => {
    const given = Array.from({ length: 3_000 }, () => fewRandomBytes(12).toString('hex'));
    expect(new Set(given).size).toBe(3_000);
    expect(given.every((bytes) => bytes.length === 24 && bytes !== '0'.repeat(24))).toBe(true);
  });
});
