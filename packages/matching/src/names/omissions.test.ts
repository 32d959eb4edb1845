import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';
import { equivalentNames } from './given-names.ts';
import { isPatronymic } from './patronymics.ts';
import { prepareName } from './prepare.ts';

/** Tokens of a name that many leave out: `-` marks a middle name, `=` a patronymic. */
function marked(text: string): string {
  const { tokens, omissions } = prepareName(text, 'person');
  return tokens.map((token, at) => `${['', '-', '='][omissions?.[at] ?? 0]}${token}`).join(' ');
}

describe('isPatronymic', () => {
  it('knows the endings in every spelling', () => {
    const spellings = `ivanovich ivanovitch iwanowitsch iwanowicz ivanovych ivanavich ivanovic sergeevich sergejewitsch
      sergiyovych ilyich kuzmich nikitich ivanovna iwanowna ivanivna sergeevna ilyinichna kuzminichna aliaksandrauna
      abishuly nazarbayuly seidakyzy seidaqyzy tursunuulu geydarogly`;
    for (const token of spellings.trim().split(/\s+/)) expect(isPatronymic(token), token).toBe(true);
  });

  it('takes other names for none', () => {
    for (const token of 'ivan ivana giovanna monica dominic erich vich novak uly ogly davutoglu anna'.split(
      ' ',
    ))
      expect(isPatronymic(token), token).toBe(false);
  });
});

describe('parts that many leave out', () => {
  it('are patronymics, wherever the family name is', () => {
    expect(marked('Vladimir Vladimirovich Putin')).toBe('vladimir =vladimirovich putin');
    expect(marked('Putin Vladimir Vladimirovich')).toBe('putin -vladimir =vladimirovich');
    expect(marked('ПУТИН Владимир Владимирович')).toBe('putin -vladimir =vladimirovich');
    expect(marked('Putin, Vladimir Vladimirovich')).toBe('putin vladimir =vladimirovich');
    expect(marked('Olena Petrivna Bondar')).toBe('olena =petrivna bondar');
    expect(marked('Nursultan Abishuly Nazarbayev')).toBe('nursultan =abishuly nazarbayev');
    expect(marked('Aliyev Ilham Heydar oglu')).toBe('aliyev -ilham =heydar oglu');
    expect(marked('Khalid bin Abdul Aziz Al Saud')).toBe('khalid bin =abdul =aziz al saud');
  });

  it('are not what only looks like a patronymic', () => {
    expect(marked('Roman Abramovich')).toBe('roman abramovich');
    expect(marked('Roman Arkadyevich Abramovich')).toBe('roman =arkadyevich abramovich');
    expect(marked('Osama bin Mohammed bin Laden')).toBe('osama bin =mohammed bin laden');
    expect(marked('Mohammed bin Salman')).toBe('mohammed bin salman');
  });

  it('are second given names, yet no syllables of Chinese and Korean names', () => {
    expect(marked('Juan Carlos Garcia')).toBe('juan -carlos garcia');
    expect(marked('Garcia Marquez, Juan Carlos')).toBe('garcia marquez juan -carlos');
    expect(marked('J. Carlos Garcia')).toBe('j carlos garcia');
    expect(marked('Kim Jong Un')).toBe('kim jong un');
    expect(marked('Zhang Xiao Ping')).toBe('zhang xiao ping');
  });

  it('are several initials beside two names, which weigh no more than one together', () => {
    expect(marked('Ali H. M. S. Makhlouf')).toBe('ali -h -m -s makhlouf');
    expect(marked('Ali H. Makhlouf')).toBe('ali h makhlouf');
    expect(marked('A. H. M. Makhlouf')).toBe('a h m makhlouf');
    const score = (a: string, b: string) => compare(a, b, { type: 'individual' }).score;
    const listed = ['Ali Hasan Muhammad Makhlouf', 'Ali Hasan Muhammad Salim Tariq Umar Makhlouf'];
    expect(score('Ali H. M. Makhlouf', listed[0]!)).toBeGreaterThan(0.88);
    expect(score('Ali H. M. S. T. U. Makhlouf', listed[1]!)).toBeGreaterThan(0.88);
    expect(score('Ali H. M. S. Makhlouf', 'Ali Makhlouf')).toBeGreaterThan(0.8);
    expect(score('Ali H. M. Makhlouf', 'Ali Hasan Salim Makhlouf')).toBeLessThan(0.75);
    expect(score('A. H. Makhlouf', 'Ali Hasan Makhlouf')).toBeLessThan(0.85);
  });

  it('cost little when the list leaves them out, and much when it has a different one', () => {
    const score = (a: string, b: string) => compare(a, b, { type: 'individual' }).score;
    expect(score('Vladimir Vladimirovich Putin', 'Vladimir Putin')).toBeGreaterThan(0.93);
    expect(score('Juan Carlos Garcia', 'Juan Garcia')).toBeGreaterThan(0.87);
    expect(score('Khalid bin Walid Al Saud', 'Khalid Al Saud')).toBeGreaterThan(0.9);
    expect(score('Vladimir Vladimirovich Putin', 'Vladimir Spiridonovich Putin')).toBeLessThan(0.7);
    expect(score('Juan Carlos Garcia', 'Juan Pablo Garcia')).toBeLessThan(0.7);
    expect(score('Ivan Petrovich Sidorov', 'Ivan Petrovich Smirnov')).toBeLessThan(0.65);
    // What the bearer is known by is not left out.
    expect(score('Juan Carlos Garcia', 'Juan Carlos')).toBeLessThan(0.85);
    expect(score('Roman Abramovich', 'Roman')).toBeLessThan(0.75);
  });

  it('are named in the explanation', () => {
    const last = (a: string, b: string) => compare(a, b, { type: 'individual' }).reasons.at(-1)!.detail;
    expect(last('Vladimir Vladimirovich Putin', 'Vladimir Putin')).toBe(
      'the patronymic Vladimirovich is not in the listed name',
    );
    expect(last('Juan Carlos Garcia', 'Juan Garcia')).toBe(
      'the middle name Carlos is not in the listed name',
    );
  });
});

describe('forms of a patronymic', () => {
  it('are known across Slavic languages and German spelling', () => {
    expect(equivalentNames('vladimirovich', 'volodymyrovych')).toBe(true);
    expect(equivalentNames('vladimirovich', 'wladimirowitsch')).toBe(true);
    expect(equivalentNames('iwanowicz', 'ivanovich')).toBe(true);
    expect(equivalentNames('mykolaivna', 'nikolaevna')).toBe(false);
    expect(equivalentNames('mykolayivna', 'nikolaevna')).toBe(true);
    expect(equivalentNames('ivanovich', 'ivanovna')).toBe(false);
  });
});
