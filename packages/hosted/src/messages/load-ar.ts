export { arLabels as labels } from './ar.labels.ts';
export { ar as messages } from './ar.ts';
