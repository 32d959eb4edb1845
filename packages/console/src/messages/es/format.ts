import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: 'ahora mismo',
  inLessThanMinute: 'en menos de 1 min',
  listSeparator: ', ',
  clauseSeparator: '; ',
  fullStop: '.',
  almostAll: '> {share}',
  almostNone: '< {share}',
  until: 'hasta {at}',
  since: 'desde {at}',
  betweenDates: '{from} – {to}',
};
