import type { Translation } from '../catalogue.ts';
import type { templates as english } from '../en/templates.ts';

export const templates: Translation<typeof english> = {
  title: 'Modèles de workflow',
  words: 'Un modèle devient votre propre brouillon. Rien ne s’exécute avant sa publication.',
  blank: 'Workflow vide',
  use: 'Utiliser le modèle',
  useOf: 'Utiliser le modèle : {name}',
  startedBy: 'Démarré par',
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
    'Filtre un client soumis par votre serveur ou par un collègue. Un risque faible est approuvé automatiquement ; le reste part en examen.',
  'name-kyc-hosted': 'Vérification d’identité',
  'purpose-kyc-hosted':
    'Une personne saisit ses données, déclarations, documents et un code reçu par téléphone. Filtre, évalue et décide.',
  'name-onboarding-decision': 'Décision d’entrée en relation',
  'purpose-onboarding-decision':
    'Filtre un demandeur, demande un niveau à votre CRM, évalue, puis approuve, rejette ou transmet à l’examen.',
  'name-kyb-hosted': 'Vérification d’entreprise',
  'purpose-kyb-hosted':
    'Une entreprise saisit ses données, propriétaires et documents. Tous sont filtrés et deux groupes décident.',
  'name-kyb-two-groups': 'Entrée en relation d’une entreprise',
  'purpose-kyb-two-groups':
    'Filtre une entreprise et ses propriétaires déclarés, applique les règles de détention de l’OFAC, de l’UE et du Royaume-Uni, et transmet à deux groupes.',
  'name-transaction-check-sync': 'Contrôle de transaction',
  'purpose-transaction-check-sync':
    'Filtre l’émetteur et le bénéficiaire d’un paiement et répond dans le même appel.',
  'name-web3-transaction': 'Transaction Web3',
  'purpose-web3-transaction': 'Filtre portefeuilles et noms, demande l’exposition par webhook et décide.',
  'name-monitoring': 'Surveillance continue',
  'purpose-monitoring':
    'Filtre de nouveau un client surveillé après la modification d’une liste. Clôture les dossiers sans correspondance.',
};
