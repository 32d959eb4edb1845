import type { Translation } from '../catalogue.ts';
import type { actions as english } from '../en/actions.ts';

export const actions: Translation<typeof english> = {
  cancel: 'Abbrechen',
  save: 'Speichern',
  remove: 'Entfernen',
  edit: 'Bearbeiten',
  done: 'Fertig',
  close: 'Schließen',
  confirm: 'Bestätigen',
  continue: 'Weiter',
  showMore: 'Mehr anzeigen',
  title: 'Aktionen',
  loading: 'Wird geladen',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  backToSignIn: 'Zurück zur Anmeldung',
  singleSignOn: 'Single Sign-on',
  language: 'Sprache',
  dismiss: 'Ausblenden',
  togglePassword: 'Passwort anzeigen oder verbergen',
};
