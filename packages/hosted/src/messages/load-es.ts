export { esLabels as labels } from '@gatehouse/contract/reference-labels/es';
export { es as messages } from './es.ts';
