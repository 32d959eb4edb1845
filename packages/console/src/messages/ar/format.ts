import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: 'الآن',
  inLessThanMinute: 'خلال أقل من دقيقة',
  listSeparator: '، ',
  clauseSeparator: '؛ ',
  fullStop: '.',
  almostAll: 'أكثر من {share}',
  almostNone: 'أقل من {share}',
  until: 'حتى {at}',
  since: 'منذ {at}',
  betweenDates: '{from} – {to}',
};
