import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: 'جدول',
  tableOf: 'جدول: {title}',
  barsOf: '{name} حسب اليوم؛ اختيار اليوم بمفاتيح الأسهم',
  pointsOf: '{name}؛ اختيار النقطة بمفاتيح الأسهم',
  pointAt: '{label}: {value}',
};
