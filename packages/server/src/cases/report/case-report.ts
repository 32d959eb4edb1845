import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CaseDocument, FlowLanguage, TrueMatchPolicy } from '@gatehouse/contract';
import { type AuditRecord, recordAudits } from '../../audit/index.ts';
import { type ConsoleFile, ConsoleRefusal, type ConsoleUser } from '../../console-api/index.ts';
import type { Tx } from '../../database/database.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Scope } from '../../lib/scope.ts';
import type { ListUpdates } from '../../lists/updates/index.ts';
import { drawReport, type ReportRequest, type ReportSlots, reportTooLarge } from '../../pdf/index.ts';
import type { DomainKeys } from '../../personal-keys/index.ts';
import { alertEntityView, listRulings, readAlertEntities } from '../../screening/index.ts';
import type { TenantRecord } from '../../tenants/index.ts';
import { readUploads, type StoredFiles } from '../../uploads/index.ts';
import { reviewerOf } from '../case-commands.ts';
import { hitsOfAlerts } from '../case-hits.ts';
import { type CaseSources, readWholeCaseIn } from '../case-read.ts';
import { readCaseRiskIn } from '../case-risk.ts';
import { stateOf, stateText } from '../case-state.ts';
import { reportDocument } from './report-document.ts';
import { readFiles } from './report-files.ts';
import { ReportLanguage } from './report-language.ts';
import { addressesIn, readPeople } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

export interface ReportTools extends CaseSources {
  readonly files: StoredFiles;
  readonly updates: Pick<ListUpdates, 'versionDates'>;
  readonly tenants: { tenant(tenantId: string): TenantRecord | undefined };
  readonly slots: ReportSlots;
  readonly logger: Logger;
}

interface ReportCall {
  readonly caseNo: string;
  readonly user: ConsoleUser;
  readonly language: FlowLanguage;
}

/** Most rulings on the listed entities of a case's hits. */
const maxRulings = 10_000;

/**
 * A case as a PDF document, in the state that it is in. The same state makes the same bytes for the same person and language: when and by
 * whom it was made is in the audit log, with the SHA-256 of the bytes, before the first of them leaves.
 * @throws ConsoleRefusal where there is no such case, too many are made at once, or it takes too much
 */
export async function makeReport(tools: ReportTools, scope: Scope, call: ReportCall): Promise<ConsoleFile> {
  const pdf = await tools.slots.run(scope.tenantId, async () => {
    const gathered = await gather(tools, scope, call);
    if (gathered === undefined) throw new ConsoleRefusal('NOT_FOUND');
    const drawn = await drawReport(tools.logger, gathered.request);
    await recordReport(tools, scope, { ...call, ...gathered, drawn });
    return drawn;
  });
  if (pdf === undefined) throw new ConsoleRefusal('BUSY', undefined, { retryAfterSeconds: 5 });
  return {
    filename: `${call.caseNo}-report.pdf`,
    contentType: 'application/pdf',
    size: pdf.length,
    bytes: Readable.from([pdf]),
  };
}

interface Gathered {
  readonly request: ReportRequest;
  readonly stateSha256: string;
  /** Files whose bytes are in the report. */
  readonly shown: readonly CaseDocument[];
}

async function gather(tools: ReportTools, scope: Scope, call: ReportCall): Promise<Gathered | undefined> {
  const { user } = call;
  const mayRead = user.permissions.includes('uploads.read');
  // What is printed and its hash are of one moment. Files are read after it: their rows say what they must be.
  const { reference } = tools;
  const keys = await tools.personalKeys.ofDomain(scope);
  const read = await tools.database.snapshot(scope, (tx) =>
    readBehind(tx, scope, { ...call, reference, keys }),
  );
  if (read === undefined) return undefined;
  const { whole, risk, uploads, ...behind } = read;
  const searched = whole.timeline.flatMap((entry) =>
    entry.kind === 'visit' ? Object.entries(entry.searchedLists ?? {}) : [],
  );
  const versions = new Map(
    searched.map(([source, version]) => [`${source} ${version}`, { source, version }]),
  );
  const files = await readFiles(tools.files, { scope, documents: whole.documents, uploads, mayRead });
  const tenant = tools.tenants.tenant(scope.tenantId);
  const stateSha256 = createHash('sha256')
    .update(stateText(stateOf(whole)))
    .digest('hex');
  const source: ReportSource = {
    whole,
    language: new ReportLanguage(call.language),
    ...behind,
    listDates: await tools.updates.versionDates([...versions.values()]),
    stateSha256,
    tenantName: tenant?.branding?.name ?? user.tenantName,
    environment: user.environment,
    color: tenant?.branding?.primaryColour?.toLowerCase(),
    logo: tenant?.logo === undefined ? undefined : 'logo',
    preparedFor: { email: user.email, name: user.name },
    pictures: files.states,
  };
  const bytes =
    tenant?.logo === undefined ? files.bytes : new Map([...files.bytes, ['logo', tenant.logo.bytes]]);
  return {
    request: { document: reportDocument(source, risk), files: bytes },
    stateSha256,
    shown: whole.documents.filter(({ uploadId }) => files.bytes.has(uploadId)),
  };
}

/** The case, how its risk came about, the entries behind its hits, every ruling on them, and the rows of its files. */
async function readBehind(
  tx: Tx,
  scope: Scope,
  { caseNo, user, ...tools }: ReportCall & Pick<ReportTools, 'reference'> & { readonly keys: DomainKeys },
) {
  const situation = { actor: reviewerOf(user), isCancelConfigured: false };
  const whole = await readWholeCaseIn(tx, scope, { ...tools, caseNo, situation });
  const risk = await readCaseRiskIn(tx, scope, caseNo);
  if (whole === undefined || risk === undefined) return undefined;
  const { executionId } = whole.execution;
  const policy = await readPolicy(tx, scope, caseNo);
  const entities = await readAlertEntities(tx, scope, { executionId });
  const pairs = new Set(whole.alerts.map(({ subject, entityId }) => `${subject.key} ${entityId}`));
  const rulings = await listRulings(tx, scope, {
    customerId: whole.customerId,
    limit: maxRulings + 1,
    entityIds: [...new Set(whole.alerts.map(({ entityId }) => entityId))],
  });
  // A report that leaves rulings out would say that nobody ruled.
  if (rulings.length > maxRulings) throw reportTooLarge();
  const uploads = await readUploads(
    tx,
    scope,
    whole.documents.map(({ uploadId }) => uploadId),
  );
  return {
    whole,
    risk,
    uploads,
    policy,
    hits: await hitsOfAlerts(tx, scope, whole.alerts, policy),
    people: await readPeople(tx, scope, addressesIn(whole, rulings)),
    entries: new Map(entities.map((entity) => [entity.alertId, alertEntityView(entity, undefined)])),
    rulings: rulings.filter(({ subject, entityId }) => pairs.has(`${subject?.key} ${entityId}`)),
  };
}

/** What the decision node that opened the case states of true matches; null where it states nothing. */
async function readPolicy(tx: Tx, scope: Scope, caseNo: string): Promise<TrueMatchPolicy | null> {
  const [row] = await tx.sql<{ policy: TrueMatchPolicy | null }>(
    'select policy from case_record where tenant_id = $1 and domain = $2 and case_no = $3',
    [scope.tenantId, scope.domain, caseNo],
  );
  return row?.policy ?? null;
}

function recordReport(
  { database }: ReportTools,
  scope: Scope,
  of: ReportCall & Gathered & { readonly drawn: Uint8Array },
): Promise<void> {
  const actor = { kind: 'user', id: of.user.email } as const;
  const reads = of.shown.map(
    ({ uploadId }): AuditRecord => ({
      actor,
      act: 'upload.read',
      object: { kind: 'upload', id: uploadId },
      detail: { reportOf: of.caseNo },
    }),
  );
  const record: AuditRecord = {
    actor,
    act: 'case.report',
    object: { kind: 'case', id: of.caseNo },
    detail: {
      language: of.language,
      stateSha256: of.stateSha256,
      reportSha256: createHash('sha256').update(of.drawn).digest('hex'),
    },
  };
  return database.transaction(scope, (tx) => recordAudits(tx, scope, [record, ...reads]));
}
