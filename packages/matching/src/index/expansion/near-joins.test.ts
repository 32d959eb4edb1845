import { describe, expect, it } from 'vitest';
import { watchlistEntry } from '../../sources/watchlist.ts';
import { buildIndex, openIndex } from '../format/index.ts';
import { NearJoins } from './near-joins.ts';

const TOKENS = ['abu', 'omar', 'hassan', 'muhammadali', 'petrochemical'];
const LETTERS = 'aelmz';

/** The text and every text within one edit of it, two neighbours swapped included. */
function near(text: string): string[] {
  const found = [text];
  for (let at = 0; at <= text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    found.push(before + after.slice(1));
    if (after.length > 1) found.push(before + after[1]! + after[0]! + after.slice(2));
    for (const letter of LETTERS) found.push(before + letter + after, before + letter + after.slice(1));
  }
  return found.filter(({ length }) => length > 2);
}

describe('NearJoins', () => {
  const entry = watchlistEntry({ id: '1', name: TOKENS.join(' ') });
  const joins = new NearJoins(openIndex(buildIndex([entry], { source: 's', version: 'v' })));

  it('holds every text within one edit of a token', () => {
    for (const token of TOKENS) for (const text of near(token)) expect(joins.mayHold(text), text).toBe(true);
  });

  it('leaves out most texts that are like none', () => {
    const consonants = [...'bcdfgkpqtvwx'];
    const others = consonants.flatMap((a) => consonants.map((b) => `${a}${b}q${b}${a}${a}v${b}`));
    expect(others.filter((text) => joins.mayHold(text)).length).toBeLessThan(others.length / 2);
  });
});
