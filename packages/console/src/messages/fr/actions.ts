import type { Translation } from '../catalogue.ts';
import type { actions as english } from '../en/actions.ts';

export const actions: Translation<typeof english> = {
  cancel: 'Annuler',
  save: 'Enregistrer',
  remove: 'Supprimer',
  edit: 'Modifier',
  done: 'Terminé',
  close: 'Fermer',
  confirm: 'Confirmer',
  continue: 'Continuer',
  showMore: 'Afficher plus',
  title: 'Actions',
  loading: 'Chargement',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  backToSignIn: 'Retour à la connexion',
  singleSignOn: 'Authentification unique',
  language: 'Langue',
  dismiss: 'Fermer',
  togglePassword: 'Afficher ou masquer le mot de passe',
};
