import type {
  ExecutionDetail,
  ExecutionListQuery,
  ExecutionStep,
  ExecutionSummary,
} from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import { statement } from '../database/index.ts';
import { canResume as canResumeSql } from '../interpreter/index.ts';
import { instantKey, readPageCursor, writePageCursor } from '../lib/page-cursor.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  type OpenedExecution,
  openExecution,
  openedNodeRuns,
  type StoredContent,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { storedHitLimits } from '../screening/index.ts';
import { isDone, stoppedAt } from './hosted-figures.ts';
import { type AnswerSources, stepAnswer } from './step-answers.ts';
import { type RanWorkflow, stepFailure, takenEdge } from './step-edges.ts';

/** Reading executions and the log of their steps for people. */

interface SummaryRow extends Omit<ExecutionSummary, 'createdAt' | 'finishedAt'> {
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly createdKey: string;
}

const summaryColumns = `e.domain, e.execution_id as "executionId",
  e.workflow_id || '@' || e.workflow_version as "workflowId", e.event_type as "eventType", e.source,
  e.customer_id as "customerId", e.state, e.node_id as "nodeId", e.decision, e.risk_score as "riskScore",
  c.case_no as "caseNo", e.failure, e.created_at as "createdAt", e.finished_at as "finishedAt",
  ${instantKey('e.created_at')} as "createdKey"`;

const summaryTables = `execution e
  left join case_record c
    on c.tenant_id = e.tenant_id and c.domain = e.domain and c.execution_id = e.execution_id`;

export interface ExecutionPage {
  readonly executions: ExecutionSummary[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Executions of one scope, newest first; undefined for a cursor that is none. */
export async function listExecutions(
  database: Database,
  scope: Scope,
  request: ExecutionListQuery,
): Promise<ExecutionPage | undefined> {
  const position = request.cursor === undefined ? undefined : readPageCursor(request.cursor);
  if (request.cursor !== undefined && position === undefined) return undefined;
  const [, workflowId, workflowVersion] = /^(.*?)(?:@(\d{1,9}))?$/.exec(request.workflowId ?? '') ?? [];
  const rows = await database.read(
    scope,
    statement<SummaryRow>(
      `select ${summaryColumns} from ${summaryTables}
       where e.tenant_id = $1 and e.domain = $2
         and ($3::text[] is null or e.state = any($3))
         and ($4::text is null or e.workflow_id = $4)
         and ($5::integer is null or e.workflow_version = $5)
         and ($6::text is null or e.customer_id = $6)
         and ($7::double precision is null or e.created_at >= to_timestamp($7 / 1000))
         and ($8::double precision is null or e.created_at < to_timestamp($8 / 1000))
         and ($12::text is null or e.source = $12)
         and ($13::text is null or e.node_id = $13)
         and ($14::text is null or (not ${stoppedAt('$14')} and exists (
           select from gatehouse.node_runs(e.tenant_id, e.domain, e.execution_id) v where v.node_id = $14 and ${isDone})))
         and ($9::timestamptz is null or (e.created_at, e.execution_id) < ($9::timestamptz, $10::uuid))
       order by e.created_at desc, e.execution_id desc limit $11`,
      [
        scope.tenantId,
        scope.domain,
        request.state ?? null,
        request.workflowId === undefined ? null : workflowId,
        workflowVersion === undefined ? null : Number(workflowVersion),
        request.customerId ?? null,
        request.from ?? null,
        request.to ?? null,
        position?.instant ?? null,
        position?.id ?? null,
        request.limit + 1,
        request.source ?? null,
        request.nodeId ?? null,
        request.completedNodeId ?? null,
      ],
    ),
  );
  const page = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? page.at(-1) : undefined;
  return {
    executions: page.map(summarize),
    nextCursor: last ? writePageCursor({ instant: last.createdKey, id: last.executionId }) : null,
  };
}

interface DetailRow extends SummaryRow {
  readonly requestId: string;
  readonly apiKey: string | null;
  readonly data: Record<string, unknown>;
  readonly riskReasons: string[];
  readonly pending: {
    readonly startedAt: string | null;
    readonly state?: { readonly deliveryId?: string };
  } | null;
  readonly dueAt: Date | null;
  readonly canResume: boolean;
  readonly workflow: RanWorkflow | null;
}

export interface DetailRequest {
  readonly executionId: string;
  /** Whether the reader gets what was submitted, and input and output of the steps, as they are. */
  readonly withRaw: boolean;
  readonly keys: DomainKeys;
  /** What an end user gave in a step, in words. */
  readonly submittedIn: SubmittedInStep;
}

/** What an end user gave in a step of an execution, in words. */
export type SubmittedInStep = (
  step: Parameters<AnswerSources['submittedIn']>[0],
  execution: { readonly scope: Scope; readonly executionId: string; readonly eventType: string },
) => ReturnType<AnswerSources['submittedIn']>;

/** An execution with every step; undefined when it is not there. */
export function readExecutionDetail(
  database: Database,
  scope: Scope,
  request: DetailRequest,
): Promise<ExecutionDetail | undefined> {
  const { executionId, withRaw } = request;
  // What it keeps may be sealed at any time: its row and its log belong together.
  return database.snapshot(scope, async (tx) => {
    const [row] = await tx.sql<DetailRow & StoredContent>(
      `select ${summaryColumns}, e.request_id as "requestId", e.api_key as "apiKey", e.data, ${sealedColumnsOf('e')},
         e.risk_reasons as "riskReasons", e.pending, e.due_at as "dueAt",
         ${canResumeSql} as "canResume",
         (select v.definition from workflow_version v where v.tenant_id = e.tenant_id and v.domain = e.domain
           and v.workflow_id = e.workflow_id and v.version = e.workflow_version) as workflow
       from ${summaryTables} where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $3`,
      [scope.tenantId, scope.domain, executionId],
    );
    if (row === undefined) return undefined;
    const { requestId, apiKey, riskReasons, pending, dueAt, canResume, workflow, ...rest } = row;
    const { data: stored, sealed: _, wrappedKey: __, ...summary } = rest;
    const content = openExecution(request.keys, scope, row);
    const data = content instanceof Object ? { ...content.data } : stored;
    const { nodeId, finishedAt } = row;
    return {
      ...summarize(summary),
      workflowName: workflow?.name ?? null,
      requestId,
      apiKey,
      isRawOmitted: !withRaw,
      isKeyMissing: content === 'keyless',
      ...(withRaw && content !== 'keyless' && { data }),
      riskReasons,
      standing:
        pending?.startedAt && nodeId !== null && finishedAt === null
          ? {
              nodeId,
              since: Date.parse(pending.startedAt),
              dueAt: dueAt?.getTime() ?? null,
              deliveryId: pending.state?.deliveryId ?? null,
            }
          : null,
      canResume,
      steps: await readSteps(tx, scope, { ...request, eventType: row.eventType, nodeId, workflow, content }),
    };
  });
}

interface StepRow extends Pick<ExecutionStep, 'sequence' | 'nodeId' | 'nodeType' | 'attempt' | 'deliveryId'> {
  readonly input: unknown;
  readonly output: Record<string, unknown>;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

interface StepsRequest extends DetailRequest {
  readonly eventType: string;
  /** Where the execution is, or ended. */
  readonly nodeId: string | null;
  readonly workflow: RanWorkflow | null;
  readonly content: OpenedExecution;
}

async function readSteps(tx: Tx, scope: Scope, request: StepsRequest): Promise<ExecutionStep[]> {
  const { executionId, eventType, workflow } = request;
  const stored = await tx.sql<StepRow & Record<string, unknown>>(
    `select sequence, node_id as "nodeId", node_type as "nodeType", attempt, input, output,
       reference as "deliveryId", started_at as "startedAt", finished_at as "finishedAt"
     from gatehouse.node_runs($1, $2, $3) order by sequence`,
    [scope.tenantId, scope.domain, executionId],
  );
  const rows = openedNodeRuns(stored, request.content, (row, { reference, output, ...opened }) => ({
    ...row,
    ...opened,
    output: output as StepRow['output'],
    deliveryId: reference,
  }));
  return rows.map(({ input, output, ...row }, index) => {
    const times = { startedAt: row.startedAt.getTime(), finishedAt: row.finishedAt.getTime() };
    const step = { ...row, ...times, input, output };
    const node = workflow?.nodes.find(({ id }) => id === row.nodeId);
    const following = rows[index + 1]?.nodeId ?? request.nodeId;
    return {
      ...row,
      ...times,
      title: node?.title ?? null,
      answer: stepAnswer(step, {
        node,
        submittedIn: (submitted) => request.submittedIn(submitted, { scope, executionId, eventType }),
      }),
      next: takenEdge(step, { workflow, following: following === row.nodeId ? null : following }),
      failure: stepFailure(step),
      ...(request.withRaw && { input, output }),
      exceededHitLimits: [...storedHitLimits(output)],
    };
  });
}

function summarize(row: SummaryRow): ExecutionSummary {
  const { createdKey: _, createdAt, finishedAt, ...summary } = row;
  return { ...summary, createdAt: createdAt.getTime(), finishedAt: finishedAt?.getTime() ?? null };
}
