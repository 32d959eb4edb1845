import { buildIndex, type ListEntry, openVersion } from '@gatehouse/matching';
import { describe, expect, it } from 'vitest';
import { relatedEntries } from './related-entries.ts';

function entry(
  id: string,
  name: string,
  relations: NonNullable<ListEntry['details']>['relations'] = [],
): ListEntry {
  return {
    id,
    source: id.split(':')[0]!,
    type: id.includes(':p') ? 'individual' : 'corporate',
    names: [{ text: name, kind: 'primary' }],
    births: [],
    nationalities: [],
    countries: [],
    identifiers: [],
    addresses: [],
    category: 'sanctions',
    categories: [],
    programs: [],
    placesOfBirth: [],
    ...(relations.length > 0 && { details: { relations } }),
  } as unknown as ListEntry;
}

function list(source: string, entries: readonly ListEntry[]) {
  return openVersion({ source, version: '1', base: buildIndex(entries, { source, version: '1' }) });
}

const linkedTo = (name: string) => ({ kind: 'linked', role: 'Linked To', name }) as const;
const ofac = list('us-ofac-sdn', [
  entry('us-ofac-sdn:c1', 'KORRIGAN MILLS S.A.', [
    linkedTo('KORRIGAN, Marwen Tad.'),
    linkedTo('NOBODY AT ALL'),
    linkedTo('TWIN TRADING'),
  ]),
  entry('us-ofac-sdn:p1', 'Marwen Tad KORRIGAN', [linkedTo('KORRIGAN MILLS S.A.')]),
  entry('us-ofac-sdn:c2', 'TWIN TRADING'),
  entry('us-ofac-sdn:c3', 'TWIN TRADING'),
]);
const owned = (id: string, share?: string) => ({ kind: 'owned-by', id, ...(share && { share }) }) as const;
const ftm = list('opensanctions', [
  entry('opensanctions:c1', 'Alpha', [
    owned('opensanctions:c2', '60'),
    { kind: 'family', id: 'opensanctions:p9' },
  ]),
  entry('opensanctions:c2', 'Beta', [owned('opensanctions:c1'), owned('opensanctions:p1', '51')]),
  entry('opensanctions:p1', 'Gamma', [{ kind: 'owns', id: 'opensanctions:c9' }]),
  entry('opensanctions:c9', 'Delta'),
]);

describe('relations of entries', () => {
  it('find the other end of a link by its name: one entry, none, or several', () => {
    const { entries, isCut } = relatedEntries([ofac, ftm], ['us-ofac-sdn:c1']);
    expect(entries.map(({ entityId }) => entityId)).toEqual(['us-ofac-sdn:c1', 'us-ofac-sdn:p1']);
    expect(entries[0]!.relations.map(({ entityIds }) => entityIds)).toEqual([
      ['us-ofac-sdn:p1'],
      [],
      ['us-ofac-sdn:c2', 'us-ofac-sdn:c3'],
    ]);
    expect(isCut).toBe(false);
  });

  it('lead through all layers of owners, once around a ring, and not from people to what they own', () => {
    const { entries } = relatedEntries([ofac, ftm], ['opensanctions:c1']);
    expect(entries.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(entries[0]!.relations).toEqual([
      { kind: 'owned-by', id: 'opensanctions:c2', share: '60', entityIds: ['opensanctions:c2'] },
    ]);
    expect(entries[2]).toMatchObject({ isPerson: true, source: 'opensanctions' });
  });

  it('are none of an entry that no list holds, and are cut where there are too many', () => {
    expect(relatedEntries([ofac], ['opensanctions:c1', 'watchlist:1'])).toEqual({
      entries: [],
      isCut: false,
    });
    const many = Array.from({ length: 300 }, (_, at) => owned(`opensanctions:x${at}`));
    const large = list('opensanctions', [entry('opensanctions:c1', 'State', many)]);
    const { entries, isCut } = relatedEntries([large], ['opensanctions:c1']);
    expect([entries[0]!.relations.length, isCut]).toEqual([200, true]);
  });

  it('look up a thousand names for one answer, each once, and are cut beyond', () => {
    const names = (from: number) =>
      Array.from({ length: 200 }, (_, at) => linkedTo(`UNHEARD OF ${String.fromCharCode(65 + from)}${at}`));
    const entries = Array.from({ length: 6 }, (_, at) =>
      entry(`us-ofac-sdn:c${at}`, `Company ${at}`, names(Math.min(at, 5))),
    );
    const repeated = entry('us-ofac-sdn:c9', 'Company 9', names(0));
    const many = list('us-ofac-sdn', [...entries, repeated]);
    const ask = (ids: readonly string[]) => relatedEntries([many], ids);
    const five = entries.slice(0, 5).map(({ id }) => id);
    expect(ask([...five, repeated.id]).isCut).toBe(false);
    const cut = ask([...five, entries[5]!.id]);
    expect([cut.isCut, cut.entries.at(-1)?.relations]).toEqual([true, []]);
  });
});
