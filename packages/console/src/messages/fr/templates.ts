import type { Translation } from '../catalogue.ts';
import type { templates as english } from '../en/templates.ts';

export const templates: Translation<typeof english> = {
  title: 'Modèles de workflow',
  words: 'Un modèle devient votre propre brouillon. Rien ne s’exécute avant sa publication.',
  blank: 'Workflow vide',
  use: 'Utiliser le modèle',
  useOf: 'Utiliser le modèle : {name}',
  startedBy: 'Déclenché par',
  startedByCall: 'un appel de votre serveur',
  startedByPerson: 'une personne sur les pages hébergées',
  startedByLists: 'la modification d’une liste',
  steps: 'Étapes',
  inputs: 'Données d’entrée',
  needs: 'Nécessite',
  needsLists: 'listes ({engines})',
  needsGroups: 'groupes d’examen ({groups})',
  needsWebhooks: 'des webhooks ({webhooks})',
  needsHosted: 'pages hébergées',
  'needsCodes-phone': 'SMS pour les codes',
  'needsCodes-email': 'e-mail pour les codes',
  missing: 'Pas encore disponible : {names}. Le brouillon indique où le modifier.',
  'name-screening': 'Filtrage de noms',
  'purpose-screening':
    'Contrôle un client transmis par votre serveur ou par un collègue. Un risque faible est approuvé automatiquement ; le reste part en examen.',
  'name-kyc-hosted': 'Vérification d’identité',
  'purpose-kyc-hosted':
    'Une personne saisit ses données, déclarations, documents et un code reçu par téléphone. Contrôle, évalue et décide.',
  'name-onboarding-decision': 'Décision d’entrée en relation',
  'purpose-onboarding-decision':
    'Contrôle un candidat, demande un niveau à votre CRM, évalue, puis approuve, rejette ou transmet à l’examen.',
  'name-kyb-hosted': 'Vérification d’entreprise',
  'purpose-kyb-hosted':
    'Une entreprise saisit ses données, propriétaires et documents. Tous sont contrôlés et deux groupes décident.',
  'name-kyb-two-groups': 'Entrée en relation d’une entreprise',
  'purpose-kyb-two-groups':
    'Contrôle une entreprise et ses propriétaires déclarés, applique les règles de détention de l’OFAC, de l’UE et du Royaume-Uni, et transmet à deux groupes.',
  'name-transaction-check-sync': 'Contrôle de transaction',
  'purpose-transaction-check-sync':
    'Contrôle l’émetteur et le bénéficiaire d’un paiement et répond dans le même appel.',
  'name-web3-transaction': 'Transaction Web3',
  'purpose-web3-transaction': 'Contrôle portefeuilles et noms, demande l’exposition par webhook et décide.',
  'name-monitoring': 'Surveillance continue',
  'purpose-monitoring':
    'Contrôle à nouveau un client surveillé après la modification d’une liste. Clôture les dossiers sans correspondance.',
};
