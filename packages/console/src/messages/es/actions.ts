import type { Translation } from '../catalogue.ts';
import type { actions as english } from '../en/actions.ts';

export const actions: Translation<typeof english> = {
  cancel: 'Cancelar',
  save: 'Guardar',
  remove: 'Eliminar',
  edit: 'Editar',
  done: 'Listo',
  close: 'Cerrar',
  confirm: 'Confirmar',
  continue: 'Continuar',
  showMore: 'Mostrar más',
  title: 'Acciones',
  loading: 'Cargando',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  backToSignIn: 'Volver al inicio de sesión',
  singleSignOn: 'Inicio de sesión único',
  language: 'Idioma',
  dismiss: 'Descartar',
  togglePassword: 'Mostrar u ocultar la contraseña',
};
