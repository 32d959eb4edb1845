import type { Translation } from '../catalogue.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Translation<typeof english> = {
  title: 'Mise en place',
  progress: '{done} sur {all} terminées',
  hide: 'Masquer la liste',
  done: 'Terminé',
  toDo: 'À faire',
  'step-workflow': 'Publier un workflow',
  'words-workflow': 'Il définit ce qui est vérifié et qui décide.',
  'open-workflow': 'Choisir un modèle',
  'step-key': 'Créer une clé API',
  'words-key': 'Votre serveur signe ses appels avec le secret de la clé.',
  'open-key': 'Ouvrir les clés API',
  'step-call': 'Envoyer un premier appel signé',
  'words-call':
    'Copiez un programme qui contient déjà votre clé et votre domaine, puis exécutez-le sur votre machine. Les appels depuis la référence de l’API ne comptent pas.',
  'open-call': 'Ouvrir l’exemple d’appel',
  'step-lists': 'Charger les listes de sanctions',
  'words-lists': 'Terminé quand chaque liste est chargée et a été vérifiée à temps.',
  listsByOthers:
    'Cette étape revient à l’exploitant du déploiement. Terminé quand chaque liste est chargée et a été vérifiée à temps.',
  'open-lists': 'Ouvrir les listes',
  'step-case': 'Décider un premier dossier',
  'words-case': 'Contrôlez un nom, soumettez-le au workflow de dossiers et résolvez le dossier.',
  'open-case': 'Contrôler un nom',
  'step-webhook': 'Obtenir une réponse de votre webhook',
  'words-webhook': 'Indiquez l’adresse de votre serveur et envoyez un test.',
  'open-webhook': 'Ouvrir les webhooks',
  'step-colleague': 'Inviter un collègue',
  'words-colleague': 'Les décisions peuvent alors exiger une seconde personne.',
  'open-colleague': 'Ouvrir les utilisateurs',
};
