import { createHash } from 'node:crypto';
import { stepBodies } from '@gatehouse/contract';
import { z } from 'zod';
import { recordAudit } from '../../audit/index.ts';
import { takeRequestedDocument } from '../../cases/index.ts';
import { saveCustomer } from '../../customers/index.ts';
import type { Tx } from '../../database/database.ts';
import type { NextSegmentJob } from '../../interpreter/index.ts';
import { consumeLink } from '../links/index.ts';
import { addDocuments, type DocumentRequest } from './document-request.ts';
import { endUserActor } from './end-user-actor.ts';
import type { FlowContext } from './flow-context.ts';
import { type EndUserNode, endUserNode, isFinal } from './flow-path.ts';
import { type FlowExecution, insertSubmission, readSubmitted, saveDraft } from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';
import type { Flow } from './flow-transaction.ts';
import { contextOf, typeOf } from './flow-view.ts';
import type { StepSubmission } from './step-type.ts';

/** A step as it came from the pages. */
export interface SubmittedBody {
  readonly nodeId: string;
  readonly callbackKey: string;
  readonly body: unknown;
}

/** The outcome of a step within its transaction; the answer is made after it. */
export type Outcome =
  | { readonly kind: 'taken'; readonly job: NextSegmentJob }
  | { readonly kind: 'takenBefore' }
  | { readonly kind: 'refused'; readonly refusal: FlowRefusal }
  | { readonly kind: 'conflict'; readonly code: 'STEP_GIVEN' | 'STEP_NOT_NEXT' | 'FLOW_ENDED' };

type TakeTools = Pick<FlowContext, 'reference' | 'clock' | 'interpreter'>;

/** Validates and stores a submitted step: once, however often it is sent. */
export async function submitStep(
  tools: TakeTools,
  tx: Tx,
  { flow, given: submitted }: { readonly flow: Flow; readonly given: SubmittedBody },
): Promise<Outcome> {
  const { execution, workflow } = flow;
  const { scope } = flow.link;
  if (execution === undefined || workflow === undefined) return { kind: 'conflict', code: 'STEP_NOT_NEXT' };
  const { executionId } = execution;
  const { nodeId, callbackKey } = submitted;
  const dataHash = hashOf(submitted.body);
  const before = await readSubmitted(tx, scope, { executionId, callbackKey });
  if (before !== undefined) {
    const isSame = before.nodeId === nodeId && before.dataHash.equals(dataHash);
    return isSame ? { kind: 'takenBefore' } : { kind: 'conflict', code: 'STEP_GIVEN' };
  }
  if (flow.link.endReason !== null || isFinal(execution)) return { kind: 'conflict', code: 'FLOW_ENDED' };
  const node = endUserNode(workflow, nodeId);
  if (execution.waiting?.nodeId !== nodeId || execution.waiting.callbackKey !== callbackKey || !node) {
    const isGiven = node !== undefined && Object.hasOwn(execution.outputs, nodeId);
    return { kind: 'conflict', code: isGiven ? 'STEP_GIVEN' : 'STEP_NOT_NEXT' };
  }
  const body = stepBodies[node.type].safeParse({ callbackKey, ...(submitted.body as object) });
  if (!body.success) return { kind: 'refused', refusal: malformed(body.error) };
  const evaluated = await typeOf(node).validate(tx, contextOf(tools, flow, node), body.data as never);
  switch (evaluated.kind) {
    case 'faults':
      return refused(new FlowRefusal('INVALID', { faults: evaluated.faults }));
    case 'codeWrong':
      return refused(new FlowRefusal('CODE_WRONG', { attemptsLeft: evaluated.attemptsLeft }));
    case 'codeExpired':
      return refused(new FlowRefusal('CODE_EXPIRED'));
    case 'codeExhausted':
      return refused(new FlowRefusal('CODE_EXHAUSTED', { retryAfterSeconds: evaluated.retryAfterSeconds }));
    case 'given': {
      const { submission } = evaluated;
      if (flow.request !== undefined) {
        return storeRequested(tools, tx, { flow, request: flow.request, executionId, dataHash, submission });
      }
      return storeSubmission(tools, tx, {
        flow: { ...flow, execution },
        node,
        callbackKey,
        dataHash,
        submission: submission,
      });
    }
  }
}

/** Writes everything of a submitted step and the next segment's job, in one transaction. */
async function storeSubmission(
  { interpreter, clock }: TakeTools,
  tx: Tx,
  step: {
    readonly flow: Flow & { readonly execution: FlowExecution };
    readonly node: EndUserNode;
    readonly callbackKey: string;
    readonly dataHash: Buffer;
    readonly submission: StepSubmission;
  },
): Promise<Outcome> {
  const { flow, node, callbackKey, dataHash, submission } = step;
  const { execution, link } = flow;
  const { scope } = link;
  const { executionId } = execution;
  const job = await interpreter.submit(tx, scope, {
    executionId,
    nodeId: node.id,
    callbackKey,
    given: { output: submission.output },
    data: submission.data ?? {},
  });
  // The row is locked and was just seen to wait with this key.
  if (job === undefined) throw new Error(`execution ${executionId} does not take what it waits for`);
  await insertSubmission(tx, scope, { executionId, callbackKey, nodeId: node.id, dataHash });
  if (submission.draft !== undefined)
    await saveDraft(tx, scope, { execution, nodeId: node.id, draft: submission.draft });
  if (submission.customer) await saveCustomer(tx, scope, submission.customer, execution.createdAt);
  if (submission.submits) await consumeLink(tx, scope, { linkId: link.linkId, at: clock.now() });
  await recordAudit(tx, scope, {
    actor: endUserActor(link.linkId),
    act: submission.submits ? 'flow.submit' : 'flow.give',
    object: { kind: 'execution', id: executionId },
    detail: {
      nodeId: node.id,
      type: node.type,
      linkId: link.linkId,
      ...(submission.consent && { consent: submission.consent }),
    },
  });
  return { kind: 'taken', job };
}

/**
 * Writes the documents that a link asked for again beside those of the step, and gives the case back to who reviews it:
 * the execution itself goes on by their decision alone.
 */
async function storeRequested(
  { clock }: Pick<TakeTools, 'clock'>,
  tx: Tx,
  step: {
    readonly flow: Flow;
    readonly request: DocumentRequest;
    readonly executionId: string;
    readonly dataHash: Buffer;
    readonly submission: StepSubmission;
  },
): Promise<Outcome> {
  const { flow, request, executionId, dataHash, submission } = step;
  const { scope, linkId } = flow.link;
  const { nodeId, requestId, callbackKey, documentId: replaces } = request;
  const given = submission.output['documents'] as readonly { readonly documentId: string }[];
  const documents = given.map((document) => ({ ...document, replaces }));
  const documentIds = documents.map(({ documentId }) => documentId);
  await addDocuments(tx, scope, { executionId, nodeId, documents });
  await insertSubmission(tx, scope, { executionId, callbackKey, nodeId, dataHash });
  const now = clock.now();
  await consumeLink(tx, scope, { linkId, at: now });
  await recordAudit(tx, scope, {
    actor: endUserActor(linkId),
    act: 'flow.give',
    object: { kind: 'execution', id: executionId },
    detail: { nodeId, type: 'documents', linkId, documentIds },
  });
  await takeRequestedDocument(tx, scope, { requestId, documentIds, now });
  return { kind: 'takenBefore' };
}

function refused(refusal: FlowRefusal): Outcome {
  return { kind: 'refused', refusal };
}

/** Where the body is not of the step's shape; never its value, which may be a person's data. */
function malformed({ issues: [issue] }: z.ZodError): FlowRefusal {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknown] as (string | number)[];
  return new FlowRefusal('MALFORMED', path.length === 0 ? {} : { field: z.core.toDotPath(path) });
}

/** Of the data as JSON with its members in order: however it was written, the same data has the same hash. */
function hashOf(data: unknown): Buffer {
  return createHash('sha256').update(canonical(data)).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
