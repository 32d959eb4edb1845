import {
  type EndUserStepType,
  type FlowLanguage,
  type FlowStep,
  type FlowView,
  flowLanguages,
  type ReviewSection,
} from '@gatehouse/contract';
import type { Tx } from '../../database/database.ts';
import type { CompiledWorkflow } from '../../interpreter/index.ts';
import { type Link, readNewerSession } from '../links/index.ts';
import { isCodeStep } from './code-steps.ts';
import { draftName } from './document-request.ts';
import { brandingOf } from './flow-branding.ts';
import type { FlowContext } from './flow-context.ts';
import { doneSteps, type EndUserNode, endUserNode, isFinal, nodesSince, stepsOfView } from './flow-path.ts';
import type { Flow } from './flow-transaction.ts';
import { FormReference } from './form-reference.ts';
import type { StepContext, StepType } from './step-type.ts';
import { stepTypes } from './step-types.ts';

type ViewTools = Pick<FlowContext, 'reference' | 'clock'>;

/** The view of a flow for the pages. */
export async function viewFlow(
  tools: ViewTools,
  tx: Tx,
  { flow, sessionId }: { readonly flow: Flow; readonly sessionId: string },
): Promise<FlowView> {
  const { link, tenant, execution, workflow } = flow;
  const state = stateOf(flow);
  const node =
    state === 'step' && workflow && execution?.waiting
      ? endUserNode(workflow, execution.waiting.nodeId)
      : undefined;
  const newer = await readNewerSession(tx, link.scope, { linkId: link.linkId, sessionId });
  return {
    branding: brandingOf(tenant),
    eventType: link.eventType,
    state,
    expiresAt: link.expiresAt.getTime(),
    language: languageOf(link),
    newerSession: newer === undefined ? null : { at: newer.getTime() },
    steps: workflow === undefined ? [] : stepsOf(flow, workflow),
    nextStep: node === undefined ? null : await viewStep(tools, tx, { flow, node }),
  };
}

/** Of a link to one document, that step alone. */
function stepsOf({ execution, request }: Flow, workflow: CompiledWorkflow): FlowView['steps'] {
  const steps = stepsOfView(workflow, execution);
  return request === undefined
    ? steps
    : steps.filter(({ nodeId, state }) => nodeId === request.nodeId && state === 'current');
}

/** The context by which a step is shown and validated. */
export function contextOf(tools: ViewTools, flow: Flow, node: EndUserNode): StepContext {
  const { link, tenant, execution } = flow;
  if (execution === undefined) throw new Error('a step belongs to no execution');
  return {
    link,
    tenant,
    execution,
    node: node as StepContext['node'],
    draft: execution.drafts[draftName(node.id, flow.request)],
    request: flow.request,
    reference: referenceOf(tools, link),
    language: languageOf(link) ?? 'en',
    now: tools.clock.now(),
    codes: flow.codes,
    codeSteps: new Set(flow.workflow?.workflow.nodes.map(({ type }) => type).filter(isCodeStep)),
  };
}

/** The table pairs each type with its own node; here the name stands for any of them. */
export function typeOf(node: EndUserNode): StepType<EndUserStepType> {
  return stepTypes[node.type] as unknown as StepType<EndUserStepType>;
}

/** The reference data of a link's tenant, as it is for the one who is verified. */
export function referenceOf({ reference }: Pick<FlowContext, 'reference'>, link: Link): FormReference {
  const of = link.eventType === 'KYC_EVENT' ? 'individual' : 'corporate';
  return new FormReference(reference, link.scope.tenantId, of);
}

async function viewStep(
  tools: ViewTools,
  tx: Tx,
  { flow, node }: { readonly flow: Flow; readonly node: EndUserNode },
): Promise<FlowStep> {
  const shown = await typeOf(node).show(tx, contextOf(tools, flow, node));
  const step = {
    nodeId: node.id,
    callbackKey: flow.execution!.waiting!.callbackKey,
    title: node.title ?? null,
    ...shown,
  } as FlowStep;
  return step.type === 'review-and-submit' ? { ...step, sections: sectionsOf(tools, flow) } : step;
}

function sectionsOf(tools: ViewTools, flow: Flow): ReviewSection[] {
  const { execution, workflow } = flow;
  if (execution === undefined || workflow === undefined) return [];
  return doneSteps(workflow, execution).map((node) => ({
    nodeId: node.id,
    type: node.type,
    canReopen: nodesSince(execution, node.id) !== undefined,
    entries: typeOf(node).review(contextOf(tools, flow, node)),
  }));
}

function stateOf({ link, execution, workflow }: Flow): FlowView['state'] {
  if (link.endReason === 'spent') return 'done';
  if (execution === undefined) return workflow === undefined ? 'ended' : 'consent';
  if (isFinal(execution) || execution.decision !== null) return 'ended';
  return execution.waiting === null ? 'working' : 'step';
}

function languageOf({ language }: Link): FlowLanguage | null {
  return flowLanguages.find((known) => known === language) ?? null;
}
