import type { Translation } from '../catalogue.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Translation<typeof english> = {
  title: 'Configuración inicial',
  progress: '{done} de {all} completados',
  hide: 'Ocultar los pasos',
  done: 'Completado',
  toDo: 'Pendiente',
  'step-workflow': 'Publicar un flujo',
  'words-workflow': 'Define qué se comprueba y quién decide.',
  'open-workflow': 'Elegir una plantilla',
  'step-key': 'Crear una clave de API',
  'words-key': 'Su servidor firma sus llamadas con el secreto de la clave.',
  'open-key': 'Abrir claves de API',
  'step-call': 'Enviar una primera llamada firmada',
  'words-call':
    'Copie un programa que ya contiene su clave y su dominio, y ejecútelo en su equipo. Las ejecuciones desde la referencia de la API no cuentan.',
  'open-call': 'Abrir la llamada de ejemplo',
  'step-lists': 'Cargar listas de sanciones',
  'words-lists': 'Completado cuando cada lista está cargada y se comprobó a tiempo.',
  listsByOthers:
    'Lo hace quien opera el despliegue. Completado cuando cada lista está cargada y se comprobó a tiempo.',
  'open-lists': 'Abrir listas',
  'step-case': 'Decidir un primer caso',
  'words-case': 'Cribe un nombre, envíelo al flujo de casos y resuelva el caso.',
  'open-case': 'Cribar un nombre',
  'step-webhook': 'Recibir una respuesta de su webhook',
  'words-webhook': 'Añada la dirección de su servidor y envíe una prueba.',
  'open-webhook': 'Abrir webhooks',
  'step-colleague': 'Invitar a un colega',
  'words-colleague': 'Las decisiones pueden exigir entonces una segunda persona.',
  'open-colleague': 'Abrir usuarios',
};
