import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildIndex,
  compare,
  enginePolicies,
  type ListEntry,
  openIndex,
  parseBirth,
  screen,
} from '../index.ts';

const GROUPS = [
  ['Sergei', 'Сергей', 'Sergey', 'SERGEI'],
  ['Ivanov', 'Иванов', 'ИВАНОВ'],
  ['Müller', 'Muller', 'Mueller', 'MÜLLER'],
  ['Fyodor', 'Фёдор', 'Федор'],
  ['Leandros', 'Λέανδρος', 'ΛΕΑΝΔΡΟΣ'],
  ['Muhammad', 'محمد', 'Mohammed'],
  ['David', 'דוד'],
  ['Nino', 'ნინო'],
  ['Ani', 'Անի'],
  ['Ram', 'राम'],
  ['Kim', '김', 'Ким'],
  ['Wang', '王', '汪'],
  ['Ming', '明', '鸣'],
  ['さくら', 'サクラ', 'Sakura'],
  ['Ltd', 'LLC', 'GmbH', 'Limited'],
  ['Trading', 'Commerce', 'TRADING'],
  ['II', '2', 'Two', '2nd'],
  ['Dr.', 'Mr'],
  ['MV', 'M/V'],
  ['&', 'and'],
] as const;

/** A name, and the same with each word in another of its forms or left out, in another order. */
const pair = () =>
  fc
    .array(fc.record({ group: fc.constantFrom(...GROUPS), own: fc.nat(9), other: fc.nat(9) }), {
      minLength: 1,
      maxLength: 4,
    })
    .chain((words) =>
      fc.shuffledSubarray(words, { minLength: 1 }).map((kept) => ({
        own: words.map(({ group, own }) => group[own % group.length]).join(' '),
        other: kept.map(({ group, other }) => group[other % group.length]).join(' '),
      })),
    );

/** Letters and digits in alphabetical order, without the marks of Latin ones. */
function plain(text: string): string {
  const letters = text
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{M}/giu, '')
    .normalize('NFC');
  return [
    ...letters
      .toUpperCase()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''),
  ]
    .sort()
    .join('');
}

const listed = (name: string, type: ListEntry['type']): ListEntry => ({
  id: 'w',
  source: 'watchlist',
  type,
  category: 'watchlist',
  names: [{ text: name, kind: 'primary' }],
  births: [parseBirth('1961-03-14')!],
  nationalities: ['RU'],
  countries: ['RU'],
  identifiers: [],
  programs: [],
  addresses: [],
  subCategory: '',
});

describe('a score of 1', () => {
  for (const type of ['individual', 'corporate', 'vessel'] as const) {
    it(`is of equal letters alone, whatever other facts agree: ${type}`, () => {
      fc.assert(
        fc.property(pair(), ({ own, other }) => {
          const isEqual = plain(own) === plain(other);
          if (!isEqual) expect(compare(own, other, { type }).score).toBeLessThanOrEqual(0.99);
          const list = openIndex(buildIndex([listed(other, type)], { source: 'watchlist', version: '1' }));
          const facts = { births: [parseBirth('1961-03-14')!], nationalities: ['RU'], countries: ['RU'] };
          const subject = {
            name: own,
            type: type === 'individual' ? type : ('corporate' as const),
            ...facts,
          };
          const { hits } = screen(
            [list],
            subject,
            enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 5 }),
          );
          for (const hit of hits) {
            if (isEqual) continue;
            expect(hit.nameScore).toBeLessThanOrEqual(0.99);
            expect(hit.score).toBeLessThanOrEqual(0.99);
          }
        }),
        { numRuns: 1000 },
      );
    });
  }

  it.each([
    ['Putin, Vladimir', 'VLADIMIR PUTIN', 1],
    ['Владимир Путин', 'ВЛАДИМИР ПУТИН', 1],
    ['José Muñoz', 'Jose Munoz', 1],
    ['Владимир Путин', 'Vladimir Putin', 0.99],
    ['Dr. John Smith', 'John Smith', 0.99],
    ['Quillfeather Ltd', 'Quillfeather LLC', 0.99],
    ['Golden Ibis II', 'Golden Ibis 2', 0.99],
  ])('is not needed by EXACT: %s and %s', (own, other, score) => {
    const type = /Quill|Ibis/.test(own) ? 'corporate' : 'individual';
    const list = openIndex(buildIndex([listed(other, type)], { source: 'watchlist', version: '1' }));
    const policy = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 5 });
    expect(screen([list], { name: own, type }, policy).hits[0]).toMatchObject({ score, nameScore: score });
  });
});
