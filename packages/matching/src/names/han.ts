/** Han characters: where a personal name's family name ends. Readings are Mandarin's, by any-ascii. */
import { MAX_HAN_NAME } from '../weights.ts';

/** Family names of two characters, in simplified and traditional writing. */
const COMPOUND = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 独孤 獨孤 慕容 令狐 尉迟 尉遲 皇甫 长孙 長孫 宇文 轩辕 軒轅 端木 公孙 公孫 夏侯 百里 呼延 南宫 南宮'.split(
    ' ',
  ),
);

/** Legal forms, which come before or after a company's name without a space. */
const FORMS =
  /(?:股份有限公司|有限责任公司|有限責任公司|有限公司|株式会社|株式會社|合同会社|有限会社|合資会社|合名会社|財団法人|社団法人|基金会)/g;

const RUN = /\p{Script=Han}+/gu;

/** Short runs are read as a name, family name first: two words. Longer ones stay as they are. */
export function separateHanNames(text: string): string {
  return text.replace(FORMS, ' $& ').replace(RUN, (run) => {
    if (run.search(FORMS) === 0) return run;
    const characters = [...run];
    if (characters.length < 2 || characters.length > MAX_HAN_NAME) return ` ${run} `;
    const length = characters.length > 2 && COMPOUND.has(characters.slice(0, 2).join('')) ? 2 : 1;
    return ` ${characters.slice(0, length).join('')} ${characters.slice(length).join('')} `;
  });
}
