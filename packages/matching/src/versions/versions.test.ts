import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { enginePolicies } from '../engines/table.ts';
import type { ListEntry } from '../entry.ts';
import { buildIndex, openIndex } from '../index/format/index.ts';
import { screen } from '../screen.ts';
import type { EntryChange } from '../sources/opensanctions-delta.ts';
import { listSources } from '../sources/table.ts';
import { watchlistEntry } from '../sources/watchlist.ts';
import { readEntries } from '../testing/lists.ts';
import { diffEntry } from './entry-difference.ts';
import { type LayeredList, type ListVersion, openVersion } from './layered-list.ts';
import { changeOf, differences, differencesOf, type ListDifference } from './list-difference.ts';
import { firstVersion, isMergeDue, mergedVersion, nextVersion } from './list-version.ts';

const meta = (version: string) => ({ source: 'sample', version });
let sample: ListEntry[];

beforeAll(async () => {
  sample = (await readEntries(listSources['sample']!, [])).entries;
});

/** Entries after changes, in any order. */
function applied(entries: readonly ListEntry[], changes: readonly EntryChange[]): ListEntry[] {
  const after = new Map(entries.map((entry) => [entry.id, entry]));
  for (const change of changes) {
    if (change.op === 'delete') after.delete(change.id);
    else after.set(change.id, change.entry);
  }
  return [...after.values()];
}

/** An entry that is new, gone, bears another name, or bears the names of a second one too. */
function change(one: number, other: number, how: number): EntryChange {
  const [entry, second] = [sample[one % sample.length]!, sample[other % sample.length]!];
  if (how === 0) return { op: 'delete', id: entry.id };
  const id = how === 1 ? `sample:new${one}` : entry.id;
  const names = how === 3 ? [...entry.names, ...second.names] : second.names;
  return { op: 'put', id, entry: { ...entry, id, names } };
}

const changes = () =>
  fc.array(
    fc.tuple(fc.nat(200), fc.nat(200), fc.nat(3)).map(([one, other, how]) => change(one, other, how)),
    { maxLength: 12 },
  );

async function collect(list: LayeredList, entries: readonly ListEntry[]): Promise<ListDifference[]> {
  const found: ListDifference[] = [];
  for await (const difference of differences(list, entries)) found.push(difference);
  return found;
}

const byId = (a: ListEntry, b: ListEntry) => (a.id < b.id ? -1 : 1);

describe('nextVersion', () => {
  it('answers like an index built anew, whatever changed and however often', () => {
    const base = firstVersion(buildIndex(sample, meta('1')), meta('1'));
    const names = sample.flatMap((entry) => entry.names.map((name) => name.text));
    const policies = [
      { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.9 }), maxHits: 1000 },
      { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 0.9 }), maxHits: 2 },
      enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 }),
    ];
    fc.assert(
      fc.property(
        fc.array(changes(), { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 6 }),
        (steps, queries) => {
          let version: ListVersion = base;
          let entries = sample;
          let kept = openVersion(base);
          for (const [number, step] of steps.entries()) {
            version = nextVersion(version, step, meta(`${number + 2}`));
            entries = applied(entries, step);
            kept = openVersion(version, { base: kept.base });
            screen([kept], { name: queries[0]!, type: 'any' }, policies[0]!);
          }
          const list = openVersion(version);
          const anew = openIndex(buildIndex(entries, meta('anew')));
          const merged = openVersion(mergedVersion(version));
          expect(list).toMatchObject({ entityCount: anew.entityCount, nameCount: anew.nameCount });
          for (const name of queries) {
            const subject = { name, type: 'any' as const, identifiers: [{ value: 'QF4410927' }] };
            for (const policy of policies) {
              const expected = screen([anew], subject, policy);
              expect(screen([list], subject, policy)).toEqual(expected);
              expect(screen([kept], subject, policy)).toEqual(expected);
              expect(screen([merged], subject, policy)).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('leaves the version that it was given as it was', () => {
    const first = nextVersion(
      firstVersion(buildIndex(sample, meta('1')), meta('1')),
      [{ op: 'delete', id: sample[0]!.id }],
      meta('2'),
    );
    nextVersion(first, [{ op: 'delete', id: sample[1]!.id }], meta('3'));
    expect(openVersion(first).entryWithId(sample[0]!.id)).toBeUndefined();
    expect(openVersion(first).entryWithId(sample[1]!.id)).toMatchObject({ id: sample[1]!.id });
  });

  it('takes back what was gone, and forgets what was new and is gone', () => {
    const base = firstVersion(buildIndex(sample, meta('1')), meta('1'));
    const [entry] = sample;
    const made = { ...entry!, id: 'sample:made' };
    const gone = nextVersion(base, [{ op: 'delete', id: entry!.id }], meta('2'));
    const again = nextVersion(
      gone,
      [
        { op: 'put', id: entry!.id, entry: entry! },
        { op: 'put', id: made.id, entry: made },
      ],
      meta('3'),
    );
    const last = nextVersion(again, [{ op: 'delete', id: made.id }], meta('4'));
    expect([...openVersion(last).entries()].sort(byId)).toEqual([...openVersion(base).entries()].sort(byId));
  });

  it('is worth merging once a tenth has changed', () => {
    const base = firstVersion(buildIndex(sample, meta('1')), meta('1'));
    const few = nextVersion(base, [{ op: 'delete', id: sample[0]!.id }], meta('2'));
    const many = nextVersion(
      base,
      sample.slice(0, 30).map(({ id }) => ({ op: 'delete', id })),
      meta('2'),
    );
    expect([base, few, many].map((version) => isMergeDue(version))).toEqual([false, false, true]);
    expect(mergedVersion(many)).not.toHaveProperty('gone');
  });
});

describe('differences', () => {
  it('are exactly what makes the newer list of the older one', async () => {
    await fc.assert(
      fc.asyncProperty(changes(), changes(), async (before, after) => {
        const base = firstVersion(buildIndex(sample, meta('1')), meta('1'));
        const version = nextVersion(base, before, meta('2'));
        const list = openVersion(version);
        const entries = applied([...list.entries()], after);
        const found = await collect(list, entries);
        const next = openVersion(nextVersion(version, found.map(changeOf), meta('3')));
        expect(await collect(next, entries)).toEqual([]);
        expect([...next.entries()].map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
        const ofDelta = [...differencesOf(list, after)];
        const order = (a: ListDifference, b: ListDifference) => (a.id < b.id ? -1 : 1);
        expect(ofDelta.sort(order)).toEqual(found.sort(order));
      }),
      { numRuns: 40 },
    );
  });

  it('find nothing in the same list in another order', async () => {
    const list = openVersion(firstVersion(buildIndex(sample, meta('1')), meta('1')));
    expect(await collect(list, [...sample].reverse())).toEqual([]);
  });
});

describe('diffEntry', () => {
  const entry = watchlistEntry({
    id: 'w1',
    name: 'Jane Example',
    aliases: ['Jane Sample'],
    dateOfBirth: '1980',
    countries: ['SG'],
  });

  it('names each field that changed, what was added and what was removed', () => {
    const after = {
      ...entry,
      names: [entry.names[0]!, { text: 'Janet Sample', kind: 'weak' as const }],
      nationalities: ['SG', 'MY'],
    };
    expect(diffEntry(entry, after)).toEqual({
      changes: [
        { field: 'names', added: ['Janet Sample (weak)'], removed: ['Jane Sample (strong)'] },
        { field: 'nationalities', added: ['MY'], removed: [] },
      ],
      material: true,
    });
  });

  it('takes order for no change, and capitals and remarks for one that is not material', () => {
    expect(diffEntry(entry, { ...entry, names: [...entry.names].reverse() }).changes).toEqual([]);
    const upper = entry.names.map((name) => ({ ...name, text: name.text.toUpperCase() }));
    const shown = diffEntry(entry, { ...entry, names: upper, remarks: 'new', listedOn: '2026-01-01' });
    expect(shown.changes.map(({ field }) => field)).toEqual(['names', 'listedOn', 'remarks']);
    expect(shown.material).toBe(false);
  });

  it('takes for material what a screening goes by and what an entity is listed for', () => {
    const changed: Partial<ListEntry>[] = [
      { births: [] },
      { nationalities: ['MY'] },
      { countries: ['MY'] },
      { gender: 'F' },
      { identifiers: [{ kind: 'Passport', value: 'E1234567' }] },
      { type: 'corporate' },
      { category: 'pep' },
      { subCategory: 'other' },
      { programs: ['X'] },
    ];
    for (const part of changed)
      expect(diffEntry(entry, { ...entry, ...part }), JSON.stringify(part)).toMatchObject({ material: true });
  });

  it('names details by their member, and takes none of them for material', () => {
    const before = { ...entry, details: { amendedOn: ['2025-01-02'], craft: { model: 'Tug' } } };
    const relations = [{ kind: 'owned-by' as const, name: 'Sample Ltd', share: '51', from: '2001' }];
    const after = { ...entry, details: { amendedOn: ['2025-01-02', '2026-01-02'], relations } };
    expect(diffEntry(before, after)).toEqual({
      changes: [
        { field: 'details.amendedOn', added: ['2026-01-02'], removed: [] },
        { field: 'details.relations', added: ['owned-by Sample Ltd (51 %, 2001 to)'], removed: [] },
        { field: 'details.craft', added: [], removed: ['model Tug'] },
      ],
      material: false,
    });
  });
});

describe('details of an entry', () => {
  const detailedSample = () =>
    sample.map((entry, at) => (at % 2 ? entry : { ...entry, details: { reasons: [`Reason ${at}`, 'é'] } }));

  it('are in no hit, and leave every other section of the index as it was', () => {
    const detailed = detailedSample();
    const [plain, full] = [sample, detailed].map((entries) => openIndex(buildIndex(entries, meta('1'))));
    const { detailOffsets: _o, details: _d, ...sections } = full!.sections;
    expect(sections).toEqual(
      Object.fromEntries(Object.keys(sections).map((name) => [name, plain!.sections[name as 'blob']])),
    );
    const subject = { name: sample[0]!.names[0]!.text, type: 'any' as const };
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 });
    const found = screen([full!], subject, policy);
    expect(found).toEqual(screen([plain!], subject, policy));
    expect(found.hits[0]!.entry.id).toBe(sample[0]!.id);
  });

  it('are kept in the list, through changes and merges', async () => {
    const detailed = detailedSample();
    const list = openVersion(firstVersion(buildIndex(detailed, meta('1')), meta('1')));
    expect(list.entryWithId(detailed[0]!.id)).toMatchObject({ details: { reasons: ['Reason 0', 'é'] } });
    expect(await collect(list, detailed)).toEqual([]);
    const changed = { ...detailed[0]!, details: { reasons: ['Another'] } };
    const found = await collect(list, [changed, ...detailed.slice(1)]);
    expect(found).toMatchObject([
      { kind: 'changed', id: changed.id, material: false, changes: [{ field: 'details.reasons' }] },
    ]);
    const first = firstVersion(buildIndex(detailed, meta('1')), meta('1'));
    const second = nextVersion(first, found.map(changeOf), meta('2'));
    const third = nextVersion(second, [{ op: 'delete', id: detailed[2]!.id }], meta('3'));
    for (const version of [third, mergedVersion(third)])
      expect(openVersion(version).entryWithId(changed.id)).toMatchObject({
        details: { reasons: ['Another'] },
      });
    expect(openVersion(mergedVersion(third)).entryWithId(detailed[4]!.id)?.details).toEqual(
      detailed[4]!.details,
    );
  });
});
