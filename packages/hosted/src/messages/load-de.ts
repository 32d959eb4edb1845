export { deLabels as labels } from './de.labels.ts';
export { de as messages } from './de.ts';
