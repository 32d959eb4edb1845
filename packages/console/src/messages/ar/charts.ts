import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: 'جدول',
  tableOf: 'جدول: {title}',
  barsOf: '{name} حسب اليوم، تختار مفاتيح الأسهم يومًا',
  pointsOf: '{name}، تختار مفاتيح الأسهم نقطة',
  pointAt: '{label}: {value}',
};
