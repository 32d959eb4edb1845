import { type FlowLanguage, flowLanguages } from '@gatehouse/contract';

/** The language of `Accept-Language` that is spoken here and liked best; English where there is none. */
export function chooseLanguage(accept: string | undefined): FlowLanguage {
  const wishes = (accept ?? '')
    .slice(0, 1000)
    .split(',')
    .flatMap((wish, index) => {
      const [, tag, weight] =
        /^\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/.exec(wish) ?? [];
      const language = flowLanguages.find((known) => known === tag?.toLowerCase());
      const quality = weight === undefined ? 1 : Number(weight);
      return language === undefined || !(quality > 0) ? [] : [{ language, quality, index }];
    });
  const [best] = wishes.toSorted((a, b) => b.quality - a.quality || a.index - b.index);
  return best?.language ?? 'en';
}
