import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { enginePolicies } from './engines/table.ts';
import { buildIndex, openIndex } from './index/format/index.ts';
import { screen } from './screen.ts';
import { watchlistEntry } from './sources/watchlist.ts';

const WEAK = 0.65;
const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 10 });

/** Scores by themselves and from an index at WEAK (0 for no hit). */
function scores(customer: string, listed: string): number[] {
  const entries = [watchlistEntry({ id: 'A', name: listed, type: 'corporate' })];
  const index = openIndex(buildIndex(entries, { source: 'test', version: '1' }));
  const hit = screen([index], { name: customer, type: 'corporate' }, weak).hits[0];
  return [compare(customer, listed, { type: 'corporate' }).score, hit?.score ?? 0];
}

type Pairs = readonly (readonly [customer: string, listed: string])[];

function expectAtLeast(score: number, pairs: Pairs): void {
  for (const [customer, listed] of pairs)
    expect(Math.min(...scores(customer, listed)), `${customer} ~ ${listed}`).toBeGreaterThanOrEqual(score);
}

function expectBelow(score: number, pairs: Pairs): void {
  for (const [customer, listed] of pairs)
    expect(Math.max(...scores(customer, listed)), `${customer} ~ ${listed}`).toBeLessThan(score);
}

describe('a letter in the name of a company', () => {
  it('stands for a word beside a distinctive word, and not beside words that many share', () => {
    expectAtLeast(WEAK, [
      ['Quill Feather Trading', 'Q. Feather Trading'],
      ['J. Lindenberg Shipping', 'Johann Lindenberg Shipping'],
    ]);
    expectBelow(WEAK, [
      ['Margrave Investment LLC', 'M Invest, OOO'],
      ['Moorland Marine S.A.', 'M. Marine S.A.L.'],
      ['G&G Internacional S.A.S.', 'Gonzago International B.V.'],
    ]);
  });
});

describe('a short form of three letters', () => {
  it('stands for words that many share only where there is nothing else', () => {
    expectAtLeast(0.7, [
      ['QFT Ltd', 'Quill Feather Trading Ltd'],
      ['PLA', "People's Liberation Army"],
      ['QGHG Ltd', 'Quill General Holding Group Ltd'],
    ]);
    expectBelow(WEAK, [
      ['Clauson Marine Technology FZE', "OOO 'CMT-K'"],
      ['Kelter General Import GmbH', 'KGI International Company Ltd'],
      ['Asmund Marine (Dubai) LLC', 'AMD Co. Ltd Agency'],
    ]);
  });
});

describe('a company word that a name is joined with', () => {
  it('makes no other word of it', () => {
    expectBelow(WEAK, [['Lie Construction', 'Reconstruction Foundation']]);
    expectAtLeast(0.8, [['Petra Construction', 'Petraconstruction']]);
  });
});

describe('another kind of company', () => {
  it('is as near by one distinctive word as by two, and no hit at STRONG', () => {
    const pairs = [
      ['Quillfeather AG', 'Quillfeather FZE'],
      ['Quillfeather S.A.', 'Quillfeather Ltda.'],
      ['Quillfeather Trading GmbH', 'Quillfeather Trading AG'],
    ] as const;
    expectAtLeast(0.69, pairs);
    expectBelow(0.7, pairs);
    expectBelow(WEAK, [
      ['Construction JSC', 'Construction Ltd'],
      ['Quillfeather Foundation', 'Quillfeather GmbH'],
    ]);
  });
});
