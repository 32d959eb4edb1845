import { text } from '../messages/text.ts';

/** Bands of the score of a hit, in words. */
export const bandTexts = {
  strong: text('figures.strong'),
  weaker: text('figures.weaker'),
} as const;
