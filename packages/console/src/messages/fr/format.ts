import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: 'à l’instant',
  inLessThanMinute: 'dans moins d’1 min',
  listSeparator: ', ',
  clauseSeparator: ' ; ',
  fullStop: '.',
  almostAll: '> {share}',
  almostNone: '< {share}',
  until: 'jusqu’au {at}',
  since: 'depuis le {at}',
  betweenDates: '{from} – {to}',
};
