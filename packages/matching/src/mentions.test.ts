import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKeys, textKeys } from './mention-keys.ts';
import { findMentions } from './mentions.ts';

const person = { type: 'individual' } as const;
const company = { type: 'corporate' } as const;

function found(text: string, name: string, options: Parameters<typeof findMentions>[2] = person): string[] {
  return findMentions(text, name, options).map((mention) => mention.text);
}

describe('findMentions', () => {
  it('finds a name wherever it occurs, with its place in the text', () => {
    const text = 'The court fined Wilhelmina Thornapple. Later Ms Thornapple, Wilhelmina appealed.';
    const mentions = findMentions(text, 'Wilhelmina Thornapple', person);
    expect(mentions.map((mention) => mention.text)).toEqual([
      'Wilhelmina Thornapple',
      'Thornapple, Wilhelmina',
    ]);
    for (const { from, to, text: written } of mentions) expect(text.slice(from, to)).toBe(written);
  });

  it.each([
    ['another order', 'THORNAPPLE Wilhelmina was heard'],
    ['a typing error', 'against Wilhelmina Thornaple on Monday'],
    ['a middle name', 'against Wilhelmina Agatha Thornapple on Monday'],
    ['a possessive', 'Wilhelmina Thornapple’s appeal'],
    ['a title', 'Dr Wilhelmina Thornapple said'],
    ['a hyphen', 'von Wilhelmina-Thornapple gesagt'],
    ['a text without capitals', 'wilhelmina thornapple pleaded guilty'],
  ])('reads through %s', (_, text) => {
    expect(found(text, 'Wilhelmina Thornapple')).toHaveLength(1);
  });

  it('finds a name that a remark in brackets follows, in the text and by its keys', () => {
    const text = 'The court fined Wilhelmina Thornapple on Monday';
    for (const name of ['Wilhelmina Thornapple (account closed)', 'Wilhelmina Thornapple [since 2019']) {
      expect(found(text, name)).toEqual(['Wilhelmina Thornapple']);
      expect(nameKeys(name, 'individual')).toEqual(nameKeys('Wilhelmina Thornapple', 'individual'));
    }
  });

  it('matches a name in another script and another transliteration', () => {
    expect(found('Суд признал Сергея виновным; Сергей Иванов скрылся.', 'Sergei Ivanov')).toEqual([
      'Сергей Иванов',
    ]);
    expect(found('The case of Mohamed Suleiman was adjourned', 'Muhammad Sulayman')).toEqual([
      'Mohamed Suleiman',
    ]);
    expect(found('警方昨日逮捕張小明並起訴', '張小明')).toEqual(['張小明']);
  });

  it.each([
    ['a part of the name alone', 'Ms Thornapple appealed'],
    ['words that are no names', 'the thornapple is a plant; Wilhelmina is a name'],
    ['parts in two sentences', 'They praised Wilhelmina. Thornapple is a plant.'],
    ['parts across a bracket', 'Wilhelmina (Thornapple is a plant)'],
    ['another person', 'Wilhelmina Quillfeather and Agatha Thornapple'],
    ['nothing', ''],
  ])('does not take %s for the subject', (_, text) => {
    expect(found(text, 'Wilhelmina Thornapple')).toEqual([]);
  });

  it('reads companies with and without their legal form', () => {
    const text = 'Quillfeather Shipping Limited, not Quillfeather Bakery, was wound up.';
    expect(found(text, 'Quillfeather Shipping Ltd', company)).toEqual(['Quillfeather Shipping Limited']);
    expect(found('Shares of Quillfeather Shipping fell', 'Quillfeather Shipping Ltd', company)).toEqual([
      'Quillfeather Shipping',
    ]);
  });

  it('explains each mention and orders them by place', () => {
    const mentions = findMentions(
      'Wilhelmina Thornaple; Wilhelmina Thornapple',
      'Wilhelmina Thornapple',
      person,
    );
    expect(mentions.map((mention) => mention.score === 1)).toEqual([false, true]);
    for (const { reasons, score } of mentions) expect(reasons[0]).toMatchObject({ feature: 'name', score });
  });

  it('reads any text without failing, and never beyond it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.string({ maxLength: 40 }),
        (text, name) => {
          for (const { from, to, score } of findMentions(text, name, person)) {
            expect(from).toBeLessThan(to);
            expect(to).toBeLessThanOrEqual(text.length);
            expect(score).toBeGreaterThanOrEqual(0.85);
          }
        },
      ),
    );
  });
});

describe('the keys of full-text search', () => {
  it('bring every text that names the subject', () => {
    const cases: [text: string, name: string, type: 'individual' | 'corporate'][] = [
      ['Суд: Сергей Иванов скрылся.', 'Sergei Ivanov', 'individual'],
      ['Mohamed Suleiman was fined', 'Muhammad Sulayman', 'individual'],
      ['Wilhelmina Thornaple was fined', 'Wilhelmina Thornapple', 'individual'],
      ['Quillfeather Shipping Limited was fined', 'QUILLFEATHER SHIPPING LTD', 'corporate'],
      ['警方昨日逮捕張小明', '張小明', 'individual'],
    ];
    for (const [text, name, type] of cases) {
      const keys = new Set(textKeys(text));
      const parts = nameKeys(name, type);
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(part.some((key) => keys.has(key))).toBe(true);
    }
  });

  it('leave out what names nobody', () => {
    expect(textKeys('The court fined nobody')).not.toContain('fined');
    expect(nameKeys('Quillfeather Ltd', 'corporate').flat()).toContain('quillfeather');
    expect(nameKeys('Quillfeather Ltd', 'corporate')).toHaveLength(1);
  });
});
