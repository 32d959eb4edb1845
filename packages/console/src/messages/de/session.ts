import type { Translation } from '../catalogue.ts';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
  signInWords: 'An der Konsole anmelden',
  password: 'Passwort',
  oneTimeCode: 'Einmalcode',
  oneTimeCodeWords: 'Aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
  withPasskey: 'Mit Passkey anmelden',
  forgotPassword: 'Passwort vergessen?',
};
