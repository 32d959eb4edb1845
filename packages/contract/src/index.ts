/** What crosses a wire of Gatehouse. The signature has its own entry, `@gatehouse/contract/signature`: it needs node:crypto. */
export * from './bad-input.ts';
export * from './domain-values.ts';
export * from './engine-settings.ts';
export * from './errors.ts';
export * from './fields.ts';
export type { SecretReference } from './file-values.ts';
export * from './hit.ts';
export * from './nodes/index.ts';
export * from './nodes/node.ts';
export * from './operations/index.ts';
export * from './operations/operation.ts';
export { maxInlineHits } from './operations/quickscan.detail.ts';
export * from './states.ts';
export * from './subject.ts';
export * from './tenant-file.ts';
export * from './webhook.ts';
export * from './webhook-headers.ts';
export * from './workflow-file.ts';
