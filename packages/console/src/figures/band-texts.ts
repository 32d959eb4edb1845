/** Bands of the score of a hit, in words. */
export const bandTexts = {
  strong: 'score 0.95 or higher',
  weaker: 'score below 0.95',
} as const;
