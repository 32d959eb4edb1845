import type { Translation } from '../catalogue.ts';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
  signInWords: 'Connexion à la console',
  password: 'Mot de passe',
  oneTimeCode: 'Code à usage unique',
  oneTimeCodeWords: 'De votre application d’authentification, ou un code de récupération',
  withPasskey: 'Se connecter avec une clé d’accès',
  forgotPassword: 'Mot de passe oublié ?',
};
