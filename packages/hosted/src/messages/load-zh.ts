export { zhLabels as labels } from './zh.labels.ts';
export { zh as messages } from './zh.ts';
