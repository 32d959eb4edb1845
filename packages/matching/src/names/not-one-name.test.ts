import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import type { Subject } from '../subject.ts';

const STRONG = 0.85;

function score(a: string, b: string, type: Subject['type']): number {
  return compare({ name: a, type }, { name: b, type }).score;
}

describe('names that a table or a reading of another language would make one', () => {
  it('are no hit at STRONG, in either direction', () => {
    for (const [own, other, type] of [
      ['Ban Trading', 'Pun Trading', 'corporate'],
      ['Anna Hay', 'Anna Hei', 'individual'],
      ['Peter Oh', 'Peter Aw', 'individual'],
      ['Habibullah Khan', 'Habib Khan', 'individual'],
      ['Androulla Georgiou', 'Andro Georgiou', 'individual'],
      ['Ellen McFadden', 'Ellen McF', 'individual'],
      ['Claudine Marc', 'Cla Marc', 'individual'],
      ['Alessandri', 'Sandri', 'individual'],
      ['U. Kang', 'Woo Kang', 'individual'],
      ['김나영', '김라영', 'individual'],
      ['Kwok Wing', 'Kwok', 'individual'],
      ['乐视', 'Yueshi', 'corporate'],
    ] as const) {
      expect(score(own, other, type), `${own} ~ ${other}`).toBeLessThan(STRONG);
      expect(score(other, own, type), `${other} ~ ${own}`).toBeLessThan(STRONG);
    }
  });

  it('still are one as they are written from their own script', () => {
    for (const [own, other, type] of [
      ['بنك مصر', 'Banque Misr', 'corporate'],
      ['تنظيم القاعدة', 'Tanzim al-Qaida', 'corporate'],
      ['علي بحري', 'Ali Bahri', 'individual'],
      ['乐视', 'Leshi', 'corporate'],
      ['葉志偉', 'Ip Chi Wai', 'individual'],
      ['李桂英', 'Lee Kwai Ying', 'individual'],
      ['Wing Commander Ali Raza', 'Ali Raza', 'individual'],
      ['Ali Raza, Wing Cdr', 'Ali Raza', 'individual'],
    ] as const)
      expect(score(own, other, type), `${own} ~ ${other}`).toBeGreaterThanOrEqual(STRONG);
  });
});
