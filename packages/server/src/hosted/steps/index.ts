/**
 * The steps of end users: what each asks for, validates and stores; the state of a flow; reopening steps. It knows no
 * HTTP, and decides about nobody.
 */

export { endUserStepNode } from './end-user-step.node.ts';
export { brandingOf } from './flow-branding.ts';
export { FlowDocuments } from './flow-documents.ts';
export { FlowFiles } from './flow-files.ts';
export { FlowRefusal } from './flow-refusal.ts';
export { Flows } from './flows.ts';
export { endAbandonedFlows, sweepFlowRows } from './sweep-flow-rows.ts';
