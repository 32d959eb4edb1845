import type { Translation } from '../catalogue.ts';
import type { usage as english } from '../en/usage.ts';

export const usage: Translation<typeof english> = {
  title: 'Abrechnung',
  eventUnits: 'Ereigniseinheiten',
  screenings: 'Prüfungen (nicht abgerechnet)',
  day: 'Tag',
  key: 'Schlüssel',
  groupBy: 'Gruppieren nach',
  used: 'Verbraucht',
  usage: 'Nutzung',
  noUsage: 'Keine Nutzung in diesem Zeitraum.',
  noUsageWords:
    'Hier steht nach Tag, Schlüssel und Geschäftsbereich, was Aufrufe, Schnellprüfungen und Überwachung verbrauchen.',
  daysWords: 'Tage in UTC. Der Export enthält alle Geschäftsbereiche und Schlüssel.',
  quota: 'Kontingent',
  billingBlocked: 'Die Abrechnung ist gesperrt. Aufrufe, die eine Einheit kosten, werden abgelehnt.',
  unitsLabel: 'Gewährte, verbrauchte und verbleibende Einheiten',
  granted: 'Gewährt',
  remaining: 'Verbleibendes Kontingent',
  storedFiles: 'Gespeicherte Dateien',
  withoutKey: 'Konsole und Dienst',
};
