import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { parseBirth } from './dates.ts';
import { enginePolicies } from './engines/table.ts';
import type { ListEntry } from './entry.ts';
import { buildIndex, openIndex } from './index/format/index.ts';
import { screen } from './screen.ts';
import { listSources } from './sources/table.ts';
import { watchlistEntry } from './sources/watchlist.ts';
import type { Subject } from './subject.ts';
import { dataFile, hasData, readEntries } from './testing/lists.ts';
import { namesOfScripts } from './testing/names-of-scripts.ts';

const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 10 });
/** Shows everything that scores half or more, also where other facts lift a lower name there. */
const loosest = { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 1 }), minNameScore: 0.4, maxHits: 10 };
const types = ['individual', 'corporate', 'vessel'] as const;
/** Scores are rounded to four decimals after sums in another order. */
const ROUNDING = 0.00011;

function listOf(...entries: ListEntry[]) {
  return openIndex(buildIndex(entries, { source: 'test', version: '1' }));
}

function subjectType(type: (typeof types)[number]): 'individual' | 'corporate' {
  return type === 'individual' ? 'individual' : 'corporate';
}

/** What precedes or follows a name in the fields of forms and of other systems. */
const remarks: ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name} (account closed)`,
  (name) => `${name} (born 1957, see file)`,
  (name) => `(the late) ${name}`,
  (name) => `${name} [former director (retired)]`,
  (name) => `${name}（旧名）`,
  (name) => `${name} (formerly`,
  (name) => `${name} (ABCD)`,
  (name) => `Ordinary Customer (${name})`,
  (name) => `${name} / Somebody Else`,
  (name) => `Somebody Else; ${name}`,
];

const rewritings: ((words: string[], at: number) => string[])[] = [
  (words) => words,
  (words) => words.toReversed(),
  (words, at) => words.toSpliced(at, 1),
  (words, at) => words.with(at, `${words[at]!.slice(0, 1)}.`),
  (words, at) => words.with(at, `${words[at]!.slice(0, 2)}x${words[at]!.slice(2)}`),
  (words, at) => words.with(at, `${words[at]!.slice(0, 1)}${words[at]!.slice(2)}`),
  (words, at) => words.toSpliced(at, 2, words.slice(at, at + 2).join('')),
  (words, at) => words.toSpliced(at, 1, words[at]!.slice(0, 4), words[at]!.slice(4)),
  (words) => [...words, 'Karim'],
  (words) => [...words, 'Tradin', 'Gmbh'],
];

function rewritten(name: string, steps: readonly (readonly [number, number])[]): string {
  let words = name.split(/\s+/);
  for (const [how, at] of steps) {
    const next = rewritings[how % rewritings.length]!(words, at % words.length).filter((word) => word !== '');
    if (next.length > 0) words = next;
  }
  return words.join(' ');
}

/** Names that are read in more than one way, beside those of the list. */
const oddNames = [
  'GREAT LAKES COMPANY (GLC)',
  'The Silver Front/Golden Army',
  'Motel Campo Amor',
  'Hotel Campo Amor',
  'Hong Kong Intertrade Company',
  'Hong Kong Inter Trading Company',
  'Си Цзиньпин',
  'Xi Jinping',
  'Ким Чен Ын',
  'Kim Jong Un',
  '习近平',
  '김정은',
  'أسامة بن لادن',
  'Osama bin Laden',
];

/** Screens against a list of one name, and compares the two: what is found never scores less. */
function expectNeverBelowCompare(names: readonly string[], runs: number): void {
  const step = fc.tuple(fc.nat(100), fc.nat(8));
  const written = fc.record({ remark: fc.nat(100), steps: fc.array(step, { maxLength: 2 }) });
  fc.assert(
    fc.property(
      fc.record({
        of: fc.nat(100_000),
        /** The names that stand next to it are often of the same person. */
        next: fc.constantFrom(0, 0, 1, 2),
        other: fc.nat(100_000),
        listed: written,
        screened: written,
        alias: fc.option(written, { nil: undefined }),
        type: fc.constantFrom(...types),
        births: fc.constantFrom([], ['1961'], ['1990']),
        number: fc.option(fc.constant('X 4410927'), { nil: undefined }),
        isAnyType: fc.boolean(),
      }),
      ({ of, next, other, listed, screened, alias, type, births, number, isAnyType }) => {
        const write = (at: number, { remark, steps }: typeof listed) =>
          remarks[remark % remarks.length]!(rewritten(names[at % names.length]!, steps));
        const identifiers = number ? [{ kind: 'Passport', value: number }] : [];
        const entry = watchlistEntry({
          id: '1',
          name: write(of, listed),
          type,
          dateOfBirth: '1961-03-14',
          identifiers,
        });
        const subject: Subject = {
          name: write(alias ? other : of + next, screened),
          aliases: alias ? [write(of + next, alias)] : [],
          type: subjectType(type),
          births: births.map((year) => parseBirth(year)!),
          identifiers,
        };
        const { names: entryNames, births: entryBirths } = entry;
        const listedSubject = {
          name: entryNames[0]!.text,
          type: subjectType(type),
          births: entryBirths,
          identifiers,
        };
        const compared = compare(subject, listedSubject, { type }).score;
        const asked = isAnyType ? { ...subject, type: 'any' as const } : subject;
        const [hit] = screen([listOf(entry)], asked, loosest).hits;
        if (compared >= loosest.minScore + ROUNDING)
          expect(hit?.score ?? 0).toBeGreaterThanOrEqual(compared - ROUNDING);
      },
    ),
    { numRuns: runs },
  );
}

describe('screen, beside compare', () => {
  let names: string[];
  beforeAll(async () => {
    const files = hasData ? [dataFile('lists/un-sc/consolidated.xml')] : [];
    const { entries } = await readEntries(listSources[hasData ? 'un-sc' : 'sample']!, files);
    names = [...oddNames, ...entries.flatMap((entry) => entry.names.map(({ text }) => text))];
  });

  it('finds a listed name that a remark in brackets follows, at every strength', () => {
    const list = listOf(watchlistEntry({ id: '1', name: 'Osama bin Laden' }));
    for (const matchStrength of ['EXACT', 'STRONG', 'WEAK'] as const) {
      const policy = enginePolicies.GLOBAL_CHECK({ matchStrength, maxHits: 10 });
      for (const remark of [
        '(account closed)',
        '[born 1957]',
        '（已故）',
        '(see file',
        '(see (other) file)',
      ]) {
        const name = `Osama bin Laden ${remark}`;
        const [hit] = screen([list], { name, type: 'individual' }, policy).hits;
        expect(hit, name).toMatchObject({ score: 0.98, nameScore: 0.98, queryName: name });
        expect(hit!.reasons.map(({ detail }) => detail)).toContain('Laden is the same');
      }
    }
  });

  it('finds a name of two characters that a remark follows', () => {
    const list = listOf(watchlistEntry({ id: '1', name: '王明' }));
    expect(screen([list], { name: '王明 (account closed)', type: 'individual' }, weak).hits).toHaveLength(1);
  });

  it('finds by a better name of an entity what a part of another gives as well', () => {
    const list = listOf(watchlistEntry({ id: '1', name: 'Golden Army (ABCD)', aliases: ['Golden Army'] }));
    expect(screen([list], { name: 'Golden Army', type: 'individual' }, weak).hits[0]!.score).toBe(1);
  });

  it('never scores a list of one name below the comparison with it', () => {
    expectNeverBelowCompare(names, 1000);
  }, 60_000);

  it('nor in any script', () => {
    expectNeverBelowCompare(namesOfScripts.flat(), 1000);
  }, 60_000);
});
