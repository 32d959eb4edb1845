export { frLabels as labels } from '@gatehouse/contract/reference-labels/fr';
export { fr as messages } from './fr.ts';
