/** Durable runs of a workflow graph. Knows no feature: node handlers, workflows and the record are handed in. */
export { evaluateRiskScore, inputsOf, riskScoreInput } from './advance.ts';
export { type ExecutionContent, openedNodeRun } from './compact-node-runs.ts';
export type { ExecutionCreation, StoredExecution } from './create-executions.ts';
export type { KnownForms } from './end-user-steps.ts';
export { checkEntryFields } from './entry-fields.ts';
export {
  caseFields,
  customerFields,
  type FieldType,
  interfaceFields,
  isSubjectEvent,
} from './environment.ts';
export { newStepBudget } from './expression-steps.ts';
export { type CompiledWorkflow, compileWorkflow } from './graph.ts';
export {
  Interpreter,
  type NextSegmentJob,
} from './interpreter.ts';
export type { DecisionNotice } from './run-commit.ts';
export { failAbandoned } from './run-end.ts';

export type { SegmentJob } from './run-queries.ts';
export {
  canResume,
  endedFlowDays,
  type ResumeResult,
  type Resumption,
  resumeExecution,
} from './run-resume.ts';
export { runSegment } from './run-segment.ts';
export {
  type BatchWriter,
  type CustomerFacts,
  type EndUserStepState,
  type NodeContext,
  type NodeHandler,
  type NodeHandlers,
  type NodeResult,
  type RunningExecution,
  type SegmentResult,
  type Write,
  write,
} from './run-types.ts';
export { readDecided } from './run-values.ts';
export {
  listedSubjects,
  monitoredSubjects,
  monitoredWallets,
  type ScreeningSubject,
  type SubjectParty,
  subjectsOf,
} from './screening-subjects.ts';
export { countEndedInClear, countSealed, type SealedCount } from './seal-ended.ts';
export type { ExecutionSealer } from './seal-result.ts';
export { checkWorkflow, type KnownResources } from './workflow-check.ts';
export type { Fault } from './workflow-fault.ts';
