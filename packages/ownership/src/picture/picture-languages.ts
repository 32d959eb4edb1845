import type { FlowLanguage } from '@gatehouse/contract';
import { englishPictureWords, type PictureWords } from './picture-words.ts';
import { arabicPictureWords } from './picture-words-ar.ts';
import { germanPictureWords } from './picture-words-de.ts';
import { spanishPictureWords } from './picture-words-es.ts';
import { frenchPictureWords } from './picture-words-fr.ts';
import { chinesePictureWords } from './picture-words-zh.ts';

/** The words of a picture in each language of the pages. */
export const pictureWords: Readonly<Record<FlowLanguage, PictureWords>> = {
  en: englishPictureWords,
  de: germanPictureWords,
  fr: frenchPictureWords,
  es: spanishPictureWords,
  ar: arabicPictureWords,
  zh: chinesePictureWords,
};
