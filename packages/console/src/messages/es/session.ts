import type { Translation } from '../catalogue.ts';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
  signInWords: 'Inicie sesión en la consola',
  password: 'Contraseña',
  oneTimeCode: 'Código de un solo uso',
  oneTimeCodeWords: 'De su aplicación de autenticación, o un código de recuperación',
  withPasskey: 'Usar una llave de acceso',
  forgotPassword: '¿Olvidó la contraseña?',
};
