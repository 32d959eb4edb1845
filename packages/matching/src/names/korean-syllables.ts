/**
 * How syllables of Korean names are written in Latin letters: by the official spelling of the South, by that of the North, by
 * McCune and Reischauer without their marks, and by habit. Two spellings are forms of one name only if they may stand for
 * one Hangul syllable, so each syllable has a group of its own.
 */

const FAMILY_SYLLABLES =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도석선설마길위표명기반왕금옥인육맹모탁국리림로라량려';
const GIVEN_SYLLABLES =
  '가간갑건걸겸경계관광교귀규균극근난내다단달담대덕동두득란람래련렬령례록룡루률륜만말매목묘무미발범법벽별병보복봉부북분비빈빛사산삼상새샘생섭세소솔수숙순술숭슬승시식실아애억언업연열영예온완용욱운웅월율융은음응의익일자작재절점제종좌죽준중증직집찬창철첨청초총춘출충치칠타태택토통파판팔평포품필학해행향혁협형혜호화환회효후훈휘휴흠흥희힘각군람렴름린립';

const FIRST_HANGUL = 0xac00;
const VOWELS = 21;
const ENDS = 28;

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
  손: 'sohn',
  우: 'wu',
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
  백: 'paik',
  용: 'young',
  희: 'hi',
  혜: 'hae',
  지: 'jee',
  나: 'nah ra',
  안: 'ahn',
  양: 'ryang',
  염: 'ryom',
  여: 'ryo',
  엄: 'um',
};

/** What is too short to be told from an initial, as it is written where it is a name. */
export const READ_OTHERWISE: Readonly<Record<string, string>> = { 이: 'yi', 우: 'woo', 오: 'oh', 아: 'ah' };

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

/** One group of spellings for each syllable. */
export const KOREAN_FORMS: readonly string[] = [...new Set(FAMILY_SYLLABLES + GIVEN_SYLLABLES)].map(
  (syllable) => spellingsOf(syllable).join(' '),
);

/** Family names in every spelling. */
export const KOREAN_FAMILIES: ReadonlySet<string> = new Set([...FAMILY_SYLLABLES].flatMap(spellingsOf));
