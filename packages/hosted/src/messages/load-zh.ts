export { zhLabels as labels } from '@gatehouse/contract/reference-labels/zh';
export { zh as messages } from './zh.ts';
