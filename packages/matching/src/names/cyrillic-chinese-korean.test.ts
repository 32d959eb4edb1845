import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import { foreignReadings } from './cyrillic-chinese-korean.ts';

const score = (a: string, b: string) => compare(a, b, { type: 'individual' }).score;

describe('names that came by way of Cyrillic', () => {
  it('are matched as the Chinese names that they are', () => {
    for (const [cyrillic, latin] of [
      ['Си Цзиньпин', 'Xi Jinping'],
      ['Мао Цзэдун', 'Mao Zedong'],
      ['Цзян Цзэминь', 'Jiang Zemin'],
      ['Ли Кэцян', 'Li Keqiang'],
      ['Мэн Ваньчжоу', 'Wanzhou Meng'],
      ['Чжоу Эньлай', 'Zhou En Lai'],
      ['ВАН И', 'Wang Yi'],
      ['Сюй Цайхоу', 'Xu Caihou'],
      ['Люй Вэй', 'Lu Wei'],
    ] as const) {
      expect(score(cyrillic, latin), cyrillic).toBeGreaterThan(0.85);
      expect(score(latin, cyrillic), cyrillic).toBeGreaterThan(0.85);
    }
  });

  it('are matched as the Korean names that they are, whatever they were written by', () => {
    for (const [cyrillic, latin] of [
      ['Ким Чен Ын', 'Kim Jong Un'],
      ['Ким Чонын', 'Kim Jong-un'],
      ['Ким Ир Сен', 'Kim Il-sung'],
      ['Пак Кын Хе', 'Park Geun-hye'],
      ['Пак Чонхи', 'Park Chung-hee'],
      ['Чхве Сон Хи', 'Choe Son Hui'],
      ['Ли Ён Хо', 'Ri Yong Ho'],
    ] as const)
      expect(score(cyrillic, latin), cyrillic).toBeGreaterThan(0.85);
  });

  it('are no other names', () => {
    expect(score('Ким Чен Ын', 'Kim Yong Chol')).toBeLessThan(0.65);
    expect(score('Си Цзиньпин', 'Xi Jianguo')).toBeLessThan(0.65);
  });

  it('are hardly ever Russian ones', () => {
    for (const name of [
      'Сергей Лавров',
      'Никита Михалков',
      'Олег Ли',
      'Юлия Навальная',
      'Ким',
      'Kim Jong Un',
      '',
    ])
      expect(foreignReadings(name), name).toEqual([]);
    expect(score('Анна Ким', 'Anna Kim')).toBe(0.99);
  });

  it('are read in a few ways at most', () => {
    for (const name of ['Ким Чен Ын', 'Пан Ан Хан Тан', 'Чан Чан Чан Чан'])
      expect(foreignReadings(name).length, name).toBeLessThanOrEqual(8);
  });

  it('are explained in their letters', () => {
    const { reasons } = compare('Ким Чонын', 'Kim Jong Un', { type: 'individual' });
    expect(reasons.slice(1).map(({ feature, detail }) => `${feature}: ${detail}`)).toEqual([
      'name-transliteration: Ким (read as kim) is Kim',
      'name-transliteration: Чон (read as chong) is a form of Jong',
      'name-transliteration: ын (read as un) is Un',
    ]);
  });
});
