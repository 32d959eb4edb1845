import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: '表格',
  tableOf: '表格：{title}',
  barsOf: '按日显示：{name}，用方向键选择日期',
  pointsOf: '{name}，用方向键选择数据点',
  pointAt: '{label}：{value}',
};
