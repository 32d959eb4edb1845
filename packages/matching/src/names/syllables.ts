/**
 * Chinese syllables that romanisations write so differently that spelling does not show it, and how Korean ones are read.
 * Two Latin spellings are forms of one name only within a language: `Zhang` and `Chang` are, `Chang` and `Jang` are, `Zhang` and
 * `Jang` are not, for a name in Chinese characters is read as Korean only where something says so.
 */
import { KOREAN_FORMS } from './korean-syllables.ts';

/** Chinese family names by pinyin, then as dialects and habits of those who bear them write them. */
export const CHINESE_FAMILY_FORMS: readonly string[] = [
  'zhang chang cheung teo',
  'zhou chou chow jou chew',
  'zhao chao jao chiu',
  'zheng cheng jeng tay',
  'jiang chiang kiang chiong',
  'cai tsai choi chua choy chai',
  'cui tsui choi',
  'guo kuo kwok quek kwek',
  'xu hsu chui tsui koh khor',
  'xie hsieh tse chia cheah',
  'xiao hsiao siu siew',
  'huang hwang wong ng ooi wee',
  'wang wong ong heng',
  'chen chan tan chin',
  'lin lim lam ling',
  'li lee lei lai',
  'liu lau lew low liew',
  'wu ng goh woo',
  'he ho',
  'ye yeh yip yap',
  'yang yeung yong yeo',
  'deng teng tang',
  'liang leung neo',
  'luo lo law loh',
  'zhu chu choo',
  'zhong chung chong',
  'ma mah',
  'hu woo oh foo',
  'feng fung foong',
  'su so soh',
  'pan poon phua',
  'ruan yuen',
  'yuan yuen',
  'zeng tsang chan',
  'lu loo loke luk',
  'lyu lv lu lui',
  'sun suen soon',
  'gao ko kao',
  'liao liu liew',
  'fang fong png',
  'lai lye',
  'qiu yau khoo chiu',
  'mo mok',
  'shen sum sim',
  'yao yiu',
  'bai pai',
  'gu koo ku',
  'kong hung',
  'dai tai',
  'xue hsueh sit',
  'xi hsi shi si',
];
/** Further frequent Chinese family names; Latin letters write them as they are, or by Wade's rules. */
const MORE_FAMILIES = `
bao cao chang cheng ding dong du duan fan fei feng fu ge gong guan han hao hou hua ji jia jiao jin kang lei long lu lv mao meng miao
nie niu ou ouyang peng qi qian qiao qin qu ren rong shao shi shu situ song tan tang tao tian tong tu wan wei wen weng xia
xiang xing xiong xuan yan yi yin you yu yue yun zhai zhan zhuang zhuo zou zuo
`;

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
const syllables = (text: string) => text.trim().split(/\s+/);

/** Further syllables, of which only other scripts' spellings matter: Latin letters write them alike everywhere. */
const MORE_CHINESE = `
ai an ang ao ba bian biao bie bu cha da de die dong dui e en er fa ga gou gua guai ha hei ka kou kui la lie mang mou nai nie
nuo pan pao pen pian piao pin ran rang re ri ruo sa sao se sha shai shuo ta te tou tui tun tuo wai za ze zhai
`;
const MORE_KOREAN = 'a ae an choe ha hak han hap i il im in kap mok no pang pan pil po sa sil ta tam tan';

/** Syllables of Chinese names in pinyin, and of Korean ones as McCune and Reischauer write them. */
export const CHINESE_SYLLABLES: readonly string[] = syllables(CHINESE + MORE_CHINESE);
export const KOREAN_SYLLABLES: readonly string[] = syllables(`${KOREAN} ${MORE_KOREAN}`);

/** Groups of Latin spellings that may stand for one Chinese syllable, pinyin first. */
export const CHINESE_FORMS: readonly string[] = [
  ...CHINESE_FAMILY_FORMS,
  ...CHINESE_SYLLABLES.map((pinyin) => [pinyin, wadeOf(pinyin)])
    .filter(([own, other]) => own !== other)
    .map((group) => group.join(' ')),
];
/** All syllables of Chinese names and of Korean ones, in every spelling of them that is known. */
export const CHINESE_WORDS: ReadonlySet<string> = new Set([
  ...CHINESE_FORMS.flatMap(syllables),
  ...CHINESE_SYLLABLES,
]);
export const KOREAN_WORDS: ReadonlySet<string> = new Set([
  ...KOREAN_FORMS.flatMap(syllables),
  ...KOREAN_SYLLABLES,
]);

/** Family names in every spelling. */
export const CHINESE_FAMILIES: ReadonlySet<string> = new Set([
  ...CHINESE_FAMILY_FORMS.flatMap(syllables),
  ...syllables(MORE_FAMILIES).flatMap((pinyin) => [pinyin, wadeOf(pinyin)]),
]);
