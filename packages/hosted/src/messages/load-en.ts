export { enLabels as labels } from './en.labels.ts';
export { en as messages } from './en.ts';
