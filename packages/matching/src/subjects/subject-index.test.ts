import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MatchPolicy } from '../engines/policy.ts';
import { enginePolicies } from '../engines/table.ts';
import type { ListEntry } from '../entry.ts';
import { buildIndex, openIndex } from '../index/format/index.ts';
import { screen } from '../screen.ts';
import { listSources } from '../sources/table.ts';
import { watchlistEntry } from '../sources/watchlist.ts';
import type { Subject } from '../subject.ts';
import { readEntries } from '../testing/lists.ts';
import { SubjectIndex } from './subject-index.ts';

let sample: ListEntry[];
beforeAll(async () => {
  sample = (await readEntries(listSources['sample']!, [])).entries;
});

const policies: MatchPolicy[] = [
  { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 1 }), maxHits: 1000 },
  { ...enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 50 }), maxHits: 1000 },
  { ...enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 50 }), maxHits: 1000 },
  { ...enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 50 }), maxHits: 1000 },
  { ...enginePolicies.RISK_LISTS({ searchType: 'Precise', maxHits: 50 }), maxHits: 1000 },
];

/** Keys of the subjects that screening every one of them against the entries finds. */
function screened(
  subjects: ReadonlyMap<string, Subject>,
  entries: readonly ListEntry[],
  policy: MatchPolicy,
) {
  const list = openIndex(buildIndex(entries, { source: 'changed', version: '1' }));
  return [...subjects].filter(([, subject]) => screen([list], subject, policy).hits.length > 0);
}

const kinds = ['primary', 'strong', 'weak', 'former', 'original'] as const;

/** The entry with its names of other kinds, some with a part in brackets. */
function rekinded(entry: ListEntry, number: number): ListEntry {
  const id = `${entry.id}:${number}`;
  const names = entry.names.map(({ text }, at) => ({
    text: (number + at) % 4 === 0 ? `${text} (Abcdef)` : text,
    kind: kinds[(number + at) % kinds.length]!,
  }));
  return { ...entry, id, names };
}

/** Ways in which a name is written otherwise. */
const rewritings: ((words: string[], at: number) => string[])[] = [
  (words) => words,
  (words) => words.toReversed(),
  (words, at) => words.toSpliced(at, 1),
  (words, at) => words.with(at, `${words[at]!.slice(0, 1)}.`),
  (words, at) => words.with(at, words[at]!.slice(0, -1)),
  (words, at) => words.with(at, `${words[at]!.slice(0, 2)}x${words[at]!.slice(2)}`),
  (words, at) => words.with(at, `${words[at]!.slice(0, 1)}${words[at]!.slice(2)}`),
  (words, at) => words.toSpliced(at, 2, words.slice(at, at + 2).join('')),
  (words, at) => words.toSpliced(at, 3, words.slice(at, at + 3).join('')),
  (words, at) => words.toSpliced(at, 1, words[at]!.slice(0, 3), words[at]!.slice(3)),
  (words, at) => words.toSpliced(at, 1, words[at]!.slice(0, -3), `${words[at]!.slice(-3)}a`),
  (words) => [words.map((word) => word[0]).join('')],
  (words, at) => words.with(at, [...words[at]!].toSorted().join('')),
  (words) => [...words, 'Mohammed'],
  (words) => ['Dr', ...words, 'Ltd'],
];

function rewritten(name: string, [how, at, again]: readonly [number, number, number]): string {
  let words = name.split(/\s+/).filter((word) => word !== '');
  for (const number of [how, again]) {
    const next = rewritings[number % rewritings.length]!(words, at % words.length).filter(
      (word) => word !== '',
    );
    if (next.length > 0) words = next;
  }
  return words.join(' ');
}

describe('SubjectIndex', () => {
  it('returns everybody whom screening all finds, and of subjects known by name only no other', () => {
    const way = fc.tuple(fc.nat(100), fc.nat(8), fc.nat(100));
    const person = fc.record({
      of: fc.nat(1000),
      name: fc.nat(20),
      way,
      other: fc.option(way, { nil: undefined }),
      type: fc.constantFrom('individual' as const, 'corporate' as const, 'any' as const),
      facts: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 5, maxLength: 40 }),
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }),
        (people, listed) => {
          const entries = [
            ...new Set(listed.map((number) => rekinded(sample[number % sample.length]!, number))),
          ];
          const subjects = new Map<string, Subject>();
          for (const [number, { of, name, way: first, other, type, facts }] of people.entries()) {
            const entry = sample[of % sample.length]!;
            const text = entry.names[name % entry.names.length]!.text;
            subjects.set(`customer ${number}`, {
              name: rewritten(text, first),
              ...(other ? { aliases: [rewritten(text, other)] } : {}),
              type,
              ...(facts ? { births: entry.births, nationalities: entry.nationalities } : {}),
            });
          }
          const index = new SubjectIndex({ gathered: 7, largest: 20 });
          for (const [key, subject] of subjects) index.put(key, subject);
          for (const policy of policies) {
            const concerned = index.concerned(entries, [policy]);
            const hits = screened(subjects, entries, policy);
            expect(hits.filter(([key]) => !concerned.has(key))).toEqual([]);
            const known = new Set(hits.map(([key]) => key));
            const needless = [...concerned].filter((key) => !known.has(key) && !subjects.get(key)!.births);
            expect(needless).toEqual([]);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('leaves out subjects whose names have little in common with the entries', () => {
    const index = new SubjectIndex();
    index.put('near', { name: 'Jane Exemple', type: 'individual' });
    index.put('half', { name: 'Jane Otherwise', type: 'individual' });
    index.put('far', { name: 'Peter Unlike', type: 'individual' });
    const entry = watchlistEntry({ id: 'w', name: 'Jane Example' });
    expect([...index.concerned([entry], [policies[2]!])]).toEqual(['near']);
  });

  it('finds by identifiers, by initials on either side and by names written together', () => {
    const index = new SubjectIndex();
    index.put('document', {
      name: 'Somebody Else',
      type: 'individual',
      identifiers: [{ kind: 'Passport', value: 'x 123-4567' }],
    });
    index.put('initial', { name: 'J. Example', type: 'individual' });
    index.put('whole', { name: 'Janice Example', type: 'individual' });
    index.put('joined', { name: 'Ramy Maklouf', type: 'individual' });
    const entries = [
      watchlistEntry({
        id: '1',
        name: 'Another Person',
        identifiers: [{ kind: 'Passport', value: 'X1234567' }],
      }),
      watchlistEntry({ id: '2', name: 'Janice Example' }),
      watchlistEntry({ id: '3', name: 'J Example' }),
      watchlistEntry({ id: '4', name: 'Ramymaklouf' }),
    ];
    expect([...index.concerned(entries, [policies[1]!])].sort()).toEqual([
      'document',
      'initial',
      'joined',
      'whole',
    ]);
  });

  it('finds by wallets: stated, given as a name, or similar to a listed one', () => {
    const listed = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
    const index = new SubjectIndex();
    index.put('stated', { name: '', type: 'any', identifiers: [{ type: 'wallet', value: listed }] });
    index.put('named', { name: listed.toUpperCase(), type: 'individual' });
    index.put('similar', { name: `${listed.slice(0, 10)}00${listed.slice(12)}`, type: 'individual' });
    index.put('other', {
      name: '',
      type: 'any',
      identifiers: [{ type: 'wallet', value: `0x${'7'.repeat(40)}` }],
    });
    const entry = watchlistEntry({
      id: 'w',
      name: 'Jane Example',
      identifiers: [{ kind: 'Digital Currency Address - ETH', value: listed }],
    });
    expect([...index.concerned([entry], [policies[1]!])].sort()).toEqual(['named', 'similar', 'stated']);
  });

  it('always returns a subject whose name is too long to be looked up', () => {
    const index = new SubjectIndex();
    index.put('long', {
      name: Array.from({ length: 40 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`).join(' '),
      type: 'corporate',
    });
    expect([...index.concerned([watchlistEntry({ id: 'w', name: 'Jane Example' })], [policies[2]!])]).toEqual(
      ['long'],
    );
    expect([...index.concerned([], [policies[2]!])]).toEqual([]);
  });

  it('goes by what a subject was last put as, however often and in whatever order', () => {
    const names = ['Jane Example', 'Peter Unlike', 'Otto Sample', 'Maria Instance'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(8), fc.option(fc.nat(3), { nil: undefined })), { maxLength: 60 }),
        fc.nat(3),
        (steps, wanted) => {
          const index = new SubjectIndex({ gathered: 4, largest: 6 });
          const known = new Map<string, string>();
          for (const [key, name] of steps) {
            if (name === undefined) {
              index.delete(`${key}`);
              known.delete(`${key}`);
            } else {
              index.put(`${key}`, { name: names[name]!, type: 'individual' });
              known.set(`${key}`, names[name]!);
            }
          }
          const entry = watchlistEntry({ id: 'w', name: names[wanted]! });
          const expected = [...known].filter(([, name]) => name === names[wanted]).map(([key]) => key);
          expect([...index.concerned([entry], [policies[2]!])].sort()).toEqual(expected.sort());
          expect(index.size).toBe(known.size);
        },
      ),
    );
  });
});
