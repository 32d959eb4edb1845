import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../compare.ts';

type Type = 'individual' | 'corporate' | 'vessel';
const score = (a: string, b: string, type: Type = 'individual') => compare(a, b, { type }).score;
const STRONG = 0.85;
const WEAK = 0.65;

/** One row for each principle: two names, how they are read, and the least or the greatest score. */
const atLeast: readonly [string, Type, number, readonly [string, string][]][] = [
  [
    'transcriptions from other scripts',
    'individual',
    STRONG,
    [
      ['Сергей Лавров', 'Sergey Lavrov'],
      ['Бараk Обама', 'Barak Obama'],
      ['ბარაკ ობამა', 'Barack Obama'],
      ['Αλέξης Τσίπρας', 'Alexis Tsipras'],
      ['バラク・オバマ', 'Barack Obama'],
      ['김정은', 'Kim Jong Un'],
      ['صدام حسين', 'Saddam Hussein'],
    ],
  ],
  [
    'other romanisations',
    'individual',
    STRONG,
    [
      ['Muammar Gaddafi', 'Moammar Qadhafi'],
      ['Mohammed Salman', 'Muhamad Selman'],
      ['Shi Jinping', 'Xi Jinping'],
      ['Abd al-Aziz', 'Abdul Aziz'],
    ],
  ],
  [
    'two letters for one with a mark',
    'individual',
    0.97,
    [
      ['Jürgen Müller', 'Juergen Mueller'],
      ['Goethe', 'Göthe'],
      ['Soerensen, Aage', 'Åge Sörensen'],
      ['Oeystein Aaberg', 'Øystein Åberg'],
      ['Jörg Größ', 'Joerg Groess'],
    ],
  ],
  [
    'another order of parts',
    'individual',
    1,
    [
      ['Lavrov Sergey', 'Sergey Lavrov'],
      ['SALMAN, Mohammed bin', 'Mohammed bin Salman'],
    ],
  ],
  [
    'parts written together or apart',
    'individual',
    STRONG,
    [
      ['RamiMakhlouf', 'Rami Makhlouf'],
      ['Jan Daniel Bothma', 'JanDaniel Bothma'],
      ['Patr ushev Nikolai', 'Nikolai Patrushev'],
      ['Kim Jongun', 'Kim Jong Un'],
      ['A. B. C. Mohammed', 'Abc Mohammed'],
      ['Ko Ng Mina', 'Kong Mina'],
    ],
  ],
  [
    'nicknames and other forms of given names',
    'individual',
    STRONG,
    [
      ['Ted Kaczynski', 'Theodore Kaczynski'],
      ['Bill Clinton', 'William Clinton'],
      ['Juan Smith', 'John Smith'],
    ],
  ],
  [
    'titles',
    'individual',
    0.99,
    [
      ['Dr. Rami Makhlouf', 'Rami Makhlouf'],
      ['Mr Rami Makhlouf', 'Sheikh Rami Makhlouf'],
    ],
  ],
  [
    'peripheral parts left out',
    'individual',
    STRONG,
    [
      ['Boris Johnson', 'Alexander Boris Johnson'],
      ['Sergey Lavrov', 'Sergey Viktorovich Lavrov'],
      ['Ahmed Khalfan', 'Ahmed al-Khalfan'],
    ],
  ],
  [
    'initials',
    'individual',
    STRONG,
    [
      ['Hans J. Friedrich', 'Hans Joachim Friedrich'],
      ['William W Frost', 'Frost, William W.'],
    ],
  ],
  [
    'single typing errors',
    'individual',
    STRONG,
    [
      ['Basharr al-Assad', 'Bashar al-Assad'],
      ['Alexander Luakshenko', 'Alexander Lukashenko'],
      ['Jon Smith', 'John Smith'],
      ['Ann Lee', 'Anne Lee'],
    ],
  ],
  [
    'an added middle name',
    'individual',
    WEAK,
    [
      ['Sergey Ivan Lavrov', 'Sergey Lavrov'],
      ['Ali Akbar Velayati', 'Ali Velayati'],
    ],
  ],
  [
    'legal forms of one kind',
    'corporate',
    0.99,
    [
      ['OAO Gazprom', 'Gazprom JSC'],
      ['Siemens Aktiengesellschaft', 'Siemens AG'],
      ['Crystalord Limited', 'CRYSTALORD LTD'],
      ['ООО Ромашка', 'Romashka LLC'],
      ['S.R.L. Pro Traffic', 'Societatea cu Raspundere Limitata PRO TRAFFIC'],
    ],
  ],
  [
    'legal forms left out',
    'corporate',
    STRONG,
    [
      ['Deutsche Bank', 'Deutsche Bank AG'],
      ['SiemensAG', 'Siemens AG'],
    ],
  ],
  ['misspelt legal forms', 'corporate', STRONG, [['Siemens Aktiengeselschaft', 'Siemens AG']]],
  [
    'numbers in words and ordinals',
    'corporate',
    0.99,
    [
      ['Brigade Forty-Four', 'Brigade 44'],
      ['1st Bank', 'First Bank'],
      ['Three Percenters', '3 Percenters'],
    ],
  ],
  [
    'abbreviated company words',
    'corporate',
    0.99,
    [
      ['First Bank Int’l', 'First International Bank'],
      ['Alfa Tech & Srvces', 'Alfa Technology and Services'],
    ],
  ],
  [
    'company words that are shortened otherwise than usual, and legal forms cut off or misspelt',
    'corporate',
    0.95,
    [
      ['Alfa BK', 'Alfa Bank'],
      ['Karun Cntrctng Ltd', 'Karun Contracting Ltd'],
      ['Karun Private Joint Stock', 'Karun Private Joint Stock Company'],
      ['Karun CJCS', 'Karun CJSC'],
    ],
  ],
  [
    'one edit in a short word where all else agrees',
    'corporate',
    0.8,
    [
      ['Karun Blue Lie Ltd', 'KARUN BLUE LINE LTD'],
      ['Grupo Tco Azul', 'Grupo Taco Azul'],
      ['Karun Bnak', 'Karun Bank'],
      ['Karun Oli Company', 'Karun Oil Company'],
    ],
  ],
  [
    'states written out',
    'corporate',
    STRONG,
    [
      ['U.K. Karun Mission', 'United Kingdom of Great Britain and Northern Ireland Karun Mission'],
      ['United Kingdom Karun Mission', 'UK Karun Mission'],
      ['Min. of Defence of DPRK', 'Ministry of Defence of the Democratic People’s Republic of Korea'],
      ['Central Bank of the UAE', 'Central Bank of the United Arab Emirates'],
    ],
  ],
  ['acronyms', 'corporate', WEAK, [['PLA', 'People’s Liberation Army']]],
];

const below: readonly [string, Type, number, readonly [string, string][]][] = [
  [
    'joins of nothing but initials and other short parts, unless the letters are the same',
    'individual',
    0.6,
    [
      ['Javi J. M. N.', 'Ayman Jabir'],
      ['A. B. C. Mohammed', 'Abu Mohammed'],
      ['Al H. Karim', 'Ali Karim'],
    ],
  ],
  [
    'another given name',
    'individual',
    WEAK,
    [
      ['Boris Netanyahu', 'Benjamin Netanyahu'],
      ['Ihab Makhlouf', 'Rami Makhlouf'],
      ['Angela Merkel', 'Angelo Cruz'],
    ],
  ],
  ['another patronymic', 'individual', 0.7, [['Sergey Ivanovich Lavrov', 'Sergey Viktorovich Lavrov']]],
  [
    'another initial',
    'individual',
    0.7,
    [
      ['Frost, William G.', 'William W Frost'],
      ['A. Nazarbayev', 'Nursultan Nazarbayev'],
    ],
  ],
  [
    'a form for the other gender',
    'individual',
    0.7,
    [
      ['Mario Rossi', 'Maria Rossi'],
      ['Antonia Rodriguez', 'Antonio Rodriguez'],
    ],
  ],
  ['a given name that only sounds alike', 'individual', WEAK, [['Olga Barynova', 'Oleg Baranov']]],
  [
    'only shared company words',
    'corporate',
    0.7,
    [
      ['Management Company', 'Westminster Management Company'],
      ['LXC Aviation', 'LAU Aviation'],
      ['11420 Corp', 'Alfa Corp'],
      ['Construction Ltd', 'LLC Construction Dredging Company'],
    ],
  ],
  [
    'a family name that only sounds like a word of the company',
    'corporate',
    0.8,
    [
      ['Castillo Holding', 'CASTLE HOLDING'],
      ['Spears International', 'STARS INTERNATIONAL LTD'],
      ['Hansson Shipping', 'ANSAN SHIPPING COMPANY'],
    ],
  ],
  [
    'a company word of nearly the same meaning',
    'corporate',
    0.95,
    [
      ['Karun Commercial LLC', 'Karun Trading LLC'],
      ['Karun Shipping', 'Karun Maritime'],
    ],
  ],
  [
    'a short word with another letter beside another word that differs',
    'corporate',
    0.7,
    [
      ['Karun Lie Trading', 'Karun Line Shipping'],
      ['Lie Marine Trading', 'Line Azure Trading'],
    ],
  ],
  [
    'a branch in another place',
    'corporate',
    STRONG,
    [
      ['Karun Trading (Dubai) LLC', 'Karun Trading (Istanbul) LLC'],
      ['Karun Trading Co. (Tehran branch)', 'Karun Trading Co. (Shanghai branch)'],
    ],
  ],
  [
    'another number of a series',
    'corporate',
    0.7,
    [
      ['Alfa Fund 2', 'Alfa Fund 3'],
      ['14120 Corp', '11420 Corp'],
    ],
  ],
  [
    'a short token with another letter',
    'corporate',
    0.7,
    [
      ['BWI Industries', 'BAE Industries'],
      ['N.A.B.C. Company', 'A.B.C. Company'],
    ],
  ],
  [
    'a similar name of a ship',
    'vessel',
    0.7,
    [
      ['Victory', 'Victor Konetsky'],
      ['Snow', 'Snoe'],
      ['Lady Leila', 'Lady Rania'],
      ['Victory', 'Victory 3'],
    ],
  ],
];

describe('compare', () => {
  for (const [principle, type, least, pairs] of atLeast) {
    it(`meets ${principle}`, () => {
      for (const [a, b] of pairs) expect(score(a, b, type), `${a} | ${b}`).toBeGreaterThanOrEqual(least);
    });
  }
  for (const [principle, type, most, pairs] of below) {
    it(`distinguishes ${principle}`, () => {
      for (const [a, b] of pairs) expect(score(a, b, type), `${a} | ${b}`).toBeLessThan(most);
    });
  }

  it('lets a contradicted part cost more than an omitted one', () => {
    expect(score('Sergey Ivanovich Lavrov', 'Sergey Viktorovich Lavrov')).toBeLessThan(
      score('Sergey Lavrov', 'Sergey Viktorovich Lavrov'),
    );
  });

  it('is written as JSON with its score and reasons', () => {
    const comparison = compare('Rami Makhlouf', 'Makhluf, Rami', { type: 'individual' });
    expect(comparison.reasons.length).toBeGreaterThan(1);
    expect(JSON.parse(JSON.stringify(comparison))).toEqual({
      score: comparison.score,
      reasons: comparison.reasons,
    });
  });

  it('explains which tokens matched and how', () => {
    const { reasons } = compare('Dr. Jon Smith Makhlouf', 'Smith, John Rami', { type: 'individual' });
    expect(reasons.map(({ feature, detail }) => `${feature}: ${detail}`)).toEqual([
      'name: Dr. Jon Smith Makhlouf and Smith, John Rami',
      'name-equivalent: Jon is a form of John',
      'name-exact: Smith is the same',
      'name-query-only: Dr. Makhlouf is not in the listed name',
      'name-list-only: Rami is in the listed name only',
    ]);
  });

  it('explains each way of meeting in the words that the names are written in', () => {
    const explained = (a: string, b: string, type: Type = 'individual') =>
      compare(a, b, { type })
        .reasons.slice(1)
        .map(({ feature, detail }) => `${feature}: ${detail}`);
    expect(explained('Сергей Лавров', 'Sergey Lavrow')).toEqual([
      'name-transliteration: Сергей (read as sergey) is Sergey',
      'name-transliteration: Лавров (read as lavrov) is spelled Lavrow',
    ]);
    expect(explained('Alfa Pte Ltd', 'ALFA L.L.C.', 'corporate')).toEqual([
      'name-exact: Alfa is the same',
      'name-legal-form: legal forms Pte Ltd and L.L.C. are of one kind',
    ]);
    expect(explained('First Bank Int’l', '1st International Bank', 'corporate')).toEqual([
      'name-exact: First is the same as 1st',
      'name-exact: Bank is the same',
      'name-exact: Int’l is the same as International',
    ]);
    expect(explained('VanDerBilt, J.', 'Jan van der Bilt')).toEqual([
      'name-joined: VanDerBilt written as van der Bilt',
      'name-initial: J. may stand for Jan',
    ]);
    expect(explained('Jürgen Mueller', 'Juergen Müller')).toEqual([
      'name-transliteration: Jürgen is written Juergen',
      'name-transliteration: Mueller is written Müller',
    ]);
    expect(explained('Qasim Jarnes', 'Ghasem James')).toEqual([
      'name-sound: Qasim sounds like Ghasem',
      'name-misread: Jarnes looks like James in print',
    ]);
    expect(explained('JC Juncker', 'Jean-Claude Juncker')[0]).toBe('name-initial: j may stand for Jean');
  });

  it('scores every text, and a name with any letter or digit 1 against itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const own = score(text, text);
        expect([0, 1]).toContain(own);
        expect(score(text, 'Rami Makhlouf')).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it('scores 1 what is of signs and letters of no word in its own script', () => {
    const sign = fc.constantFrom(...'ءؒ؇ۙ۳ـㅏ王ↀↈ'.split(''), ' ');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 4 }), (signs) => {
        expect([0, 1]).toContain(score(signs.join(''), signs.join('')));
      }),
    );
  });

  it('does not care about case, order of tokens or punctuation', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghiklmnoprstuvz'), minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        expect(score(words.join(' '), [...words].reverse().join(', ').toUpperCase())).toBe(1);
      }),
    );
  });

  it('scores names without parts of their own the same both ways', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeioukhmrst'), minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(score(a, b)).toBe(score(b, a));
      }),
    );
  });
});

describe('names in their own script', () => {
  it('are not one for the article before, nor for words that say whose son somebody is', () => {
    // The article and the sign of a script made these words longer, so that two letters counted for less.
    for (const [one, other] of [
      ['سمير الشامي', 'سمير القاضي'],
      ['ريم السقاف', 'ريم الستار'],
      ['محمد بن خالد الراشد', 'محمد بن سالم الكاشف'],
    ] as const)
      expect(score(one, other), `${one} ${other}`).toBeLessThan(0.7);
    for (const [one, other] of [
      ['نور بن عمر', 'نور بن علي'],
      ['حسن بن شريف', 'سعد بن شريف'],
    ] as const)
      expect(score(one, other), `${one} ${other}`).toBeLessThan(WEAK - 0.1);
    expect(score('سمير الشامي', 'الشامي سمير')).toBe(1);
  });
});
