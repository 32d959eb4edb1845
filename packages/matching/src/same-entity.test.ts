import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayInterval, yearInterval } from './dates.ts';
import type { ListEntry } from './entry.ts';
import { identifierKeys } from './identifiers/index.ts';
import { joinEntities, sameEntity } from './same-entity.ts';
import { listSources } from './sources/table.ts';
import { dataFile, dataFolder, hasData, readEntries } from './testing/lists.ts';

function entry(source: string, name: string, facts: Partial<ListEntry> = {}): ListEntry {
  return {
    id: `${source}:${name}`,
    source,
    type: 'individual',
    names: [{ text: name, kind: 'primary' }],
    births: [],
    nationalities: [],
    countries: [],
    identifiers: [],
    addresses: [],
    category: 'sanctions',
    subCategory: 'test',
    programs: [],
    ...facts,
  };
}

const passport = { identifiers: [{ kind: 'Passport', value: 'K4471902' }] };
const born = (date: string) => ({ births: [dayInterval(date)] });
const year = (from: number) => ({ births: [yearInterval(from, from, 'year')] });

describe('sameEntity', () => {
  it('joins by a shared number, unless the names are of two people', () => {
    const one = entry('a', 'Philippa Quillfeather', passport);
    expect(sameEntity(one, entry('b', 'Pilippa Quilfeather', passport))).toMatchObject({
      ground: 'identifier',
      detail: 'Passport K4471902',
    });
    expect(sameEntity(one, entry('b', 'Otto Elsewhere', passport))).toBeUndefined();
  });

  it('joins by a number that one file gives of the other, whatever the names', () => {
    const un = entry('un-sc', 'Philippa Quillfeather', { programs: ['Kites', 'KTi.004'] });
    const eu = entry('eu-fsf', 'Pip', { details: { references: [{ scheme: 'un', value: 'KTi.004' }] } });
    expect(sameEntity(un, eu)).toMatchObject({ ground: 'reference', detail: 'un KTi.004' });
  });

  it('joins by name with birth, and with country where the birth is not exact', () => {
    const one = entry('a', 'Philippa Quillfeather', { ...born('1961-04-02'), nationalities: ['NZ'] });
    expect(sameEntity(one, entry('b', 'Filippa Quillfeather', born('1961-04-02')))).toMatchObject({
      ground: 'birth-date',
    });
    expect(sameEntity(one, entry('b', 'Philippa Quillfeather', year(1961)))).toBeUndefined();
    expect(
      sameEntity(one, entry('b', 'Philippa Quillfeather', { ...year(1961), countries: ['NZ'] })),
    ).toMatchObject({ ground: 'birth-year' });
    expect(
      sameEntity(one, entry('b', 'Philippa Quillfeather', { ...year(1975), countries: ['NZ'] })),
    ).toBeUndefined();
  });

  it('never joins by a name alone, over a contradiction, or within one list', () => {
    const facts = { ...born('1961-04-02'), gender: 'F' as const };
    const one = entry('a', 'Philippa Anna Quillfeather', facts);
    expect(sameEntity(one, entry('b', 'Philippa Anna Quillfeather'))).toBeUndefined();
    expect(
      sameEntity(one, entry('b', 'Philippa Anna Quillfeather', { ...facts, gender: 'M' })),
    ).toBeUndefined();
    expect(sameEntity(one, { ...one, id: 'a:2' })).toBeUndefined();
    expect(sameEntity(one, { ...one, source: 'b', type: 'corporate' })).toBeUndefined();
  });

  it('never joins ships or companies whose numbers of one office differ', () => {
    const ship = (source: string, imo: string) =>
      entry(source, 'Ocean Star', {
        type: 'vessel',
        countries: ['PA'],
        identifiers: [{ kind: 'IMO', value: imo, type: 'imo' }],
      });
    expect(sameEntity(ship('a', '9074729'), ship('b', '9074729'))).toMatchObject({ ground: 'identifier' });
    expect(sameEntity(ship('a', '9074729'), ship('b', '8814275'))).toBeUndefined();
    const firm = (source: string, number: string, country: string) =>
      entry(source, 'Vektor LLC', {
        type: 'corporate',
        countries: ['RU'],
        identifiers: [{ kind: 'Tax Number', value: number, type: 'tax', country }],
      });
    expect(sameEntity(firm('a', '7707083893', 'RU'), firm('b', '7728168971', 'RU'))).toBeUndefined();
    // A branch abroad has a number of its own.
    expect(sameEntity(firm('a', '7707083893', 'RU'), firm('b', '100123456', 'AE'))).toBeDefined();
  });

  it('takes the first of January and spans of years for less than they say', () => {
    const january = born('1970-01-01');
    const one = entry('a', 'Philippa Quillfeather', january);
    expect(sameEntity(one, entry('b', 'Philippa Quillfeather', january))).toBeUndefined();
    const [here, there] = ['a', 'b'].map((source) =>
      entry(source, 'Philippa Quillfeather', { ...january, countries: ['NZ'] }),
    ) as [ListEntry, ListEntry];
    expect(sameEntity(here, there)).toMatchObject({ ground: 'birth-date' });
    const span = { births: [yearInterval(1955, 1965, 'range')], countries: ['NZ'] };
    const exact = entry('b', 'Philippa Quillfeather', { ...year(1962), countries: ['NZ'] });
    expect(sameEntity(entry('a', 'Philippa Quillfeather', span), exact)).toMatchObject({
      ground: 'birth-year',
      detail: 'born 1962',
    });
    expect(sameEntity(entry('a', 'Philippa Quillfether', span), exact)).toBeUndefined();
  });
});

describe('joinEntities', () => {
  it('lets each of two brothers meet his own entry, and names the reason', () => {
    const [jack, jock] = ['Jack Gale Weatherby', 'Jock Gale Weatherby'].map((name) =>
      entry('a', name, { ...born('1955-05-04'), countries: ['NZ'] }),
    ) as [ListEntry, ListEntry];
    const joined = joinEntities([
      jack,
      { ...jock, source: 'b', id: 'b:jock' },
      jock,
      { ...jack, source: 'b', id: 'b:jack' },
    ]);
    expect(joined.map(({ entityIds }) => entityIds.toSorted())).toEqual([
      [jack.id, 'b:jack'],
      [jock.id, 'b:jock'],
    ]);
    expect(joined[0]).toMatchObject({ reason: { ground: 'birth-date', nameScore: 1 } });
  });

  it('joins nothing where nothing shows it', () => {
    expect(joinEntities([entry('a', 'Philippa Quillfeather'), entry('b', 'Otto Elsewhere')])).toEqual([]);
    expect(joinEntities([])).toEqual([]);
  });
});

describe.skipIf(!hasData)(
  'people of the UN and OFAC lists who share a document (skipped without the lists)',
  () => {
    async function entriesOf(source: string): Promise<ListEntry[]> {
      const names = readdirSync(`${dataFolder}/lists/${source}`).filter((name) => !name.startsWith('.'));
      const files = names.map((name) => dataFile(`lists/${source}/${name}`));
      return (await readEntries(listSources[source]!, files)).entries;
    }
    it('join without the numbers too, and with nobody else', async () => {
      const [un, ofac] = [await entriesOf('un-sc'), await entriesOf('us-ofac-sdn')];
      const holders = new Map(
        un.flatMap((one) =>
          one.identifiers.flatMap((id) => identifierKeys(id).map((key) => [key, one] as const)),
        ),
      );
      const pairs = new Map<string, [ListEntry, ListEntry]>();
      for (const one of ofac)
        for (const key of one.identifiers.flatMap((id) => identifierKeys(id))) {
          const other = holders.get(key);
          if (other && sameEntity(one, other)) pairs.set(`${other.id} ${one.id}`, [other, one]);
        }
      expect(pairs.size).toBeGreaterThan(120);
      const people = [...[...pairs.values()].map(([other]) => other), ...ofac].filter(
        ({ type }) => type === 'individual',
      );
      const hidden = people.map((one) => ({ ...one, identifiers: [] }));
      // These are two whole lists, not the hits of one screening, so no bound of comparisons applies.
      const joined = joinEntities([...new Map(hidden.map((one) => [one.id, one])).values()], Infinity);
      const found = joined.map(({ entityIds }) => entityIds.toSorted().join(' '));
      expect(found.filter((pair) => !pairs.has(pair))).toEqual([]);
      expect(found.length / pairs.size).toBeGreaterThanOrEqual(0.95);
    }, 120_000);
  },
);
