import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildIndex,
  enginePolicies,
  type ListIndex,
  listSources,
  openIndex,
  parseBirth,
  type Subject,
  screen,
  watchlistEntry,
} from './index.ts';
import { readEntries } from './testing/lists.ts';

let index: ListIndex;
const strong = enginePolicies.GLOBAL_CHECK({ matchStrength: 'STRONG', maxHits: 20 });
const weak = enginePolicies.GLOBAL_CHECK({ matchStrength: 'WEAK', maxHits: 20 });
const exact = enginePolicies.GLOBAL_CHECK({ matchStrength: 'EXACT', maxHits: 20 });

beforeAll(async () => {
  const { entries } = await readEntries(listSources['sample']!, []);
  index = openIndex(buildIndex(entries, { source: 'sample', version: '1' }), { verify: true });
});

function ids(
  name: string,
  policy = strong,
  type: 'individual' | 'corporate' | 'any' = 'individual',
): string[] {
  return screen([index], { name, type }, policy).hits.map((hit) => hit.entityId);
}

describe('screen', () => {
  it('finds a listed name whatever its order, case, punctuation and titles', () => {
    for (const name of [
      'Osama bin Laden',
      'BIN LADEN, Osama',
      'Mr. osama BIN-LADEN',
      'Sheikh Osama bin Laden',
    ]) {
      expect(ids(name, exact)).toEqual(['sample:d01']);
    }
  });

  it('finds a listed name in its original script and transliterated', () => {
    expect(ids('أسامة بن لادن')).toContain('sample:d01');
    expect(ids('Аркадий Пельменьев')).toContain('sample:p05');
    expect(ids('欧阳冰糖')).toContain('sample:p15');
    expect(ids('Anemona Thalassopoulou')).toContain('sample:p22');
  });

  it('compares names of one script in that script too, and says so', () => {
    const screened = screen([index], { name: 'أسمة بن لادن', type: 'individual' }, weak).hits[0]!;
    expect(screened.entityId).toBe('sample:d01');
    // Of four characters one is another, and its reading has other letters.
    const changed = screen([index], { name: '欧阳冰雪', type: 'individual' }, weak).hits[0]!;
    expect(changed.reasons.map(({ detail }) => detail)).toContain('冰 is the same in its own script');
  });

  it('finds names with a typing error, written together, or by initials', () => {
    expect(ids('Thadeus Quillfeather')).toContain('sample:p01');
    expect(ids('Thaddeus Quilfleather')).toContain('sample:p01');
    expect(ids('ThaddeusQuillfeather')).toContain('sample:p01');
    expect(ids('T. Quillfeather', weak)).toContain('sample:p01');
    expect(ids('Yildiz Han Bulutoglu')).toContain('sample:p37');
  });

  it('screens names of one word and names of digits like all others', () => {
    expect(ids('Zzyzx')).toEqual(['sample:p50']);
    expect(ids('11420 Corporation', strong, 'corporate')).toEqual(['sample:c21']);
    expect(ids('99999 Corp.', weak, 'corporate')).toEqual([]);
  });

  it('treats legal forms of one class alike in every language', () => {
    expect(ids('JSC Lunny Svet', strong, 'corporate')).toContain('sample:c03');
    expect(ids('Soleluna SRL', strong, 'corporate')).toContain('sample:c10');
    expect(ids('Zvezdnaya Pyl Limited Liability Company', strong, 'corporate')).toContain('sample:c02');
  });

  it('does not answer for people with companies, or the other way round', () => {
    expect(ids('Al-Qaida', strong, 'individual')).toEqual([]);
    expect(ids('Al-Qaida', strong, 'any')).toContain('sample:d03');
  });

  it('takes missing facts as neutral, raises agreeing ones and lowers contradicting ones', () => {
    const score = (facts: object) =>
      screen([index], { name: 'Thaddeus Quilfeather', type: 'individual', ...facts }, weak).hits[0]!.score;
    const plain = score({});
    expect(score({ births: [parseBirth('1961-03-14')!] })).toBeGreaterThan(plain);
    expect(score({ births: [parseBirth('1990')!] })).toBeLessThan(plain);
    expect(score({ gender: 'F' })).toBeLessThan(plain);
    expect(score({ nationalities: ['BR'] })).toBeLessThan(plain);
  });

  it('keeps an exact name in STRONG when one fact contradicts, and drops it when two do', () => {
    const subject = {
      name: 'Thaddeus Quillfeather',
      type: 'individual' as const,
      births: [parseBirth('1990')!],
    };
    expect(screen([index], subject, strong).hits).toHaveLength(1);
    expect(screen([index], { ...subject, nationalities: ['BR'] }, strong).hits).toHaveLength(0);
    expect(screen([index], { ...subject, nationalities: ['BR'] }, weak).hits).toHaveLength(1);
  });

  it('finds an entity by an equal identifier under any name, and highest with a compatible name', () => {
    const byNumber = screen(
      [index],
      { name: 'Someone Else', type: 'individual', identifiers: [{ value: 'qf-4410927' }] },
      exact,
    );
    expect(byNumber.hits.map((hit) => [hit.entityId, hit.score])).toEqual([['sample:p01', 0.9]]);
    const both = screen(
      [index],
      { name: 'T Quillfeather', type: 'individual', identifiers: [{ value: 'QF4410927' }] },
      exact,
    );
    expect(both.hits[0]).toMatchObject({ entityId: 'sample:p01', score: 1 });
  });

  describe('of identifiers', () => {
    const listed = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
    const plain = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';
    const wallets = openIndex(
      buildIndex(
        [
          watchlistEntry({
            id: 'w',
            name: 'Jane Example',
            identifiers: [
              { kind: 'Digital Currency Address - XBT', value: listed },
              { kind: 'Digital Currency Address - ETH', value: plain },
              { kind: 'SWIFT/BIC', value: 'KDBKKPPY' },
            ],
          }),
          watchlistEntry({
            id: 'a',
            name: 'EP-GOM',
            type: 'aircraft',
            identifiers: [{ kind: 'Aircraft Tail Number', value: 'EP-GOM' }],
          }),
        ],
        { source: 'watchlist', version: '1' },
      ),
    );
    const hitsOf = (subject: Subject, policy = exact) => screen([wallets], subject, policy).hits;
    const wallet = (value: string): Subject => ({
      name: '',
      type: 'any',
      identifiers: [{ type: 'wallet', value }],
    });

    it('finds a wallet by a name, whatever the type of the subject, and explains it', () => {
      for (const type of ['individual', 'corporate', 'any'] as const) {
        for (const name of [listed, `bitcoin:${listed}`, listed.toLowerCase()]) {
          const [hit, ...others] = hitsOf({ name, type });
          expect(others).toEqual([]);
          expect(hit).toMatchObject({ entityId: 'watchlist:w', score: 1, nameScore: 0 });
          const detail = `wallet ${listed}, chain XBT, listed under Jane Example`;
          const wrong = name.includes(listed) ? '' : '; its checksum is wrong';
          expect(hit!.reasons).toEqual([{ feature: 'identifier', score: 1, detail: `${detail}${wrong}` }]);
        }
      }
      expect(hitsOf({ name: `John Doe, ${listed}`, type: 'individual' })[0]).toMatchObject({ score: 0.9 });
      expect(hitsOf({ name: 'KDBKKPPY', type: 'corporate' })[0]).toMatchObject({ score: 1 });
    });

    it('finds an identifier without any name', () => {
      expect(hitsOf(wallet(plain))[0]).toMatchObject({
        queryName: plain,
        matchedName: 'Jane Example',
        score: 1,
      });
      expect(hitsOf(wallet(plain.slice(2).toUpperCase()))[0]).toMatchObject({ score: 1 });
      const tail: Subject = { name: '', type: 'any', identifiers: [{ type: 'tail-number', value: 'EPGOM' }] };
      expect(hitsOf(tail)[0]).toMatchObject({ entityId: 'watchlist:a', score: 0.9 });
      expect(hitsOf({ name: '', type: 'any' }, weak)).toEqual([]);
    });

    it('shows a mistyped wallet at STRONG, one that only looks like it at WEAK, and neither at EXACT', () => {
      const mistyped = listed.replace('RsdN', 'RsdM');
      const lookalike = `${plain.slice(0, 6)}${'1'.repeat(32)}${plain.slice(-4)}`;
      expect(hitsOf(wallet(mistyped))).toEqual([]);
      expect(hitsOf(wallet(mistyped), strong)[0]!.reasons).toEqual([
        {
          feature: 'similar-wallet',
          score: 0.88,
          detail: `wallet ${mistyped} resembles ${listed}, chain XBT, listed under Jane Example: both ends agree, 1 character differs and its checksum is wrong`,
        },
      ]);
      expect(hitsOf(wallet(lookalike), strong)).toEqual([]);
      expect(hitsOf(wallet(lookalike), weak)[0]).toMatchObject({ score: 0.7 });
      expect(hitsOf(wallet(`${plain.slice(0, 5)}0${plain.slice(6)}`), weak)).toEqual([]);
    });
  });

  it('reads the name of a business as a registration number too', () => {
    expect(ids('99001177', exact, 'corporate')).toEqual(['sample:c01']);
  });

  it('screens each alias on its own and says which name matched which', () => {
    const hit = screen(
      [index],
      { name: 'Nobody At All', aliases: ['Rita Vonderplume'], type: 'individual' },
      strong,
    ).hits[0]!;
    expect(hit).toMatchObject({
      entityId: 'sample:p02',
      queryName: 'Rita Vonderplume',
      matchedName: 'Rita Vonderplume',
    });
    expect(hit.reasons[0]).toMatchObject({ feature: 'name', score: 1 });
  });

  it('shows weak aliases in STRONG only when they are matched exactly', () => {
    expect(ids('El Rayo')).toEqual(['sample:p39']);
    expect(ids('El Raio')).toEqual([]);
    expect(ids('El Raio', weak)).toEqual(['sample:p39']);
  });

  it('answers any text without failing, also without letters', () => {
    for (const name of ['', '   ', '!!!', '\u0301\u0301', '😀', '\ud800', '-'])
      expect(ids(name, weak, 'any')).toEqual([]);
  });

  it('shows the same best hits however many it may show', () => {
    const policy = { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 1 }), maxHits: 1000 };
    const names = ['Maria Vonderplume', 'PAPER LANTERN', 'Quillfeather', 'Han Bulut', 'Trading Company'];
    for (const name of names) {
      for (const births of [[], [parseBirth('1961')!]]) {
        const subject = { name, type: 'any' as const, births };
        const all = screen([index], subject, policy).hits;
        for (const maxHits of [1, 2, 5]) {
          const some = screen([index], subject, { ...policy, maxHits });
          expect(some.hits).toEqual(all.slice(0, maxHits));
          expect(some.capped).toBe(all.length > maxHits);
        }
      }
    }
  });

  it('caps the hits at the policy and says so', () => {
    const policy = { ...enginePolicies.COMPOSITE_SCAN({ sensitivity: 1 }), maxHits: 1 };
    const result = screen([index], { name: 'PAPER LANTERN', type: 'corporate' }, policy);
    expect(result.hits).toHaveLength(1);
    expect(result.capped).toBe(true);
  });
});
