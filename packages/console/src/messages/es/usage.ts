import type { Translation } from '../catalogue.ts';
import type { usage as english } from '../en/usage.ts';

export const usage: Translation<typeof english> = {
  title: 'Consumo facturado',
  eventUnits: 'Unidades de evento',
  screenings: 'Cribados (sin cargo)',
  day: 'Día',
  key: 'Clave',
  groupBy: 'Agrupar por',
  used: 'Usado',
  usage: 'Consumo',
  noUsage: 'Sin consumo en este periodo.',
  noUsageWords:
    'Aquí se cuenta por día, clave y dominio lo que usan las llamadas, los cribados rápidos y la monitorización.',
  daysWords: 'Los días están en UTC. La exportación incluye todos los dominios y claves.',
  quota: 'Cuota',
  billingBlocked: 'La facturación está bloqueada. Se rechazan las llamadas que cuestan una unidad.',
  unitsLabel: 'Unidades concedidas, usadas y restantes',
  granted: 'Concedido',
  remaining: 'Cuota restante',
  storedFiles: 'Archivos almacenados',
  withoutKey: 'consola y servicio',
};
