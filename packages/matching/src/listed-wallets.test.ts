import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildIndex,
  enginePolicies,
  type ListIndex,
  listSources,
  openIndex,
  type Subject,
  screen,
} from './index.ts';
import { dataFile, hasData, readEntries } from './testing/lists.ts';

interface Listed {
  value: string;
  chain: string | undefined;
  entityId: string;
}

describe.skipIf(!hasData)('wallets that OFAC lists (skipped without ../shared/data)', () => {
  const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });
  let index: ListIndex;
  let listed: Listed[];

  beforeAll(async () => {
    const names = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'];
    const files = names.map((name) => dataFile(`lists/us-ofac-sdn/${name}`));
    const { entries } = await readEntries(listSources['us-ofac-sdn']!, files);
    index = openIndex(buildIndex(entries, { source: 'us-ofac-sdn', version: '1' }));
    listed = entries.flatMap(({ id, identifiers }) =>
      identifiers.flatMap(({ type, value, chain }) =>
        type === 'wallet' ? [{ value, chain, entityId: id }] : [],
      ),
    );
  });

  it('are 97 of 95 addresses, each with its chain', () => {
    expect(listed).toHaveLength(97);
    expect(new Set(listed.map(({ value }) => value)).size).toBe(95);
    expect(listed.every(({ chain }) => chain !== undefined)).toBe(true);
  });

  it.each<[string, (value: string) => Subject]>([
    ['name of a person', (value) => ({ name: value, type: 'individual' })],
    ['name of a company', (value) => ({ name: value, type: 'corporate' })],
    ['name of anybody', (value) => ({ name: value, type: 'any' })],
    [
      'wallet without a name',
      (value) => ({ name: '', type: 'any', identifiers: [{ type: 'wallet', value }] }),
    ],
    [
      'identifier of somebody',
      (value) => ({ name: 'Jane Doe', type: 'individual', identifiers: [{ type: 'wallet', value }] }),
    ],
    [
      'id number of somebody',
      (value) => ({ name: 'Jane Doe', type: 'individual', identifiers: [{ kind: 'wallet address', value }] }),
    ],
    [
      'id number without a kind',
      (value) => ({ name: 'Jane Doe', type: 'individual', identifiers: [{ value }] }),
    ],
  ])('are found as %s, with the chain', (_, subjectOf) => {
    const missed = listed.filter(({ value, chain, entityId }) => {
      const hit = screen([index], subjectOf(value), policy).hits.find((one) => one.entityId === entityId);
      const detail = hit?.reasons.find(({ feature }) => feature === 'identifier')?.detail ?? '';
      return !detail.includes(`wallet ${value}, chain ${chain}, listed under`) && !isOnTwoChains(value);
    });
    expect(missed).toEqual([]);
  });

  it('find the one that is listed without its last digit by the whole address', () => {
    const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 });
    const value = '0xa7e5d5a720f06526557c513402f2e6b5fa20b008';
    const [hit, ...others] = screen([index], { name: value, type: 'any' }, weak).hits;
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ entityId: 'us-ofac-sdn:29702', score: 0.88 });
    expect(hit!.reasons[0]!.detail).toContain('both ends agree, 1 character differs');
  });

  /** One address is listed for two chains; a hit names the first. */
  function isOnTwoChains(value: string): boolean {
    return new Set(listed.filter((one) => one.value === value).map(({ chain }) => chain)).size > 1;
  }
});
