import type { Translation } from '../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: Translation<typeof english> = {
  title: 'Tokens de acceso',
  words:
    'Con un token, un programa, por ejemplo un asistente, lee por usted. No cambia nada y no ve más de lo que permiten sus roles.',
  create: 'Crear token de acceso',
  name: 'Nombre',
  nameWords: 'Para reconocerlo después, por ejemplo: asistente en mi portátil',
  domain: 'Dominio',
  domainWords:
    'Solo casos, clientes, ejecuciones, uso y registros de auditoría de este dominio. El estado de las listas y las cuotas son de todo el inquilino.',
  personalData: 'Incluir datos personales',
  personalDataWords:
    'Desactivado: solo estados, recuentos, puntuaciones y horas. Activado: nombres, fechas de nacimiento, motivos y todo lo que usted puede leer salen de este servicio con las respuestas.',
  days: 'Caduca después de (días)',
  createdTitle: 'Token de acceso creado',
  createdWords: 'Cópielo ahora. No se volverá a mostrar.',
  token: 'Token de acceso',
  startWords: 'Inicie el servidor para asistentes con el token en GATEHOUSE_ACCESS_TOKEN:',
  expires: 'Caduca',
  lastUsed: 'Último uso',
  never: 'nunca',
  included: 'datos personales',
  ofPerson: 'Tokens de acceso de {email}',
  ofPersonWords:
    'Con ellos, programas leen en nombre de esta persona. Ninguno ve más de lo que sus roles permiten en ese momento.',
  none: 'No hay tokens de acceso.',
  revoke: 'Revocar',
  revokeNamed: 'Revocar {name}',
  revokeAsk: '¿Revocar el token de acceso {name}?',
  revokeWords: 'Los programas que lo usan se rechazan de inmediato.',
};
