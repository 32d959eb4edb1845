import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: '刚刚',
  inLessThanMinute: '1 分钟内',
  listSeparator: '、',
  clauseSeparator: '；',
  fullStop: '。',
  almostAll: '> {share}',
  almostNone: '< {share}',
  until: '截至 {at}',
  since: '自 {at} 起',
  betweenDates: '{from} – {to}',
};
