import type { Translation } from '../catalogue.ts';
import type { figures as english } from '../en/figures.ts';

export const figures: Translation<typeof english> = {
  title: 'Indicateurs',
  daysIn: 'Jours selon le fuseau {zone}',
  period: 'Période',
  days_one: '{count} jour',
  days_many: '{count} jours',
  days_other: '{count} jours',
  groupWork: 'Travail par groupe',
  groupWorkWords:
    'Ouverts et en retard : maintenant, par groupe qui examine. Décidés : par des personnes, sur la période.',
  noGroupWork: 'Aucun dossier ouvert, et aucun décidé par des personnes sur cette période.',
  open: 'Ouverts',
  ofTheseOverdue: 'Dont en retard',
  decided: 'Décidés',
  noGroup: 'Aucun groupe',
  dropOff: 'Abandons aux étapes de vérification',
  dropOffOf: 'Abandons aux étapes de vérification : {workflow}',
  dropOffWords:
    'Utilisateurs finaux qui ont commencé sur la période. Abandons : l’exécution a échoué ou a été annulée à l’étape.',
  countedFrom: 'Seuls ceux qui ont commencé depuis le {at} sont comptés.',
  noHosted: 'Aucun utilisateur final n’a commencé de parcours de vérification sur cette période.',
  stepsOf: 'Étapes de {workflow}',
  step: 'Étape',
  completed: 'Terminées',
  waiting: 'En attente',
  left: 'Abandons',
  started: 'Commencées',
  precisionByList: 'Précision par liste',
  precisionByListWords:
    'Part des correspondances tranchées qui sont de vraies correspondances. La décision la plus récente sur chaque personne concernée et entrée de liste compte, si elle a été prise sur la période.',
  precisionByRule: 'Précision par règle',
  precisionByRuleWords:
    'La règle est le moteur qui a trouvé la correspondance, et son score. La force de correspondance et les seuils d’un moteur se règlent dans le workflow.',
  noRuled: 'Aucune correspondance n’a été tranchée sur cette période.',
  list: 'Liste',
  engineAndScore: 'Moteur et score',
  engineInBand: '{engine}, {band}',
  hitGone: 'Correspondance plus conservée',
  precision: 'Précision',
  trueMatches: 'Vraies correspondances',
  falsePositives: 'Fausses correspondances',
  strong: 'score de 0,95 ou plus',
  weaker: 'score inférieur à 0,95',
  rulings: 'Décisions sur les correspondances',
  rulingsWords:
    '{period} · la décision la plus récente sur chaque personne concernée et entrée de liste · {figures}',
  noRulings: 'Aucune décision ne correspond à ces filtres.',
  ruled: 'Tranchée',
  listEntry: 'Entrée de liste',
  ruling: 'Décision',
};
