export { frLabels as labels } from './fr.labels.ts';
export { fr as messages } from './fr.ts';
