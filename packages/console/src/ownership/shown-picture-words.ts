import { type PictureWords, pictureWords } from '@gatehouse/ownership/picture';
import { toPseudoText } from '../messages/pseudo.ts';
import { currentLanguage, currentLocale } from '../messages/text.ts';

/** The words of an ownership picture in the language of the page, with numbers as it writes them. */
export function shownPictureWords(): PictureWords {
  const language = currentLanguage();
  const words = language === 'pseudo' ? pseudoWords(pictureWords.en) : pictureWords[language];
  // The pages write an English share with a space before its sign, whatever the region.
  return { ...words, locale: currentLocale() };
}

/** Each text in it as the pseudo-language has it. */
function pseudoWords<Words extends object>(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? toPseudoText(value) : pseudoWords(value as object),
    ]),
  ) as Words;
}
