/**
 * Chinese and Korean syllables that romanisations write so differently that spelling does not show it. Each syllable
 * of one system is taken apart into its sounds, and written in the others.
 */

/** Family names by the dialects and habits of those who bear them. */
const FAMILY_NAMES: readonly string[] = [
  'zhang chang jang cheung teo',
  'zhou chou chow jou chew',
  'zhao chao jao chiu',
  'zheng cheng jeng tay',
  'jiang chiang kiang chiong',
  'cai tsai choi chua',
  'cui tsui choi',
  'guo kuo kwok',
  'xu hsu shu chui',
  'xie hsieh tse chia',
  'xiao hsiao siu siew',
  'huang hwang wong ng ooi',
  'wang wong ong heng',
  'chen chan tan chin',
  'lin lim lam',
  'li lee ri rhee yi i rhi lei',
  'liu lau lew low ryu',
  'wu ng goh woo',
  'he ho',
  'ye yeh yip yap',
  'yang yeung yong',
  'deng teng tang',
  'liang leung neo',
  'luo lo law',
  'zhu chu ju',
  'zhong chung jung chong',
  'park pak bak bahk',
  'choi choe choy',
  'no noh roh ro',
  'rim im lim yim',
  'yu yoo ryu ryoo',
  'oh o',
  'jung jeong chong chung jong cheong',
  'jo cho joe',
  'u woo wu oo',
  'sin shin',
  'yun yoon youn',
  'mun moon',
  'yi lee ri rhee',
  'jon jun jeon chon chun cheon',
  'ho heo hur huh',
  'ko go koh goh',
  'son sohn',
  'paek baek paik baik',
  'xi shi hsi si',
];

const PINYIN = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])([aeiou]+(?:ng|n|r)?)$/;
/** First sounds in Wade's spelling; those of pinyin that are not here are written alike. */
const WADE_INITIALS: Readonly<Record<string, string>> = {
  b: 'p',
  d: 't',
  g: 'k',
  zh: 'ch',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  z: 'ts',
  c: 'ts',
  r: 'j',
};
const WADE_FINALS: Readonly<Record<string, string>> = {
  ian: 'ien',
  ie: 'ieh',
  ue: 'ueh',
  ong: 'ung',
  iong: 'iung',
  ui: 'uei',
  you: 'yu',
};

/** Pinyin syllables of names, from which Wade's spellings are made. */
const CHINESE = `
bai ban bang bao bei ben bin bing bo cai can cang cao ce cen chai chan chang chao che chen cheng chi chong chou chu
chuan chuang chui chun cong cui cun da dai dan dang dao de deng di dian ding dong dou du duan dun duo fa fan fang fei
fen feng fu gai gan gang gao ge gen geng gong gu guan guang gui guo hai han hang hao he hong hou hu hua huai huan huang
hui hun huo ji jia jian jiang jiao jie jin jing jiong jiu ju juan jue jun kai kan kang ke kong kuan kuang kun lai lan
lang lao lei leng li lian liang liao lin ling liu long lou lu luan lun luo ma man mao mei men meng mi mian miao min ming
mo mu na nan neng ni nian ning niu nong pan pang pei peng pi ping po pu qi qian qiang qiao qin qing qiong qiu qu quan que
ran rao ren rong rou ru ruan rui run ruo sai san sang sen sha shan shang shao she shen sheng shi shou shu shuai shuang
shui shun shuo si song su sui sun suo tai tan tang tao teng ti tian tie ting tong tu tuan wan wang wei wen weng wo wu xi
xia xian xiang xiao xie xin xing xiong xiu xu xuan xue xun ya yan yang yao ye yi yin ying yong you yu yuan yue yun zai
zan zang zeng zha zhan zhang zhao zhe zhen zheng zhi zhong zhou zhu zhuang zhun zhuo zi zong zou zu zuo
`;

function wadeOf(pinyin: string): string {
  const [, initial, final] = PINYIN.exec(pinyin) ?? [];
  if (initial === undefined || final === undefined) return pinyin;
  if (/^(?:zh|ch|sh|r)$/.test(initial) && final === 'i') return `${WADE_INITIALS[initial] ?? initial}ih`;
  if (/^[zcs]$/.test(initial) && final === 'i') return initial === 's' ? 'szu' : 'tzu';
  const isRound = /^[gkh]$/.test(initial) && final === 'e';
  return `${WADE_INITIALS[initial] ?? initial}${isRound ? 'o' : (WADE_FINALS[final] ?? final)}`;
}

/** Korean syllables of names as McCune and Reischauer write them, without breves. */
const KOREAN = `
chol chon chong chun chung chu cho chin chang chan chae
ho hyo hyok hyon hyong hwan hun hung hui hye
kang ki kil kim ko kon kuk kum kun kwan kwang kwon kyo kyong kyu ku
man mi min mun myo myon myong mu
nam nak nyong
ok on
paek pae pak pok pom pong pyo pyong pin
ra ran ri rim ro ryol ryong ryop ryu ryuk rak rin
sam sang se sik sin so sok sol son song su suk sun sung sop
tae tak to tok tong tuk tu
u uk un ung
wi won
yang ye yo yol yon yong yop yu yun yuk yom
`;
const KOREAN_SYLLABLE = /^(ch|[hkmnprstwy]?)(.+)$/;
const VOICED: Readonly<Record<string, string>> = { ch: 'j', k: 'g', p: 'b', t: 'd' };
/** What McCune's vowels, without their breves, are in the official spelling and in habitual ones. */
const VOWELS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(y?)o/, ['$1eo', '$1ou', '$1u']],
  [/^u/, ['eu', 'oo', 'woo']],
  [/^ui/, ['ee', 'i']],
  [/^yu/, ['yoo']],
  [/^ae/, ['ai']],
  [/^i/, ['ee']],
  [/^wo/, ['weo']],
];

/** Other spellings of a Korean syllable, itself first. */
function koreanForms(syllable: string): string[] {
  const [, initial = '', rest = ''] = KOREAN_SYLLABLE.exec(syllable) ?? [];
  const rests = [rest];
  for (const [pattern, forms] of VOWELS) {
    if (pattern.test(rest)) for (const form of forms) rests.push(rest.replace(pattern, form));
  }
  const initials = [initial, ...(VOICED[initial] === undefined ? [] : [VOICED[initial]])];
  if (initial === 'r') initials.push('l', /^[iy]/.test(rest) ? '' : 'n');
  return initials.flatMap((first) => rests.map((last) => first + last)).filter((form) => form.length > 1);
}

const syllables = (text: string) => text.trim().split(/\s+/);

export const SYLLABLES: readonly string[] = [
  ...FAMILY_NAMES,
  ...syllables(CHINESE)
    .map((pinyin) => [pinyin, wadeOf(pinyin)])
    .filter(([own, other]) => own !== other)
    .map((group) => group.join(' ')),
  ...syllables(KOREAN).map((syllable) => koreanForms(syllable).join(' ')),
];

/** Further syllables, of which only other scripts' spellings matter: Latin letters write them alike everywhere. */
const MORE_CHINESE = `
ai an ang ao ba bian biao bie bu cha da de die dong dui e en er fa ga gou gua guai ha hei ka kou kui la lie mang mou nai nie
nuo pan pao pen pian piao pin ran rang re ri ruo sa sao se sha shai shuo ta te tou tui tun tuo wai za ze zhai
`;
const MORE_KOREAN = 'a ae an choe ha hak han hap i il im in kap mok no pang pan pil po sa sil ta tam tan';

/** Syllables of Chinese names in pinyin, and of Korean ones as McCune and Reischauer write them. */
export const CHINESE_SYLLABLES: readonly string[] = syllables(CHINESE + MORE_CHINESE);
export const KOREAN_SYLLABLES: readonly string[] = syllables(`${KOREAN} ${MORE_KOREAN}`);

/** All syllables of Chinese and Korean names, in every spelling of them that is known. */
export const SYLLABLE_WORDS: ReadonlySet<string> = new Set([
  ...SYLLABLES.flatMap(syllables),
  ...CHINESE_SYLLABLES,
  ...KOREAN_SYLLABLES,
]);
