import type { Translation } from '../catalogue.ts';
import type { charts as english } from '../en/charts.ts';

export const charts: Translation<typeof english> = {
  table: 'Tabelle',
  tableOf: 'Tabelle: {title}',
  barsOf: '{name} nach Tag, Pfeiltasten wählen einen Tag',
  pointsOf: '{name}, Pfeiltasten wählen einen Punkt',
  pointAt: '{label}: {value}',
};
