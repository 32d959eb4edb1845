import type { Translation } from '../catalogue.ts';
import type { audit as english } from '../en/audit.ts';

export const audit: Translation<typeof english> = {
  title: 'Auditoría',
  filter: 'Filtrar',
  exportJsonLines: 'Exportar JSON Lines',
  records: 'Registros',
  object: 'Objeto',
  details: 'Detalles',
  noRecords: 'No hay registros coincidentes.',
  asRecorded: 'Tal como se registró',
  changedValue: '{after} (cambiado)',
  none: 'ninguno',
  yes: 'sí',
  no: 'no',
  entries_one: '{count} entrada',
  entries_many: '{count} entradas',
  entries_other: '{count} entradas',
  sealWords: 'Los registros están sellados en una cadena de bloques firmados.',
  verify: 'Verificar registro de auditoría',
  verifiedSoFar: '{count} registros verificados',
  verified: 'Verificado: no se halló manipulación',
  verifyFailed: 'Verificación fallida: el registro de auditoría no coincide con sus sellos',
  verifiedWords: '{records} registros en {blocks} bloques verificados. Aún sin sellar: {unsealed}.',
  unsignedWords: 'Los bloques 1 a {last} son anteriores a las firmas de bloque. Un hash firmado los cubre.',
  latestBlock: 'Último bloque: {number}, {hash}',
  actExample: 'case.approve o case.',
};
