export { enLabels as labels } from '@gatehouse/contract/reference-labels/en';
export { en as messages } from './en.ts';
