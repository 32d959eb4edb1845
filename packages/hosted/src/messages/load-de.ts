export { deLabels as labels } from '@gatehouse/contract/reference-labels/de';
export { de as messages } from './de.ts';
