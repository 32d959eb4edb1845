import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: 'Tableau',
  tableOf: 'Tableau : {title}',
  barsOf: '{name} par jour, les flèches choisissent un jour',
  pointsOf: '{name}, les flèches choisissent un point',
  pointAt: '{label} : {value}',
};
