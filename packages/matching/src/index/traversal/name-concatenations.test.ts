import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListEntry } from '../../entry.ts';
import { prepareName } from '../../names/prepare.ts';
import { listSources } from '../../sources/table.ts';
import { readEntries } from '../../testing/lists.ts';
import { TokenLetters } from '../expansion/token-letters.ts';
import { buildIndex } from '../format/index-builder.ts';
import { openIndex } from '../format/list-index.ts';
import { NameConcatenations } from './name-concatenations.ts';

describe('mayBeAlike', () => {
  let sample: ListEntry;
  beforeAll(async () => {
    sample = (await readEntries(listSources['sample']!, [])).entries[0]!;
  });

  /** Words of few letters. */
  const word = fc
    .array(fc.constantFrom(...'aehckgpxmnrlbdt'), { minLength: 3, maxLength: 5 })
    .map((all) => all.join(''));

  it('is true wherever tokens beside a known end are alike to the query together', () => {
    // Two sounds that meet where words are joined are one.
    const names = fc
      .sample(fc.tuple(word, word, word), { numRuns: 1500, seed: 3 })
      .map(([a, b, c], i) => [a, i % 2 === 0 ? a.at(-1)! + b : b, i % 3 === 0 ? b.at(-1)! + c : c]);
    const entries = names.map((words, i) => ({
      ...sample,
      id: `test:${i}`,
      type: 'individual' as const,
      names: [{ text: words.join(' '), kind: 'primary' as const }],
    }));
    const index = openIndex(buildIndex(entries, { source: 'test', version: '1' }));
    const concatenations = new NameConcatenations(index, new TokenLetters(index));
    let alike = 0;
    let excluded = 0;
    for (let name = 0; name < index.nameCount; name++) {
      const tokens = index.preparedName(name).tokens;
      if (tokens.length !== 3) continue;
      const from = index.blocks.tokensFrom(name, index.blocks.blockOf(name));
      const [first, second, last] = tokens as [string, string, string];
      // The end stays as it is, and one letter of the rest is left out, doubled or changed to one of like sound.
      const rests = [
        second,
        second.slice(1),
        second.slice(0, -1),
        second.replace('c', 'k'),
        second[0] + second,
      ];
      const others = second.replace(/[ae]/g, 'o').replace(/h/g, '');
      rests.push(second.replace(/[aeh]/g, ''), last, others, others.slice(1), others.slice(0, -1));
      const queries = rests.flatMap((rest) => [
        { text: first + rest, at: from, end: from + 3 },
        { text: rest + last, at: from + 2, end: from - 1 },
        { text: first + rest + last, at: from, end: from + 3 },
        { text: first + rest + last, at: from + 2, end: from - 1 },
      ]);
      for (const { text, at, end } of queries) {
        const query = prepareName(text, 'person');
        if (query.tokens[0] !== text) continue;
        concatenations.start(query);
        const may = concatenations.mayBeAlike(at, end, 0);
        if (!may) excluded++;
        if (concatenations.similarity(at, end, 0) === 0) continue;
        alike++;
        expect([text, tokens.join(' '), may]).toEqual([text, tokens.join(' '), true]);
      }
    }
    expect(alike).toBeGreaterThan(2000);
    expect(excluded).toBeGreaterThan(2000);
  }, 60_000);
});
