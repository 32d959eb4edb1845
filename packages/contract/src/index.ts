/** What crosses a wire of Gatehouse. The signature has its own entry, `@gatehouse/contract/signature`: it needs node:crypto. */
export * from './bad-input.ts';
export * from './branding.ts';
export { nameOfSubject } from './case-subject.ts';
export * from './console/index.ts';
export * from './domain-values.ts';
export * from './duration.ts';
export * from './engine-settings.ts';
export * from './errors.ts';
export * from './fields.ts';
export type { SecretReference } from './file-values.ts';
export * from './flow/index.ts';
export { formSchema } from './form-schema.ts';
export * from './hit.ts';
export * from './idempotency.ts';
export { phrasesOfIssue } from './issue-texts.ts';
export type { Regime } from './nodes/blocked-ownership.ts';
export type { DecisionHook, HookTrigger } from './nodes/decision.ts';
export { type DescribedNodeType, describeNodeTypes } from './nodes/describe.ts';
export * from './nodes/index.ts';
export * from './nodes/node.ts';
export type { ThresholdConfig } from './nodes/ownership-threshold.ts';
export * from './operations/index.ts';
export * from './operations/operation.ts';
export { maxInlineHits } from './operations/quickscan.detail.ts';
export { linkDays } from './operations/sdk.launch.link.generate.ts';
export {
  type HitLabel,
  type HitNames,
  type Phrase,
  type PhraseCode,
  type PhraseValue,
  type PhraseValues,
  phrase,
  wordPhrases,
} from './phrases/index.ts';
export { phraseOfRule, ruleText } from './phrases/rule-text.ts';
export * from './reference/index.ts';
export * from './retention.ts';
export * from './stated-ownership.ts';
export * from './states.ts';
export * from './subject.ts';
export * from './tenant-file.ts';
export * from './true-matches.ts';
export * from './upload.ts';
export * from './webhook.ts';
export * from './webhook-headers.ts';
export * from './workflow-file.ts';
