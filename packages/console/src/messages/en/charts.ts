export const charts = {
  table: 'Table',
  tableOf: 'Table: {title}',
  barsOf: '{name} by day, arrow keys choose a day',
  pointsOf: '{name}, arrow keys choose a point',
  pointAt: '{label}: {value}',
} as const;
