import type { Translation } from '../catalogue.ts';
import type { usage as english } from '../en/usage.ts';

export const usage: Translation<typeof english> = {
  title: 'Consommation facturée',
  eventUnits: 'Unités d’événement',
  screenings: 'Filtrages (non facturés)',
  day: 'Jour',
  key: 'Clé',
  groupBy: 'Regrouper par',
  used: 'Utilisé',
  usage: 'Consommation',
  noUsage: 'Aucune consommation sur cette période.',
  noUsageWords:
    'La consommation des appels, des contrôles rapides et de la surveillance est comptée ici par jour, clé et domaine.',
  daysWords: 'Les jours sont en UTC. L’export contient tous les domaines et toutes les clés.',
  quota: 'Quota',
  billingBlocked: 'La facturation est bloquée. Les appels qui coûtent une unité sont refusés.',
  unitsLabel: 'Unités accordées, utilisées et restantes',
  granted: 'Accordé',
  remaining: 'Quota restant',
  storedFiles: 'Fichiers stockés',
  withoutKey: 'console et service',
};
