export { arLabels as labels } from '@gatehouse/contract/reference-labels/ar';
export { ar as messages } from './ar.ts';
