import type {
  CaseDetail,
  CaseDocument,
  CaseTransitionName,
  DecisionHook,
  ExecutionState,
} from '@gatehouse/contract';
import { refusedBy } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import {
  type DomainKeys,
  type OpenedExecution,
  openExecution,
  openedNodeRuns,
  type PersonalKeys,
  sealedColumnsOf,
} from '../personal-keys/index.ts';
import { cipherOfScan, wrappedKeyOfScan } from '../quickscan/index.ts';
import type { ReferenceDirectory } from '../reference/index.ts';
import {
  type AlertView,
  aliasFound,
  hitVerdicts,
  listedTexts,
  readAlerts,
  readListedParticulars,
  searchedByNodeRun,
  storedHitLimits,
} from '../screening/index.ts';
import { consentsIn } from './case-consents.ts';
import { submittedDocumentsIn } from './case-documents.ts';
import { readDocuments } from './case-files.ts';
import { hitsOfAlerts } from './case-hits.ts';
import { readHoldSeconds } from './case-hold.ts';
import { readNotes } from './case-notes.ts';
import { transitionPhrase } from './case-refusals.ts';
import { type CaseRow, caseColumns, summarize } from './case-rows.ts';
import {
  availableTransitions,
  checkNotePermission,
  checkRulingPermission,
  checkTakeBack,
  type TransitionContext,
} from './case-transitions.ts';
import { readDocumentReviews } from './document-reviews.ts';
import { readSubmittedInformation } from './submitted-information.ts';

interface DetailRow extends CaseRow {
  readonly subject: Record<string, unknown>;
  readonly scanId: string | null;
  readonly scanSubject: unknown;
  readonly scanKey: Buffer | null;
  readonly scanHits: number | null;
  readonly state: ExecutionState;
  readonly workflowId: string;
  readonly workflowName: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly outputs: Record<string, unknown>;
  readonly sealed: Buffer | null;
  readonly wrappedKey: Buffer | null;
  readonly nodeId: string | null;
  readonly nodes: readonly WorkflowNode[] | null;
}

/** What a case shows of a node of its workflow. */
interface WorkflowNode {
  readonly id: string;
  readonly title?: string;
  readonly hook?: Pick<DecisionHook, 'enabled' | 'webhook' | 'triggerOn'>;
}

/** How often a case has changed; undefined when it is not there. */
export async function readRevision(tx: Tx, scope: Scope, caseNo: string): Promise<number | undefined> {
  const [row] = await tx.sql<{ revision: number }>(
    'select revision from case_record where tenant_id = $1 and domain = $2 and case_no = $3',
    [scope.tenantId, scope.domain, caseNo],
  );
  return row?.revision;
}

/** What a case is read from: the store, and the labels of fields and choices. */
export interface CaseSources {
  readonly database: Database;
  readonly personalKeys: PersonalKeys;
  readonly reference: ReferenceDirectory;
}

interface CaseRequest {
  readonly caseNo: string;
  readonly situation: TransitionContext;
}

/** A case with its hits as they are stored. */
export type WholeCase = Omit<CaseDetail, 'alerts' | 'subjects'> & { readonly alerts: readonly AlertView[] };

/** A case as its page shows it to this person, with a row for each hit; undefined when it is not there. */
export async function readCase(
  { database, personalKeys, reference }: CaseSources,
  scope: Scope,
  request: CaseRequest,
): Promise<CaseDetail | undefined> {
  const keys = await personalKeys.ofDomain(scope);
  // What an execution keeps is sealed at any time: its row and its log belong together.
  return database.snapshot(scope, async (tx) => {
    const found = await readWholeCaseIn(tx, scope, { ...request, keys, reference });
    if (found === undefined) return undefined;
    const { alerts, ...rest } = found;
    const { executionId } = found.execution;
    const rows = await alertRows(tx, scope, { executionId, alerts });
    return { ...rest, subjects: subjectsOf(alerts), alerts: rows };
  });
}

/** A case with everything that is known of its hits, all as of one moment; undefined when it is not there. */
export async function readWholeCase(
  { database, personalKeys, reference }: CaseSources,
  scope: Scope,
  request: CaseRequest,
): Promise<WholeCase | undefined> {
  const keys = await personalKeys.ofDomain(scope);
  return database.snapshot(scope, (tx) => readWholeCaseIn(tx, scope, { ...request, keys, reference }));
}

/** As `readWholeCase`, in a transaction that reads more: a snapshot where it must all be of one moment. */
export async function readWholeCaseIn(
  tx: Tx,
  scope: Scope,
  request: CaseRequest & Pick<CaseSources, 'reference'> & { readonly keys: DomainKeys },
): Promise<WholeCase | undefined> {
  const [stored] = await tx.sql<DetailRow & Record<string, unknown>>(
    `select ${caseColumns}, coalesce(c.subject, e.data) as subject, e.state, ${sealedColumnsOf('e')},
         e.workflow_id || '@' || e.workflow_version as "workflowId", e.created_at as "createdAt", e.outputs,
         e.finished_at as "finishedAt", e.node_id as "nodeId", v.definition -> 'nodes' as nodes,
         v.definition ->> 'name' as "workflowName", q.scan_id as "scanId", q.subject as "scanSubject", q.wrapped_key as "scanKey",
         q.total_hits as "scanHits"
       from case_record c
       join execution e on e.tenant_id = c.tenant_id and e.domain = c.domain and e.execution_id = c.execution_id
       left join workflow_version v on v.tenant_id = e.tenant_id and v.domain = e.domain
         and v.workflow_id = e.workflow_id and v.version = e.workflow_version
       left join lateral (
         select s.scan_id, s.subject, s.total_hits, ${wrappedKeyOfScan('s')} as wrapped_key from quick_scan s
         where s.tenant_id = c.tenant_id and s.domain = c.domain and s.case_execution_id = c.execution_id limit 1
       ) q on true
       where c.tenant_id = $1 and c.domain = $2 and c.case_no = $3`,
    [scope.tenantId, scope.domain, request.caseNo],
  );
  if (stored === undefined) return undefined;
  const content = openExecution(request.keys, scope, stored);
  const row = withContent(stored, content);
  const documents = await readDocuments(tx, scope, { ...row, isKeyMissing: content === 'keyless' });
  const { executionId } = row;
  const opened = { executionId, content };
  const alerts = await readAlerts(tx, scope, { executionId, keys: request.keys, opened });
  const hits = await hitsOfAlerts(tx, scope, alerts, row.policy);
  const timeline = await readTimeline(tx, scope, { ...row, documents, content });
  const nodes = new Map((row.nodes ?? []).map((node) => [node.id, node]));
  const hook = nodes.get(row.nodeId ?? '')?.hook;
  const { actor } = request.situation;
  const mayRule = checkRulingPermission(row, actor) === undefined;
  return {
    ...summarize(row),
    subject: row.subject,
    isKeyMissing: content === 'keyless',
    quickScan: quickScanOf(row, scope, request.keys),
    execution: executionOf(row),
    alerts,
    exceededHitLimits: timeline.flatMap((entry) =>
      entry.kind === 'visit' ? storedHitLimits(entry.output) : [],
    ),
    notes: await readNotes(tx, scope, { caseNo: row.caseNo, keys: request.keys }),
    documents,
    givenDocuments: submittedDocumentsIn(row.outputs),
    documentReviews: await readDocumentReviews(tx, scope, row.caseNo),
    givenConsents: consentsIn(row.outputs),
    submittedInformation: await readSubmittedInformation(tx, scope, {
      executionId: row.executionId,
      reference: request.reference,
      keys: request.keys,
    }),
    timeline: timeline.map((entry) => withLabels(entry, nodes)),
    moves: availableTransitions(row, { ...request.situation, hits }).map(
      ({ refusal, reasons, trueMatches, ...move }) => ({
        ...move,
        trueMatches: [...trueMatches],
        allowed: refusal === undefined,
        ...refusedBy(refusal === undefined ? null : transitionPhrase(refusal)),
        reasons: [...reasons],
        webhook: webhookOf(hook, move.move),
      }),
    ),
    holdSeconds: await readHoldSeconds(tx, scope),
    mayTakeBack: checkTakeBack(row, actor) === undefined,
    mayRule,
    mayReviewDocuments: mayRule && row.resolvedAt === null,
    mayNote: checkNotePermission(row, actor) === undefined,
  };
}

/** The row with what its execution keeps sealed. */
function withContent(row: DetailRow, content: OpenedExecution): DetailRow {
  if (content === undefined || content === 'keyless') return row;
  // A case that was submitted has no subject of its own.
  const isOfExecution = Object.keys(row.subject).length === 0;
  const outputs = { ...content.outputs };
  return { ...row, subject: isOfExecution ? { ...content.data } : row.subject, outputs };
}

function quickScanOf(
  { scanId, scanSubject, scanKey, scanHits }: DetailRow,
  scope: Scope,
  keys: DomainKeys,
): CaseDetail['quickScan'] {
  if (scanId === null) return null;
  const subject = cipherOfScan(keys, scope, { scanId, wrappedKey: scanKey }).openSubject(scanSubject);
  return { scanId, name: subject?.name ?? null, totalHits: scanHits ?? 0 };
}

function executionOf(row: DetailRow): CaseDetail['execution'] {
  const { executionId, state, workflowId, workflowName } = row;
  const finishedAt = row.finishedAt?.getTime() ?? null;
  return { executionId, state, workflowId, workflowName, createdAt: row.createdAt.getTime(), finishedAt };
}

/** A node run with the title of its node, and with the lists that it searched. */
function withLabels(
  entry: Awaited<ReturnType<typeof readTimeline>>[number],
  nodes: ReadonlyMap<string, WorkflowNode>,
): CaseDetail['timeline'][number] {
  if (entry.kind !== 'visit') return entry;
  const nodeTitle = nodes.get(entry.nodeId)?.title ?? null;
  return { ...entry, nodeTitle, searchedLists: searchedByNodeRun(entry) };
}

/** Each subject once, however many hits it has. */
function subjectsOf(alerts: readonly AlertView[]): CaseDetail['subjects'] {
  const subjects = new Map(
    alerts.map(({ sequence, subjectIndex, subject }) => [
      `${sequence}/${subjectIndex}`,
      { ...subject, sequence, subjectIndex },
    ]),
  );
  return [...subjects.values()];
}

/** What a table shows of each hit: the rest is read when somebody looks at it. */
async function alertRows(
  tx: Tx,
  scope: Scope,
  { executionId, alerts }: { readonly executionId: string; readonly alerts: readonly AlertView[] },
): Promise<CaseDetail['alerts']> {
  const particulars = await readListedParticulars(tx, scope, executionId);
  return alerts.map(({ hit, subject, ruling, sameAs, reopened, ...alert }) => ({
    ...alert,
    name: hit.name,
    category: hit.category,
    ...foundAs(aliasFound(hit, subject)),
    verdicts: hitVerdicts(hit, subject),
    listed: listedTexts(hit, particulars.get(alert.alertId) ?? null),
    sameAs: [...sameAs],
    reopened: reopened && { entity: [...reopened.entity], subject: [...reopened.subject] },
    ruling: ruling && rulingOf(ruling),
  }));
}

function foundAs(alias: string | undefined): { foundAs?: string } {
  return alias === undefined ? {} : { foundAs: alias };
}

/** Entity and subject are those of the hit. */
function rulingOf(
  ruling: NonNullable<AlertView['ruling']>,
): NonNullable<CaseDetail['alerts'][number]['ruling']> {
  const { ruling: verdict, revision, reason, caseNo, ruledBy, ruledAt } = ruling;
  return { ruling: verdict, revision, reason, caseNo, ruledBy, ruledAt };
}

/** Which webhook a transition is sent to; null where none is. */
function webhookOf(hook: WorkflowNode['hook'], move: CaseTransitionName): string | null {
  const isSent = hook?.enabled === true && (hook.triggerOn as readonly string[]).includes(move);
  return isSent ? hook.webhook : null;
}

type TimelineEntry = CaseDetail['timeline'][number];
type NodeRunEntry = Extract<TimelineEntry, { kind: 'visit' }>;

/**
 * What people, keys and the service did to the case, its execution and its documents, and the result of its nodes. Who
 * read a document is here too, from wherever it was read, and each opening of the links that led to the execution.
 */
async function readTimeline(
  tx: Tx,
  scope: Scope,
  row: CaseRow & { readonly documents: readonly CaseDocument[]; readonly content: OpenedExecution },
): Promise<TimelineEntry[]> {
  const actions = await tx.sql<TimelineEntry & Record<string, unknown>>(
    `select 'act' as kind, (extract(epoch from at) * 1000)::bigint as at,
       jsonb_build_object('kind', actor_kind, 'id', actor, 'name', (
         select email from link where link.tenant_id = $1 and link.domain = $2 and link.link_id::text = actor
           and actor_kind = 'end_user')) as actor, act,
       jsonb_build_object('kind', object_kind, 'id', object_id) as object, detail
     from audit_event
     where tenant_id = $1 and domain = $2
       and ((object_kind = 'case' and object_id = $3) or (object_kind = 'execution' and object_id = $4)
         or (object_kind = 'upload' and object_id = any($5::text[]))
         or (object_kind = 'link' and act = 'flow.open' and object_id = any(array(
           select link_id::text from link where link.tenant_id = $1 and link.domain = $2 and link.execution_id = $4::uuid))))
     order by audit_event.at, event_id`,
    [
      scope.tenantId,
      scope.domain,
      row.caseNo,
      row.executionId,
      row.documents.map(({ uploadId }) => uploadId),
    ],
  );
  const stored = await tx.sql<NodeRunEntry & Record<string, unknown>>(
    `select 'visit' as kind, (extract(epoch from started_at) * 1000)::bigint as at,
       (extract(epoch from finished_at) * 1000)::bigint as "finishedAt", sequence, node_id as "nodeId",
       node_type as "nodeType", attempt, input, output, reference as "deliveryId"
     from gatehouse.node_runs($1, $2, $3) order by sequence`,
    [scope.tenantId, scope.domain, row.executionId],
  );
  const nodeRuns = openedNodeRuns(
    stored,
    row.content,
    (run, { reference, startedAt, finishedAt, input, output }) => {
      const times = { at: startedAt.getTime(), finishedAt: finishedAt.getTime() };
      return { ...run, ...times, input, output: output as NodeRunEntry['output'], deliveryId: reference };
    },
  );
  return [...nodeRuns, ...actions].toSorted((one, other) => one.at - other.at);
}
