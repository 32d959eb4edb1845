import type { Translation } from '../catalogue.ts';
import type { templates as english } from '../en/templates.ts';

export const templates: Translation<typeof english> = {
  title: 'Plantillas de flujos',
  words: 'Una plantilla se convierte en un borrador suyo. Nada se ejecuta antes de publicarlo.',
  blank: 'Flujo en blanco',
  use: 'Usar plantilla',
  useOf: 'Usar plantilla: {name}',
  startedBy: 'Iniciado por',
  startedByCall: 'una llamada de su servidor',
  startedByPerson: 'una persona en las páginas alojadas',
  startedByLists: 'un cambio de una lista',
  steps: 'Pasos',
  inputs: 'Datos de entrada',
  needs: 'Requiere',
  needsLists: 'listas ({engines})',
  needsGroups: 'grupos de revisión ({groups})',
  needsWebhooks: 'los webhooks ({webhooks})',
  needsHosted: 'páginas alojadas',
  'needsCodes-phone': 'SMS para códigos',
  'needsCodes-email': 'correo electrónico para códigos',
  missing: 'Aún no existe: {names}. El borrador indica dónde cambiarlo.',
  'name-screening': 'Cribado de nombres',
  'purpose-screening':
    'Criba a un cliente enviado por su servidor o por un colega. El riesgo bajo se aprueba automáticamente; el resto pasa a revisión.',
  'name-kyc-hosted': 'Verificación de identidad',
  'purpose-kyc-hosted':
    'Una persona introduce datos, declaraciones, documentos y un código telefónico. Criba, puntúa y decide.',
  'name-onboarding-decision': 'Decisión de alta',
  'purpose-onboarding-decision':
    'Criba a un solicitante, pide un nivel a su CRM, puntúa y aprueba, rechaza o envía a revisión.',
  'name-kyb-hosted': 'Verificación de empresa',
  'purpose-kyb-hosted':
    'Una empresa introduce sus datos, propietarios y documentos. Todos se criban y deciden dos grupos.',
  'name-kyb-two-groups': 'Alta de empresa',
  'purpose-kyb-two-groups':
    'Criba una empresa y sus propietarios declarados, aplica las reglas de propiedad de OFAC, UE y Reino Unido, y la envía a dos grupos.',
  'name-transaction-check-sync': 'Control de transacción',
  'purpose-transaction-check-sync':
    'Criba al ordenante y al beneficiario de un pago y responde en la misma llamada.',
  'name-web3-transaction': 'Transacción Web3',
  'purpose-web3-transaction': 'Criba monederos y nombres, pide la exposición por webhook y decide.',
  'name-monitoring': 'Monitorización continua',
  'purpose-monitoring':
    'Criba de nuevo a un cliente monitorizado cuando cambia una lista. Cierra los casos sin coincidencias.',
};
