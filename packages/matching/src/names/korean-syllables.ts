/**
 * How syllables of Korean names are written in Latin letters: by the official spelling of the South, by that of the North, by
 * McCune and Reischauer without their marks, and by habit. Two spellings are forms of one name only if they may stand for
 * one Hangul syllable, so each syllable has a group of its own.
 */

const FAMILY_SYLLABLES =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도석선설마길위표명기반왕금옥인육맹모탁국리림로라량려';
const GIVEN_SYLLABLES =
  '가간갑건걸겸경계관광교귀규균극근난내다단달담대덕동두득란람래련렬령례록룡루률륜만말매목묘무미발범법벽별병보복봉부북분비빈빛사산삼상새샘생섭세소솔수숙순술숭슬승시식실아애억언업연열영예온완용욱운웅월율융은음응의익일자작재절점제종좌죽준중증직집찬창철첨청초총춘출충치칠타태택토통파판팔평포품필학해행향혁협형혜호화환회효후훈휘휴흠흥희힘각군람렴름린립격';

/** Spellings of each, `-` for none. */
const rows = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((row) => row.split(' ').map((one) => (one === '-' ? '' : one)));

/** First sounds, vowels and last sounds in the order in which Unicode composes syllables; first how any-ascii reads them. */
const FIRST = rows('g k, kk, n, d t, tt, l r n -, m, b p, pp, s, ss, -, j ch, jj, ch, k kh, t th, p ph, h');
const MIDDLE = rows(
  'a, ae ai, ya, yae, eo o u, e, yeo yo you yu, ye, o, wa, wae, oe oi, yo, u oo, wo weo, we, wi, yu yoo, eu u, ui eui ee i, i ee',
);
const LAST = rows('-, g k, k, k, n, n, n, t, l, k, m, p, t, t, p, l, m, b p, p, t, t, ng, t, t, k, t, p, t');

/** What bearers write that no rule gives. */
const HABITS: Readonly<Record<string, string>> = {
  이: 'lee rhee rhi ri',
  리: 'lee yi rhee rhi',
  박: 'park',
  최: 'choi choy',
  조: 'joe',
  임: 'yim lim rim',
  림: 'yim',
  류: 'ryoo',
  유: 'ryu ryoo you',
  노: 'roh ro noh',
  로: 'roh noh',
  고: 'koh goh',
  손: 'sohn shon',
  우: 'wu',
  두: 'too',
  덕: 'duck duk',
  학: 'hack',
  한: 'hahn',
  황: 'whang',
  위: 'wie',
  옥: 'ock',
  운: 'woon',
  웅: 'woong',
  욱: 'wook',
  허: 'hur huh',
  서: 'suh',
  어: 'uh',
  신: 'shin',
  심: 'shim',
  식: 'shik',
  실: 'shil',
  시: 'shi',
  백: 'paik back baik',
  용: 'young',
  희: 'hi',
  혜: 'hae',
  지: 'jee',
  나: 'nah ra',
  안: 'ahn',
  양: 'ryang',
  염: 'ryom',
  여: 'ryo yuh lyuh',
  엄: 'um uhm',
};

/** What is too short to be told from an initial, as it is written where it is a name. */
export const LONE_VOWELS: Readonly<Record<string, string>> = { 이: 'yi', 우: 'woo', 오: 'oh', 아: 'ah' };
/** These, and what reads like a small word of other languages (`an`, `du`, `la`). */
export const READ_OTHERWISE: Readonly<Record<string, string>> = {
  ...LONE_VOWELS,
  안: 'ahn',
  두: 'doo',
  도: 'doh',
  다: 'dah',
  라: 'ra',
  로: 'ro',
};
/** Single letters that are syllables where all else of a name is Korean: `Jeong Hyeon-u`, `O Kuk Ryol`. */
export const LETTERS_READ_OTHERWISE: Readonly<Record<string, string>> = {
  i: 'yi',
  u: 'woo',
  o: 'oh',
  a: 'ah',
};

/** Family names of two syllables in every spelling, the one by which Hangul is read first. */
const COMPOUNDS: Readonly<Record<string, string>> = {
  남궁: 'namgung namkung namgoong namkoong',
  황보: 'hwangbo hwangpo whangbo',
  선우: 'seonu sunwoo seonwoo sonwoo sunu sonu',
  제갈: 'jegal jekal chegal chekal jaegal',
  사공: 'sagong sakong',
  독고: 'dokgo dokko tokko tokgo dogko',
  서문: 'seomun seomoon suhmoon somun suhmun',
  동방: 'dongbang tongbang',
  망절: 'mangjeol mangjul',
};
/** A family name of two syllables as Hangul is read; undefined for all others. */
export function compoundOf(syllables: string): string | undefined {
  return COMPOUNDS[syllables]?.split(' ')[0];
}

const FIRST_HANGUL = 0xac00;
const VOWELS = 21;
const ENDS = 28;
/** Places of first sounds: `n`, `l` and none. */
const [NIEUN, RIEUL, NONE] = [2, 5, 11];
/** Places of vowels before which no `n` or `l` begins a word in the South: `i` and those with a `y`. */
const SOFT_VOWELS = [2, 3, 6, 7, 12, 17, 20];
/** Syllables that the South writes by that rule at the end of a name too. */
const SOFT_ENDS = '룡렬률륜';
/** How the North writes what begins a given name in the South with no sound or with `n`, where both are usual. */
const NORTH: Readonly<Record<string, string>> = Object.fromEntries(
  '용룡 연련 열렬 율률 윤륜 유류 여려 예례 이리 임림 인린 양량 내래 노로 나라 난란 낙락 녹록'
    .split(' ')
    .map((pair) => [...pair]),
);

/**
 * How the South spells the syllable at a place of a name, family name first: `리` is `이`, `로` is `노`, `룡` is `용`. In given names of the
 * South both occur (`나영`, `라영`), so that there only endings are one.
 */
export function southSyllable(syllable: string, place: number): string {
  const code = syllable.charCodeAt(0) - FIRST_HANGUL;
  const first = Math.floor(code / (VOWELS * ENDS));
  if ((first !== RIEUL && first !== NIEUN) || (place > 0 && !SOFT_ENDS.includes(syllable))) return syllable;
  const isSoft = SOFT_VOWELS.includes(Math.floor(code / ENDS) % VOWELS);
  const south = isSoft ? NONE : NIEUN;
  return String.fromCharCode(syllable.charCodeAt(0) + (south - first) * VOWELS * ENDS);
}

/** How the North may spell a syllable of a given name that the South writes so; undefined where both write alike. */
export function northSyllable(syllable: string, place: number): string | undefined {
  const north = place > 0 ? NORTH[syllable] : undefined;
  return north !== undefined && (place === 1 || SOFT_ENDS.includes(north)) ? north : undefined;
}

/** Spellings of one syllable, the official one first, as a name in Hangul is read. */
function spellingsOf(syllable: string): string[] {
  const code = syllable.charCodeAt(0) - FIRST_HANGUL;
  const firsts = FIRST[Math.floor(code / (VOWELS * ENDS))]!;
  const vowels = MIDDLE[Math.floor(code / ENDS) % VOWELS]!;
  const lasts = LAST[code % ENDS]!;
  const ruled = vowels.flatMap((vowel) =>
    firsts.flatMap((first) => lasts.map((last) => first + vowel + last)),
  );
  const all = new Set([
    READ_OTHERWISE[syllable] ?? ruled[0]!,
    ...ruled,
    ...(HABITS[syllable]?.split(' ') ?? []),
  ]);
  return [...all].filter((form) => form.length > 1);
}

/** One group of spellings for each syllable, and for each family name of two. */
export const KOREAN_FORMS: readonly string[] = [
  ...[...new Set(FAMILY_SYLLABLES + GIVEN_SYLLABLES)].map((syllable) => spellingsOf(syllable).join(' ')),
  ...Object.values(COMPOUNDS),
];

/** Family names in every spelling. */
export const KOREAN_FAMILIES: ReadonlySet<string> = new Set([
  ...[...FAMILY_SYLLABLES].flatMap(spellingsOf),
  ...Object.values(COMPOUNDS).flatMap((forms) => forms.split(' ')),
]);
