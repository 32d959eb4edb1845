import { describe, expect, it } from 'vitest';
import { findRisk } from './find-risk.ts';
import { riskTerms, riskThemes } from './risk-words.ts';

describe('words of risk', () => {
  it.each([
    ['en', 'She was fined for insider trading', ['fraud', 'enforcement'], ['fined', 'insider trading']],
    [
      'de',
      'Das Gericht verurteilte ihn wegen Geldwäsche',
      ['money-laundering', 'conviction'],
      ['verurteilte', 'Geldwäsche'],
    ],
    [
      'fr',
      'Mise en examen pour blanchiment d’argent',
      ['money-laundering', 'investigation'],
      ['Mise en examen', 'blanchiment'],
    ],
    [
      'es',
      'Detenido por lavado de dinero',
      ['money-laundering', 'investigation'],
      ['Detenido', 'lavado de dinero'],
    ],
    ['ru', 'Суд приговорил его за мошенничество', ['fraud', 'conviction'], ['приговорил', 'мошенничество']],
    ['ar', 'القبض على رجل أعمال بتهمة الفساد', ['corruption', 'investigation'], ['القبض على', 'الفساد']],
    ['zh', '警方以涉嫌洗錢逮捕張小明', ['money-laundering', 'investigation'], ['涉嫌', '洗錢', '逮捕']],
  ])('are found in %s', (_, text, themes, words) => {
    const risk = findRisk(text);
    expect(risk.themes).toEqual(themes);
    expect(risk.words).toEqual(words);
  });

  it.each(['She opened a bakery', 'The unfinedxyz word', 'Die Firma wurde gegründet', ''])(
    'are not found in %j',
    (text) => {
      expect(findRisk(text)).toEqual({ weight: 0, themes: [], words: [] });
    },
  );

  it('weigh as the gravest theme, and a little more together', () => {
    const one = findRisk('lawsuit').weight;
    const two = findRisk('lawsuit and bankruptcy').weight;
    expect(one).toBe(riskTerms.litigation.weight);
    expect(two).toBeGreaterThan(one);
    expect(findRisk('terrorism, money laundering, fraud, bribery, murder').weight).toBe(1);
  });

  it('stand in every theme in every language of the table, and no word is there twice', () => {
    const languages = Object.keys(riskTerms.fraud.words);
    expect(languages).toHaveLength(12);
    for (const theme of riskThemes) {
      expect(Object.keys(riskTerms[theme].words)).toEqual(languages);
      for (const words of Object.values(riskTerms[theme].words)) {
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) {
          // Each word of the table finds itself.
          const text = word.replaceAll('*', '').replaceAll('?', 's');
          expect(findRisk(text).themes, word).toContain(theme);
        }
      }
    }
  });
});
