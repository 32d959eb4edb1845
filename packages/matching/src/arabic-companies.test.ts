import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { enginePolicies } from './engines/table.ts';
import { buildIndex, openIndex } from './index/format/index.ts';
import { screen } from './screen.ts';
import { watchlistEntry } from './sources/watchlist.ts';

const STRONG = 0.85;
const strong = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 10 });

/** Scores by themselves and from an index at STRONG (0 for no hit). */
function scores(customer: string, listed: string, type: 'corporate' | 'vessel'): number[] {
  const entries = [watchlistEntry({ id: 'A', name: listed, type })];
  const index = openIndex(buildIndex(entries, { source: 'test', version: '1' }));
  const hit = screen([index], { name: customer, type: 'corporate' }, strong).hits[0];
  return [compare(customer, listed, { type }).score, hit?.score ?? 0];
}

describe('organisations in Arabic and Persian letters', () => {
  it('are known by company words, legal forms and words of names', () => {
    for (const [customer, listed] of [
      ['النور للتجارة العامة ذ.م.م', 'Al Noor General Trading LLC'],
      ['شركة الفجر للصرافة', 'Al Fajr Exchange Company'],
      ['الواحة للبترول', 'Al Waha Petroleum'],
      ['شركة شام القابضة', 'Sham Holding Company'],
      ['المصرف التجاري السوري', 'Commercial Bank of Syria'],
      ['مؤسسة الحرمين الخيرية', 'Al-Haramain Charitable Establishment'],
      ['بانک سپه', 'Bank Sepah'],
      ['بانک ملی ایران', 'Bank Melli Iran'],
      ['شرکت بازرگانی آریا', 'Arya Commercial Company'],
      ['جبهة النصرة', 'Al-Nusra Front'],
      ['حزب الله', 'Hizballah'],
      ['شركة مساهمة عامة النور', 'Al Nur JSC'],
    ] as const) {
      for (const [own, other] of [
        [customer, listed],
        [listed, customer],
      ] as const)
        expect(Math.min(...scores(own, other, 'corporate')), `${own} ~ ${other}`).toBeGreaterThanOrEqual(
          STRONG,
        );
    }
  });

  it('with the same company words and another name are no hit', () => {
    for (const [customer, listed] of [
      ['شركة الفجر للتجارة العامة', 'Al Noor General Trading Company'],
      ['بانک ملت', 'Bank Melli'],
      ['شركة النيل القابضة', 'Sham Holding Company'],
    ] as const)
      expect(Math.max(...scores(customer, listed, 'corporate')), `${customer} ~ ${listed}`).toBeLessThan(
        STRONG,
      );
  });
});

describe('Arabic words of companies and ships', () => {
  it('are one in the usual spellings of a vowel', () => {
    for (const [own, other, type] of [
      ['Noor Al Bahr', 'Nur al-Bahr', 'vessel'],
      ['Noor Trading LLC', 'Nur Trading LLC', 'corporate'],
      ['Al Yasmeen', 'Al Yasmin', 'vessel'],
    ] as const)
      expect(Math.min(...scores(own, other, type)), `${own} ~ ${other}`).toBeGreaterThanOrEqual(STRONG);
  });
});
