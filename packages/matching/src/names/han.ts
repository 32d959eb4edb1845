/** Han characters: where a personal name's family name ends. Readings are Mandarin's, by any-ascii. */

/** Family names of two characters, in simplified and traditional writing. */
const COMPOUND = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 独孤 獨孤 慕容 令狐 尉迟 尉遲 皇甫 长孙 長孫 宇文 轩辕 軒轅 端木 公孙 公孫 夏侯 百里 呼延 南宫 南宮'.split(
    ' ',
  ),
);

const RUN = /\p{Script=Han}+/gu;
const LONGEST_NAME = 4;

/** Short runs are read as a name, family name first: two words. Longer ones stay as they are. */
export function separateHanNames(text: string): string {
  return text.replace(RUN, (run) => {
    const characters = [...run];
    if (characters.length < 2 || characters.length > LONGEST_NAME) return ` ${run} `;
    const length = characters.length > 2 && COMPOUND.has(characters.slice(0, 2).join('')) ? 2 : 1;
    return ` ${characters.slice(0, length).join('')} ${characters.slice(length).join('')} `;
  });
}
