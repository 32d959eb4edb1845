import type { Translation } from '../catalogue.ts';
import type { format as english } from '../en/format.ts';

export const format: Translation<typeof english> = {
  justNow: '刚刚',
  inLessThanMinute: '1 分钟内',
};
