/** Workflows and their executions: publish, route, submit, read, for callers and for people. Never runs a graph itself. */
export { type DraftState, readDraftState } from './approval-queries.ts';
export { branchNode } from './branch.node.ts';
export { recordSegmentEnds } from './execution-audit.ts';
export { executionConsoleHandlers } from './execution-console-handlers.ts';
export { type ExportedWorkflow, exportWorkflows } from './exported-workflows.ts';
export { pruneIdempotentSubmits } from './idempotent-submits.ts';
export { publishWorkflow, workflowsTopic } from './publish.ts';
export {
  type OperatorResumption,
  type ResumeOutcome,
  resumeByOperator,
} from './resume-execution.ts';
export { type LoggedRisk, riskBreakdown } from './risk-breakdown.ts';
export { riskScoreNode } from './risk-score.node.ts';
export { type StartedParty, startMonitored } from './start-monitored.ts';
export { readStartedVersions, type StartedVersions } from './start-rule.ts';
export { submitByPerson } from './submit-by-person.ts';
export { acceptData, knownData } from './submitted-data.ts';
export { readSubmitted, sentFault } from './submitted-definition.ts';
export { waitNode } from './wait.node.ts';
export { applyQuery } from './workflow.apply.query.ts';
export { applySubmit } from './workflow.apply.submit.ts';
export { executionStatus } from './workflow.execution.status.ts';
export { workflowConsoleHandlers } from './workflow-console-handlers.ts';
export { readWorkflowResources, type WorkflowResources } from './workflow-resources.ts';
export { Workflows } from './workflow-routes.ts';
