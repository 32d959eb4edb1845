import type { Translation } from '../catalogue.ts';
import type { manual as english } from '../en/manual.ts';

export const manual: Translation<typeof english> = {
  keySearch: 'buscar páginas, casos, clientes y acciones',
  keyNextCase: 'siguiente caso',
  keyFind: 'buscar',
  keyHit: 'seleccionar una coincidencia del caso',
  keyRule: 'resolver: coincidencia verdadera, falso positivo, indeterminada',
  keySelectHits:
    'seleccionar una coincidencia o todas las mostradas: T, F y U resuelven entonces todas ellas',
  keyContradicting: 'coincidencias cuyo nacimiento, país o sexo contradice',
  keyUnresolved: 'coincidencias sin resolver, todas las coincidencias',
  keyClaim: 'asumir',
  keyDecide: 'aprobar o pasar al siguiente grupo, rechazar',
  keyNote: 'añadir una nota, adjuntar un archivo',
  keyPrint: 'imprimir un caso o un cribado, o guardarlo como PDF',
  keyReview: 'en la revisión de documentos: aceptar, rechazar, solicitar de nuevo',
  keyAssign: 'seleccionar una fila, asignar los casos seleccionados',
  keyExport: 'guardar el informe de un caso, exportar la lista de casos',
  keyConfirm: 'confirmar un cuadro de diálogo',
  goTo: 'ir a {page}',
  shortcuts: 'Atajos de teclado',
  docs: 'En la documentación: {page}',
  yours: 'Sus roles incluyen {permissions}.',
  notYours: 'Sus roles no incluyen {permissions}.',
};
