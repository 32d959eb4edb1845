import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  areBytesSealed,
  isSealed,
  isTextSealed,
  openBytes,
  openText,
  openValue,
  sealBytes,
  sealText,
  sealValue,
  type ValuePlace,
} from './sealed-value.ts';
import { valueDictionary } from './value-dictionary.ts';

const key = createSecretKey(randomBytes(32));
const place: ValuePlace = {
  tenantId: 'acme',
  domain: 'retail',
  table: 'webhook_delivery',
  column: 'inputs',
  row: ['one'],
};
const inputs = {
  customerId: 'c-1',
  name: 'Björk Guðmundsdóttir',
  nested: { list: [1, 2.5, null, true, ''] },
};

describe('a sealed value', () => {
  it.each([
    ['an object', inputs],
    ['an empty object', {}],
    ['a long text', { body: 'the same words again and again, '.repeat(2_000) }],
    ['random text, which becomes no smaller', { body: randomBytes(3_000).toString('latin1') }],
  ])('opens as it was: %s', (_, value) => {
    const sealed = sealValue(key, place, value);
    expect(isSealed(sealed)).toBe(true);
    expect(openValue(key, place, sealed)).toEqual(value);
    // What PostgreSQL makes of a JSON text and back.
    expect(openValue(key, place, JSON.parse(JSON.stringify(sealed)) as string)).toEqual(value);
  });

  it('keeps the order of members', () => {
    const opened = openValue(key, place, sealValue(key, place, { z: 1, a: 2, m: 3 }));
    expect(Object.keys(opened as object)).toEqual(['z', 'a', 'm']);
  });

  it('is another one each time, and tells nothing', () => {
    const [one, other] = [sealValue(key, place, inputs), sealValue(key, place, inputs)];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64').includes('rk Gu')).toBe(false);
  });

  it('is told apart from every object', () => {
    for (const stored of [{}, inputs, null, []]) expect(isSealed(stored)).toBe(false);
  });

  it('does not open once a byte is changed, wherever, nor cut off', () => {
    const sealed = Buffer.from(sealValue(key, place, inputs), 'base64');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openValue(key, place, changed.toString('base64')), `byte ${at}`).toThrow('does not open');
    }
    for (const length of [0, 1, 28, sealed.length - 1])
      expect(() => openValue(key, place, sealed.subarray(0, length).toString('base64'))).toThrow(
        'does not open',
      );
  });

  it('opens at its own place and under its own key alone', () => {
    const sealed = sealValue(key, place, inputs);
    const others: ValuePlace[] = [
      { ...place, tenantId: 'other' },
      { ...place, domain: 'other' },
      { ...place, table: 'webhook_attempt' },
      { ...place, column: 'result' },
      { ...place, row: ['two'] },
      { ...place, row: ['one', '1'] },
    ];
    for (const other of others) expect(() => openValue(key, other, sealed)).toThrow('does not open');
    expect(() => openValue(createSecretKey(randomBytes(32)), place, sealed)).toThrow('does not open');
  });

  // A dictionary that is changed opens nothing that was compressed by it.
  it('is compressed by the dictionary of its coding', () => {
    expect(createHash('sha256').update(valueDictionary).digest('hex')).toBe(
      '09e8ba8ca698d397785bd89b14c8aaacb3dc74d0d985208843be02e2c68a00af',
    );
    const short = {
      customerId: 'c-1',
      caseNo: 'C-000012',
      decision: 'APPROVED',
      riskScore: 0,
      name: 'Ann Lee',
    };
    expect(Buffer.from(sealValue(key, place, short), 'base64').length).toBeLessThan(
      JSON.stringify(short).length,
    );
  });
});

describe('a sealed text', () => {
  const at: ValuePlace = { ...place, table: 'case_note', column: 'text', row: ['C000001', 'one'] };

  it.each(['', 'a', 'Ann Lee said so.\n'.repeat(400), '\u0001sealed:'])('opens as it was: %j', (text) => {
    const sealed = sealText(key, at, text);
    expect([isTextSealed(sealed), sealed.includes('Ann')]).toEqual([true, false]);
    expect(openText(key, at, sealed)).toBe(text);
    expect(() => openText(key, { ...at, row: ['C000002', 'one'] }, sealed)).toThrow('does not open');
  });

  it('is told apart from what somebody wrote', () => {
    for (const text of ['', 'sealed:', 'C000001']) expect(isTextSealed(text)).toBe(false);
  });
});

describe('sealed bytes', () => {
  const at: ValuePlace = { ...place, table: 'flow_file_part', column: 'content', row: ['one', '0'] };

  it.each([0, 1, 100_000])('open as they were: %i bytes', (length) => {
    const content = randomBytes(length);
    const sealed = sealBytes(key, at, content);
    expect([areBytesSealed(sealed), areBytesSealed(content)]).toEqual([true, false]);
    expect(openBytes(key, at, sealed)).toEqual(content);
    expect(length > 1 && sealed.includes(content.subarray(0, 32))).toBe(false);
  });

  it('do not open when a byte is changed or cut off, elsewhere, by another key, nor as a value', () => {
    const sealed = sealBytes(key, at, Buffer.from('some bytes'));
    for (let byte = 8; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte]! ^= 1;
      expect(() => openBytes(key, at, changed), `byte ${byte}`).toThrow('does not open');
    }
    expect(() => openBytes(key, at, sealed.subarray(0, 20))).toThrow('does not open');
    expect(() => openBytes(key, { ...at, row: ['one', '1'] }, sealed)).toThrow('does not open');
    expect(() => openBytes(createSecretKey(randomBytes(32)), at, sealed)).toThrow('does not open');
    expect(() => openValue(key, at, sealed.subarray(8).toString('base64'))).toThrow('does not open');
  });
});
