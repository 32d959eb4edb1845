import { describe, expect, it } from 'vitest';
import { enginePolicies } from '../../engines/table.ts';
import type { ListEntry } from '../../entry.ts';
import { screen } from '../../screen.ts';
import { watchlistEntry } from '../../sources/watchlist.ts';
import { buildIndex } from './index-builder.ts';
import { openIndex } from './list-index.ts';
import { IndexFormatError } from './sections.ts';

const entries: ListEntry[] = [
  watchlistEntry({
    id: 'w1',
    name: 'Jane Example',
    aliases: ['J. Example'],
    dateOfBirth: '1980-02-29',
    countries: ['SGP', 'Nowhere'],
    gender: 'F',
    identifiers: [{ kind: 'Passport', value: 'E1234567' }],
    note: 'left',
  }),
  watchlistEntry({ id: 'w2', name: 'Example Trading Ltd', type: 'corporate', countries: ['MY'] }),
];
const buffer = buildIndex(entries, { source: 'watchlist', version: 'v7' });

describe('openIndex', () => {
  it('gives back what was indexed', () => {
    const index = openIndex(buffer, { verify: true });
    expect(index).toMatchObject({ source: 'watchlist', version: 'v7', entityCount: 2, nameCount: 3 });
    expect(index.entry(0)).toMatchObject({
      id: 'watchlist:w1',
      firstName: 'Jane',
      lastName: 'Example',
      remarks: 'left',
    });
    expect(index.entry(1)).toMatchObject({
      id: 'watchlist:w2',
      firstName: '',
      lastName: 'Example Trading Ltd',
    });
    expect(index.facts(0)).toEqual({
      type: 'individual',
      gender: 'F',
      births: [{ from: '1980-02-29', to: '1980-02-29', precision: 'day' }],
      nationalities: ['SG'],
      countries: ['SG'],
      identifiers: [],
    });
    expect(index.entitiesWithIdentifier('E1234567')).toEqual([0]);
    expect(index.entitiesWithIdentifier('E1234568')).toEqual([]);
    expect(index.preparedName(2).tokens).toEqual(['example', 'trading', '~llc']);
  });

  it('works on shared memory and answers the same', () => {
    const shared = new SharedArrayBuffer(buffer.byteLength);
    new Uint8Array(shared).set(new Uint8Array(buffer));
    const policy = enginePolicies.WATCHLIST();
    const subject = { name: 'Jane Exampel', type: 'individual' as const };
    expect(screen([openIndex(shared)], subject, policy)).toEqual(
      screen([openIndex(buffer)], subject, policy),
    );
    expect(screen([openIndex(shared)], subject, policy).hits).toHaveLength(1);
  });

  it('indexes an empty list', () => {
    const index = openIndex(buildIndex([], { source: 'watchlist', version: '0' }), { verify: true });
    expect(screen([index], { name: 'Jane Example', type: 'any' }, enginePolicies.WATCHLIST())).toEqual({
      hits: [],
      capped: false,
    });
  });

  it('refuses what is no index, is cut short, or is damaged', () => {
    expect(() => openIndex(new ArrayBuffer(8))).toThrow(IndexFormatError);
    expect(() => openIndex(new ArrayBuffer(4096))).toThrow('does not begin like an index');
    expect(() => openIndex(buffer.slice(0, buffer.byteLength - 8))).toThrow('cut short');
    const damaged = buffer.slice(0);
    new Uint8Array(damaged)[buffer.byteLength - 40]! ^= 1;
    expect(() => openIndex(damaged, { verify: true })).toThrow('checksum');
  });

  it('is the same, byte for byte, for the same entries', () => {
    expect(new Uint8Array(buildIndex(entries, { source: 'watchlist', version: 'v7' }))).toEqual(
      new Uint8Array(buffer),
    );
  });
});
