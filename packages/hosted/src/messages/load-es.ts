export { esLabels as labels } from './es.labels.ts';
export { es as messages } from './es.ts';
