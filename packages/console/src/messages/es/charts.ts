import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: 'Tabla',
  tableOf: 'Tabla: {title}',
  barsOf: '{name} por día, las flechas eligen un día',
  pointsOf: '{name}, las flechas eligen un punto',
  pointAt: '{label}: {value}',
};
