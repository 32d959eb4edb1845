import type { Translation } from '../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: Translation<typeof english> = {
  title: 'Jetons d’accès',
  words:
    'Avec un jeton, un programme, par exemple un assistant, lit pour vous. Il ne modifie rien et ne voit pas plus que ce que vos rôles permettent.',
  create: 'Créer un jeton d’accès',
  name: 'Nom',
  nameWords: 'Pour le reconnaître plus tard, par exemple : assistant sur mon portable',
  domain: 'Domaine',
  domainWords:
    'Seulement les dossiers, clients, exécutions, l’utilisation et les enregistrements d’audit de ce domaine. L’état des listes et les quotas concernent tout le tenant.',
  personalData: 'Inclure les données personnelles',
  personalDataWords:
    'Désactivé : seulement états, nombres, scores et heures. Activé : noms, dates de naissance, motifs et tout ce que vous pouvez lire quittent ce service avec les réponses.',
  days: 'Expire après (jours)',
  createdTitle: 'Jeton d’accès créé',
  createdWords: 'Copiez-le maintenant. Il ne sera plus affiché.',
  token: 'Jeton d’accès',
  startWords: 'Démarrez le serveur pour assistants avec le jeton dans GATEHOUSE_ACCESS_TOKEN :',
  expires: 'Expire',
  lastUsed: 'Dernière utilisation',
  never: 'jamais',
  included: 'données personnelles',
  ofPerson: 'Jetons d’accès de {email}',
  ofPersonWords:
    'Des programmes lisent par eux pour cette personne. Aucun ne voit plus que ce que ses rôles permettent à ce moment.',
  none: 'Aucun jeton d’accès.',
  revoke: 'Révoquer',
  revokeNamed: 'Révoquer {name}',
  revokeAsk: 'Révoquer le jeton d’accès {name} ?',
  revokeWords: 'Les programmes qui l’utilisent sont refusés aussitôt.',
};
