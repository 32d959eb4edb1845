import type { Tx } from '../../database/database.ts';
import type { CompiledWorkflow } from '../../interpreter/index.ts';
import type { ScopedCodes } from '../../messages/one-time-codes/index.ts';
import type { TenantRecord } from '../../tenants/index.ts';
import { type Link, readLink } from '../links/index.ts';
import { isCodeStep } from './code-steps.ts';
import { type DocumentRequest, readDocumentRequest, waitingFor } from './document-request.ts';
import { type FlowKeys, flowKeys } from './flow-cipher.ts';
import type { FlowContext } from './flow-context.ts';
import { type FlowExecution, readFlowExecution, workflowOfLink } from './flow-queries.ts';
import { FlowRefusal } from './flow-refusal.ts';

/** Everything that is known of a flow at one moment. */
export interface Flow {
  readonly link: Link;
  readonly tenant: TenantRecord;
  readonly execution: FlowExecution | undefined;
  /** What it runs, or would run; undefined where none is published any more. */
  readonly workflow: CompiledWorkflow | undefined;
  readonly codes: ScopedCodes | undefined;
  /** Where the link leads to one document alone. */
  readonly request: DocumentRequest | undefined;
}

/**
 * Reads the state of the flow of a link and works on it in one transaction. The graph is fetched before: it may have to
 * be read, and nothing but the transaction may use the store while that is open.
 */
export async function inFlowTransaction<Result>(
  tools: FlowContext,
  known: Link,
  { lock, work }: { readonly lock: boolean; readonly work: (tx: Tx, flow: Flow) => Promise<Result> },
): Promise<Result> {
  const { database, tenants } = tools;
  const { scope, linkId } = known;
  for (;;) {
    const { keys, ...prepared } = await prepare(tools, known);
    const done = await database.transaction(scope, async (tx) => {
      const link = await readLink(tx, scope, { linkId });
      const tenant = tenants.tenant(scope.tenantId);
      if (link === undefined || tenant === undefined) throw new FlowRefusal('UNAUTHENTICATED');
      const { executionId } = link;
      // Another tab has begun it in this very moment.
      if (executionId !== prepared.executionId) return undefined;
      const { documentRequestId: requestId } = link;
      const request =
        requestId === null ? undefined : await readDocumentRequest(tx, scope, { requestId, lock });
      const found =
        executionId === null ? undefined : await readFlowExecution(tx, scope, { executionId, keys, lock });
      const execution = found && request ? waitingFor(found, request) : found;
      // The link may have been spent while we waited for the execution's row.
      const now = lock ? ((await readLink(tx, scope, { linkId })) ?? link) : link;
      return { result: await work(tx, { ...prepared, link: now, tenant, execution, request }) };
    });
    if (done !== undefined) return done.result;
  }
}

async function prepare(
  { database, personalKeys, workflows, codes }: FlowContext,
  known: Link,
): Promise<
  Pick<Flow, 'workflow' | 'codes'> & { readonly executionId: string | null; readonly keys: FlowKeys }
> {
  const { scope, linkId, eventType } = known;
  const keys = await flowKeys(personalKeys, scope);
  const [bound] = await database.read(scope, workflowOfLink(scope, linkId));
  if (bound !== undefined) {
    const { executionId, workflowId, version } = bound;
    const workflow = await workflows.compiled(scope, workflowId, version);
    return { executionId, keys, workflow, codes: sendsCodes(workflow) ? await codes.of(scope) : undefined };
  }
  const route = workflows.route(scope, { eventType, source: 'SDK' });
  const workflow =
    route.kind === 'none' ? undefined : await workflows.compiled(scope, route.workflowId, route.version);
  return { executionId: null, keys, workflow, codes: undefined };
}

function sendsCodes(workflow: CompiledWorkflow): boolean {
  return workflow.workflow.nodes.some(({ type }) => isCodeStep(type));
}
