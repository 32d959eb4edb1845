import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: 'gerade eben',
  inLessThanMinute: 'in weniger als 1 Min.',
  listSeparator: ', ',
  clauseSeparator: '; ',
  fullStop: '.',
  almostAll: '> {share}',
  almostNone: '< {share}',
  until: 'bis {at}',
  since: 'seit {at}',
  betweenDates: '{from} – {to}',
};
