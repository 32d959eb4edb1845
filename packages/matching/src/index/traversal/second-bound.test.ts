import { describe, expect, it } from 'vitest';
import { comparableTokenAt, prepareName } from '../../names/prepare.ts';
import { alignNames } from '../../scoring/alignment.ts';
import { tokenSimilarity } from '../../scoring/token-similarity.ts';
import { listSources } from '../../sources/table.ts';
import { readEntries } from '../../testing/lists.ts';
import { addMultiTokenMatches } from '../expansion/multi-token-matches.ts';
import { addSingleTokenMatches } from '../expansion/single-token-matches.ts';
import { buildIndex } from '../format/index-builder.ts';
import { openIndex } from '../format/list-index.ts';
import { concatenatedNames } from './concatenated-names.ts';
import { searchMemoryOf } from './search-memory.ts';

const THRESHOLD = 0.65;

describe('SecondBound', () => {
  it('leaves out names that the first bound keeps, and none that scores enough', async () => {
    const { entries } = await readEntries(listSources['sample']!, []);
    const index = openIndex(buildIndex(entries, { source: 'test', version: '1' }));
    const { firstBound, secondBound, matches, letters, expander } = searchMemoryOf(index);
    const people = entries.filter(({ type }) => type === 'individual');
    const texts = people.flatMap(({ names }) => names.map(({ text }) => text));
    let left = 0;
    for (const [i, text] of texts.entries()) {
      // Some with a word of another, some with an initial.
      const words = [
        ...text.split(' ').slice(i % 3 === 0 ? 1 : 0),
        texts[(i * 7) % texts.length]!.split(' ')[0]!,
      ];
      const query = prepareName(
        (i % 4 === 0 ? [...words.slice(1), `${words[0]![0]}.`] : words).join(' '),
        'person',
      );
      addMultiTokenMatches({ index, expander, matches }, query, THRESHOLD);
      addSingleTokenMatches({ index, expander, matches }, query, THRESHOLD);
      firstBound.start({ index, query, matches, letters }, THRESHOLD);
      secondBound.start({ index, query, matches, letters }, THRESHOLD);
      const byAll = new Set(concatenatedNames(index, query));
      for (let name = 0; name < index.blocks.firstOrganisation; name++) {
        const block = index.blocks.blockOf(name);
        const from = index.blocks.tokensFrom(name, block);
        const to = from + index.blocks.lengths[block]!;
        const weight = index.blocks.weights[block]!;
        const { nameTokens } = index.sections;
        if (!firstBound.mayReach(nameTokens, from, to, weight)) continue;
        if (byAll.has(name) || secondBound.mayReach(nameTokens, from, to, weight)) continue;
        left++;
        const list = index.preparedName(name);
        const similarityOf = (q: number, l: number) =>
          tokenSimilarity(comparableTokenAt(query, q), comparableTokenAt(list, l));
        const { score } = alignNames(query, list, { similarityOf, mayJoin: true });
        expect([text, list.tokens.join(' '), score >= THRESHOLD]).toEqual([
          text,
          list.tokens.join(' '),
          false,
        ]);
      }
      firstBound.clear();
      matches.clear();
    }
    expect(left).toBeGreaterThan(20);
  });
});
