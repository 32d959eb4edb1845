import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListEntry } from '../../entry.ts';
import { prepareName } from '../../names/prepare.ts';
import type { Family } from '../../names/roles.ts';
import { alignNames } from '../../scoring/alignment.ts';
import { comparePrepared } from '../../scoring/compare-names.ts';
import { listSources } from '../../sources/table.ts';
import { dataFile, hasData, readEntries } from '../../testing/lists.ts';
import { candidatesOf, disturb, disturbance, loses, scoresOf } from '../../testing/lost-names.ts';
import { buildIndex } from '../format/index-builder.ts';
import { type ListIndex, openIndex } from '../format/list-index.ts';
import { NameSearch } from './name-search.ts';
import { searchMemoryOf } from './search-memory.ts';

/** Names of some words each, the same ones in every run. */
function someOf(words: string, how: { count: number; least: number; max: number }): string[] {
  const length = { minLength: how.least, maxLength: how.max, size: 'max' } as const;
  const name = fc.array(fc.constantFrom(...words.split(' ')), length).map((parts) => parts.join(' '));
  return fc.sample(name, { seed: 7, numRuns: how.count });
}

function opened(entries: readonly ListEntry[]): ListIndex {
  return openIndex(buildIndex(entries, { source: 'test', version: '1' }));
}

describe('candidatesOf', () => {
  let entries: ListEntry[];
  beforeAll(async () => {
    entries = (await readEntries(listSources['sample']!, [])).entries;
  });

  const madeOf = (names: readonly string[], type: ListEntry['type']) =>
    names.map((text, i) => ({
      ...entries[0]!,
      id: `test:${type}:${i}`,
      type,
      names: [{ text, kind: 'primary' as const }],
    }));

  it('finds every name that scoring the whole list finds', () => {
    const names = entries.flatMap((entry) => entry.names.map((name) => name.text));
    loses(opened(entries), names, 1500);
  }, 60_000);

  it('finds a name of short first and last parts that the query writes as one long word', () => {
    const text = 'Al Umairah al-Ghamdi';
    const index = opened([{ ...entries[0]!, type: 'individual', names: [{ text, kind: 'primary' }] }]);
    expect(candidatesOf(index, prepareName('AlUmairahal Ghamdi', 'person'), 0.5)).toHaveLength(1);
  });

  it('finds a name whose last part the query has as an initial', () => {
    const index = opened(entries);
    const found = candidatesOf(index, prepareName('Pyol Bit-n', 'person'), 0.85);
    expect(found.map((name) => index.preparedName(name).tokens.join(' '))).toContain('pyol bit na');
  });

  it('finds a name that only initials and a doubtful token lead to', () => {
    const many = Array.from({ length: 15 }, (_, i) => 'Karim' + 'o'.repeat(i));
    const frequent = many.flatMap((other) => [`Hajim ${other}`, `Jabir ${other}`]);
    const names = ['J. C. Penn', 'Najib Ullah', 'Hajim Jabir', ...frequent];
    const index = opened(madeOf(names, 'individual'));
    expect(candidatesOf(index, prepareName('J. C. Aaenn', 'person'), 0.5)).toHaveLength(1);
    expect(candidatesOf(index, prepareName('Javi Haji M.', 'person'), 0.55)).toHaveLength(1);
    expect(candidatesOf(index, prepareName('Haji Mullah Sahib', 'person'), 0.5)).toHaveLength(1);
  });

  it('finds names by tokens that occur in the query twice', () => {
    const made = ['El El-Sheikh', 'Hassan Ali', 'Ali Hassan Ali'].map((text, i) => ({
      ...entries[0]!,
      id: `test:${i}`,
      type: 'individual' as const,
      names: [{ text, kind: 'primary' as const }],
    }));
    const index = opened(made);
    expect(candidatesOf(index, prepareName('al al', 'person'), 0.65)).toHaveLength(1);
    loses(index, ['al al', 'Ali Ali', 'Hassan Ali Hassan', 'al Ali al Ali', 'Abd al Ali al'], 500);
  });

  it('finds names of which a token may stand for two of the query, and parts that many leave out', () => {
    const names = [
      'Abu Bakr bin Abd al-Rahman al-Shaykh',
      'Abd al-Rahman Zahim',
      'Abu Abd Karim',
      'Abdalrahman Bakr',
      'Vladimir Vladimirovich Putin',
      'Juan Carlos Garcia',
    ];
    const made = names.map((text, i) => ({
      ...entries[0]!,
      id: `test:${i}`,
      type: 'individual' as const,
      names: [{ text, kind: 'primary' as const }],
    }));
    loses(opened(made), names, 1500);
  });

  it('counts a list token for one of the query tokens that it may match, and loses no name by that', () => {
    const words = 'Brahim Ibrahim Ebrahim Ibrahym Hassan Hasan Hassen Tikriti Takriti';
    const names = someOf(words, { count: 150, least: 2, max: 6 });
    loses(opened(madeOf(names, 'individual')), names, 400);
    const query = prepareName('Brahim Sabawi Ibrahim Hassan al-Tikriti', 'person');
    const texts = ['Song Chol Ibrahim Hassan al-Tikriti', 'Song Ibrahim Brahim Hassan al-Tikriti'];
    const index = opened(madeOf(texts, 'individual'));
    const found = candidatesOf(index, query, 0.65);
    expect(found.map((name) => index.preparedName(name).tokens[2])).toEqual(['brahim']);
  });

  it('finds names of initials, of one letter twice, and of numbers and legal forms that occur in them twice', () => {
    const people = [
      'J. J. Smith Brown Taylor',
      'J. J. Smith Brown',
      'Karpov A A Ivanova',
      'J J Ahmad',
      'Muhammad Abdillah Bashir',
      'Muhammad al Houthi',
      'Muhammad A. Bashir',
      'Said Muhammad Khan',
    ];
    const firms = ['Vostok 5 5', 'Vostok 5 5 Omsk', 'Plant 5 Unit 5', 'Vostok LLC Ltd', 'Boeing 7 7'];
    const index = opened([...madeOf(people, 'individual'), ...madeOf(firms, 'corporate')]);
    const queries = [
      'J. J. Smith',
      'J. J. Smyth',
      'A A Ivanov',
      'J J',
      'Muhammad A. B.',
      'Muhammad S. L. Shaykh',
    ];
    loses(index, [...people, ...queries], 1500);
    loses(index, [...firms, 'Vostok Omsk 5 5', 'Plant 5 Vostok 5', 'Vostok Karpov LLC Ltd'], 1500);
    searchMemoryOf(index).tuning.fewNames = 0;
    searchMemoryOf(index).tuning.muchWork = 0;
    loses(index, [...people, ...queries], 1500);
  }, 60_000);

  it('finds names of frequent tokens, beside initials, titles and joins of them', () => {
    const words =
      'Muhammad Mohammed Mahmud Ali Ahmad Abd Abu Abdul Karim Karima Jabir Javid Ayman Shaykh Hasan al bin J A B M 5';
    const names = someOf(words, { count: 400, least: 1, max: 7 });
    const index = opened(madeOf(names, 'individual'));
    const queries = [
      ...['Karim A. M. Ali', 'Muhammad A. J. B. A. M. Hasan', 'Ahmad M. K. Karim Jabir'],
      ...['Muhammad A. B.', 'A. B. J. Muhammad', 'Javi J. M. N.', 'Muhammad aB-SHAYKH', 'Mahmud j. ABD K.'],
      ...['Shaykh S. Muhammad', 'Hasan S. Shaykha', 'M. Mahmud A.'],
      ...['Abdulkarim J.', 'Karimali A. M.', 'Abu J. Abdkarim', 'J. J. Ayman', 'Muhammad Jmn Ali'],
      ...['Muhammad al al J', 'Karim al al', 'al al al Karim al', 'bin Ali bin J.'],
      ...someOf(words, { count: 60, least: 2, max: 4 }),
    ];
    loses(index, queries, 250);
    searchMemoryOf(index).tuning.fewNames = 0;
    searchMemoryOf(index).tuning.muchWork = 0;
    for (const worth of [1, 8, 0.3, 1e9]) {
      searchMemoryOf(index).tuning.pairWorth = worth;
      loses(index, queries, 250);
    }
  }, 120_000);

  it('finds companies of frequent words, of connectors and legal forms that occur in them twice', () => {
    const words = 'Bank Trading China Omsk Vostok Unit of the y e and LLC Ltd 5 A';
    const names = someOf(words, { count: 300, least: 1, max: 5 });
    const index = opened(madeOf(names, 'corporate'));
    const queries = [
      ...['Y Trading', 'Bank of China Y', 'Bank of of China', 'Vostok LLC LLC', 'Omsk Y Y A.'],
      ...someOf(words, { count: 40, least: 2, max: 5 }),
    ];
    searchMemoryOf(index).tuning.fewNames = 0;
    for (const worth of [1, 0.3, 1e9]) {
      searchMemoryOf(index).tuning.pairWorth = worth;
      loses(index, queries, 200);
    }
  }, 120_000);

  it('scores what it finds as two names are compared by themselves', () => {
    const index = opened([
      ...entries,
      ...madeOf(['B Smith', 'A Karim', 'Li B', 'Ob Karim Lee'], 'individual'),
    ]);
    const names = [
      ...entries.flatMap((entry) => entry.names.map((name) => name.text)),
      'Ob Smith',
      'Ea Karim',
    ];
    const property = fc.property(
      fc.constantFrom(...names),
      disturbance,
      fc.constantFrom<Family>('person', 'organisation'),
      (name, steps, family) => {
        const query = prepareName(disturb(name, steps), family);
        if (query.tokens.length === 0) return;
        const search = new NameSearch(index, query, 0.6);
        search.run((one, mayJoin) => {
          const list = index.preparedName(one);
          const similarityOf = (q: number, l: number) => search.similarityOf(q, list.ids[l]!);
          const { score } = alignNames(query, list, { similarityOf, mayJoin });
          const alone = comparePrepared(query, list).score;
          if (Math.max(score, alone) >= 0.6) expect([list.tokens, score]).toEqual([list.tokens, alone]);
        });
      },
    );
    fc.assert(property, { numRuns: 1500 });
  }, 60_000);

  it('finds every name by pairs of tokens too', () => {
    const index = opened(entries);
    searchMemoryOf(index).tuning.pairWorth = Number.POSITIVE_INFINITY;
    loses(
      index,
      entries.flatMap((entry) => entry.names.map((name) => name.text)),
      1500,
    );
  }, 60_000);

  it('finds every name whatever it looks for first', () => {
    const index = opened(entries);
    searchMemoryOf(index).tuning.muchWork = 0;
    searchMemoryOf(index).tuning.fewNames = 0;
    loses(
      index,
      entries.flatMap((entry) => entry.names.map((name) => name.text)),
      700,
    );
  });

  it('finds the best names when only so many are wanted', () => {
    const index = opened(entries);
    searchMemoryOf(index).tuning.muchWork = 0;
    searchMemoryOf(index).tuning.fewNames = 0;
    const names = entries.flatMap((entry) => entry.names.map((name) => name.text));
    const property = fc.property(
      fc.constantFrom(...names),
      disturbance,
      fc.integer({ min: 1, max: 4 }),
      (name, steps, wanted) => {
        const query = prepareName(disturb(name, steps), 'person');
        const scoreOf = (one: number) => comparePrepared(query, index.preparedName(one)).score;
        const best = (scores: number[]) => scores.sort((a, b) => b - a).slice(0, wanted);
        const search = new NameSearch(index, query, 0.5);
        const found: number[] = [];
        search.run((one) => {
          found.push(scoreOf(one));
          const last = best([...found])[wanted - 1];
          if (last !== undefined) search.threshold = Math.max(search.threshold, last);
        });
        const all = scoresOf(index, query, { family: 'person', threshold: 0.5 });
        expect(best(found.filter((score) => score >= 0.5))).toEqual(best([...all.values()]));
      },
    );
    fc.assert(property, { numRuns: 400 });
  });

  it('finds names of short, joined and abbreviated tokens', () => {
    const names = ['Ku Ja Hyong', 'People of the Long Army', 'J. C. Penn', 'Al', 'E. S. Co.', '44', 'Ng'];
    const made = names.map((text, i) => ({
      ...entries[0]!,
      id: `test:${i}`,
      type: i === 1 || i === 4 || i === 5 ? ('corporate' as const) : ('individual' as const),
      names: [{ text, kind: 'primary' as const }],
    }));
    loses(opened(made), [...names, 'KuJa Hyong', 'PLA', 'JC Penn', 'Kuja Hyong'], 1500);
  }, 60_000);

  it('finds a name by a join that is more like it than a part that is another syllable', () => {
    const index = opened(madeOf(['Ku Ja Hyong'], 'individual'));
    const query = prepareName('Ku a Heong', 'person');
    const { score } = comparePrepared(query, index.preparedName(0));
    expect(candidatesOf(index, query, score - 1e-7)).toEqual([0]);
  });

  it('finds a name by a join in which the h of one part makes a sound of the other one with its next letter', () => {
    const index = opened(madeOf(['Dostaluhk Hkun'], 'individual'));
    const query = prepareName('Dostalahkun', 'person');
    const { score } = comparePrepared(query, index.preparedName(0));
    expect(score).toBeGreaterThan(0.8);
    expect(candidatesOf(index, query, score - 1e-7)).toEqual([0]);
  });

  it('finds a name of which one token repeats and may also stand for two of the query', () => {
    const name = { text: 'Aly Hassan Ibrahim Aly', kind: 'primary' as const };
    const index = opened([{ ...entries[0]!, id: 'test:1', type: 'individual', names: [name] }]);
    const query = prepareName('Al y Hassan Ibrahim mly', 'person');
    const score = comparePrepared(query, index.preparedName(0)).score;
    expect(score).toBeGreaterThan(0.9);
    expect(candidatesOf(index, query, 0.9)).toEqual([0]);
  });

  it.skipIf(!hasData)(
    'loses no name of the real UN list (skipped without ../shared/data)',
    async () => {
      const file = dataFile('lists/un-sc/consolidated.xml');
      const real = (await readEntries(listSources['un-sc']!, [file])).entries;
      const index = opened(real);
      const names = real.flatMap((entry) => entry.names.map((name) => name.text));
      searchMemoryOf(index).tuning.pairWorth = 5;
      searchMemoryOf(index).tuning.fewNames = 0;
      loses(index, names, 120);
    },
    60_000,
  );
});
