/** Below this width a row of the table of cases is a card. */
export const cardsBelow = '(max-width: 47.99em)';
