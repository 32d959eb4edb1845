/**
 * Han characters: where a personal name's family name ends, and how its characters are read. Readings are Mandarin's, by any-ascii,
 * which knows one of each character: what a name reads otherwise is here.
 */
import anyAscii from 'any-ascii';
import { MAX_HAN_NAME } from '../weights.ts';
import { simplified } from './traditional-characters.ts';

/** Family names of two characters, in simplified and traditional writing. */
const COMPOUND = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 独孤 獨孤 慕容 令狐 尉迟 尉遲 皇甫 长孙 長孫 宇文 轩辕 軒轅 端木 公孙 公孫 夏侯 百里 呼延 南宫 南宮 万俟 萬俟 澹台 澹臺 闻人 聞人 鲜于 鮮于 淳于 钟离 鍾離 申屠 濮阳 濮陽 赫连 赫連 完颜 完顏 纳兰 納蘭 拓跋'.split(
    ' ',
  ),
);

/** Readings by simplified character: ` 曾zeng 覃qin/tan `, the usual one first. */
function readingsBy(rows: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    rows
      .trim()
      .split(/\s+/)
      .map((row) => [row.match(/^\P{ASCII}+/u)![0], row.replace(/^\P{ASCII}+/u, '').split('/')]),
  );
}

/** Characters that are read otherwise where they are a family name, and family names of two characters. */
const FAMILY_READINGS = readingsBy(`
  曾zeng 单shan 解xie 查zha 区ou 翟zhai/di 仇qiu 盖ge/gai 覃qin/tan 缪miao/mou 薄bo 卜bu 朴piao/park 乐yue/le 吕lyu 种chong
  召shao 折she 员yun 秘bi 洗xian 祭zhai 繁po 藏zang 隗wei/kui 郇xun/huan 谌chen/shen 牟mou/mu 那na 柏bai/bo 褚chu 长zhang 都du
  哈ha 尉wei/yu 晟cheng 莘shen/xin 车che 佴nai 郗xi/chi 黑he 纪ji 费fei/bi 曲qu 冼xian 宓mi/fu 逄pang 幺yao 阚kan 仉zhang
  尉迟yu-chi 万俟mo-qi 澹台tan-tai 长孙zhang-sun
`);
/** Characters that are read otherwise in given names, or in two ways. */
const GIVEN_READINGS = readingsBy(`
  长chang/zhang 重chong/zhong 晟sheng/cheng 莘xin/shen 靓liang/jing 参shen/can 都du/dou 柏bo/bai 隽jun/juan 茜qian/xi 朝chao/zhao
  乐le/yue 曾zeng 行xing/hang 翟di/zhai 单dan 朴pu 炅jiong/gui 颉jie/xie 澄cheng 祎yi 袆hui/yi 埔pu 薄bo/bao 藏cang/zang
  仇chou 查cha 盛sheng 省sheng/xing 传chuan 奇qi 曲qu 宿su/xiu 校xiao 调diao/tiao 降xiang/jiang 择ze 芮rui 璇xuan 娜na
`);

/** Mandarin readings of the characters of a name, family name first; in lower case, in the usual way or in the other. */
function mandarinOf(characters: readonly string[], isOther: boolean): string[] {
  const plain = characters.map(simplified);
  const compound = FAMILY_READINGS.get(plain.slice(0, 2).join(''))?.[0]?.split('-') ?? [];
  return plain.map((character, at) => {
    const isCompound = characters.length > 2 && at < compound.length;
    if (isCompound) return compound[at]!;
    const known = (at === 0 ? FAMILY_READINGS : GIVEN_READINGS).get(character);
    return (isOther ? known?.[1] : undefined) ?? known?.[0] ?? anyAscii(characters[at]!).toLowerCase();
  });
}

/** How a name in Han is read: in the usual way, then in another where one of its characters has two readings. */
export function mandarinReadings(characters: readonly string[]): string[][] {
  const usual = mandarinOf(characters, false);
  const other = mandarinOf(characters, true);
  return other.some((syllable, at) => syllable !== usual[at]) ? [usual, other] : [usual];
}

/** Characters with those that a name reads otherwise than any-ascii in Latin letters. */
function readAsName(characters: readonly string[]): string[] {
  const syllables = mandarinOf(characters, false);
  return characters.map((character, at) => {
    const reading = anyAscii(character);
    const syllable = syllables[at]!;
    return reading.toLowerCase() === syllable ? character : syllable[0]!.toUpperCase() + syllable.slice(1);
  });
}

/** Legal forms, which come before or after a company's name without a space. */
const FORMS =
  /(?:股份有限公司|有限责任公司|有限責任公司|有限公司|株式会社|株式會社|合同会社|有限会社|合資会社|合名会社|財団法人|社団法人|基金会)/g;

const RUN = /\p{Script=Han}+/gu;

/**
 * Short runs are read as a name, family name first: two words. Longer ones stay as they are. Only in a person's name are characters
 * read as names read them.
 */
export function separateHanNames(text: string, isPerson: boolean): string {
  return text.replace(FORMS, ' $& ').replace(RUN, (run) => {
    if (run.search(FORMS) === 0) return run;
    const characters = [...run];
    if (characters.length > MAX_HAN_NAME) return ` ${run} `;
    const length = characters.length > 2 && COMPOUND.has(characters.slice(0, 2).join('')) ? 2 : 1;
    const read = isPerson ? readAsName(characters) : characters;
    return ` ${read.slice(0, length).join('')} ${read.slice(length).join('')} `;
  });
}
