import { type Phrase, phrase, type ScanDetail } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import type { UncataloguedMessage } from '../console-api/index.ts';
import type { Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import type { DomainKeys } from '../personal-keys/index.ts';
import type { ScanReader } from './quickscan-queries.ts';
import { cipherOfScan, type ScanSubject, wrappedKeyOfScan } from './sealed-scans.ts';

/** Submits the scanned name; answers why it was refused, or undefined. */
export type SubmitScanned = (
  scope: Scope,
  submit: {
    readonly executionId: string;
    readonly person: string;
    readonly requestId: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
) => Promise<string | undefined>;

export interface ScanCaseRequest {
  readonly scanId: string;
  readonly customerId: string;
  readonly dateOfBirth: string | undefined;
  readonly person: string;
  readonly requestId: string;
}

export type ScanCaseResult =
  | { readonly kind: 'submitted'; readonly executionId: string }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'refused'; readonly why: Phrase | UncataloguedMessage };

/**
 * Submits a scanned name through the workflow for manual cases, once for each scan. The scan names its execution before that
 * is there, so that a crash in between leaves no case without its scan. A name without an execution may be used again after a
 * minute: for the same execution, so that of a submit that stalled and its repetition one alone is stored.
 */
export async function openScanCase(
  service: ScanReader & { readonly submitScanned: SubmitScanned },
  scope: Scope,
  request: ScanCaseRequest,
): Promise<ScanCaseResult> {
  const keys = await service.personalKeys.ofDomain(scope);
  const claimed = await service.database.transaction(scope, (tx) => claim(tx, scope, { ...request, keys }));
  if (claimed === 'notFound') return { kind: claimed };
  if ('code' in claimed) return { kind: 'refused', why: claimed };
  const { name, customerType, executionId } = claimed;
  const data = {
    customerId: request.customerId,
    name,
    customerType: customerType === 'Business' ? 'corporate' : 'individual',
    ...(request.dateOfBirth === undefined ? {} : { dateOfBirth: request.dateOfBirth }),
  };
  const { person, requestId } = request;
  const why = await service.submitScanned(scope, { executionId, person, requestId, data });
  if (why === undefined) return { kind: 'submitted', executionId };
  await service.database.transaction(scope, (tx) =>
    tx.sql(
      `update quick_scan set case_execution_id = null, case_requested_at = null
       where tenant_id = $1 and domain = $2 and scan_id = $3 and case_execution_id = $4
         and not exists (select from execution e where e.tenant_id = $1 and e.domain = $2 and e.execution_id = $4)`,
      [scope.tenantId, scope.domain, request.scanId, executionId],
    ),
  );
  return { kind: 'refused', why: { english: why } };
}

async function claim(
  tx: Tx,
  scope: Scope,
  { scanId, person, keys }: ScanCaseRequest & { readonly keys: DomainKeys },
): Promise<(ScanSubject & { readonly executionId: string }) | Phrase | 'notFound'> {
  const [row] = await tx.sql<{
    state: string;
    subject: unknown;
    wrappedKey: Buffer | null;
    executionId: string | null;
    isTaken: boolean | null;
  }>(
    `select s.state, s.subject, ${wrappedKeyOfScan('s')} as "wrappedKey", s.case_execution_id as "executionId", s.case_execution_id is not null and (s.case_requested_at > now() - interval '1 minute'
       or exists (select from execution e where e.tenant_id = $1 and e.domain = $2 and e.execution_id = s.case_execution_id))
       as "isTaken"
     from quick_scan s where s.tenant_id = $1 and s.domain = $2 and s.scan_id = $3 for update of s`,
    [scope.tenantId, scope.domain, scanId],
  );
  if (row === undefined) return 'notFound';
  if (row.state !== 'DONE') return phrase('refusals.scanNoResult');
  if (row.isTaken === true) return phrase('refusals.scanHasCase');
  const subject = cipherOfScan(keys, scope, { scanId, wrappedKey: row.wrappedKey }).openSubject(row.subject);
  if (subject === null) return phrase('refusals.scanKeyMissing');
  const executionId = row.executionId ?? newId();
  await tx.sql(
    `update quick_scan set case_execution_id = $4, case_requested_at = now()
     where tenant_id = $1 and domain = $2 and scan_id = $3`,
    [scope.tenantId, scope.domain, scanId, executionId],
  );
  await recordAudit(tx, scope, {
    actor: { kind: 'user', id: person },
    act: 'quickscan.open_case',
    object: { kind: 'quickscan', id: scanId },
    detail: { executionId },
  });
  return { ...subject, executionId };
}

/** What was submitted from a scan; null where nothing was. */
export async function readScanCase(tx: Tx, scope: Scope, scanId: string): Promise<ScanDetail['case']> {
  const [row] = await tx.sql<NonNullable<ScanDetail['case']> & Record<string, unknown>>(
    `select e.execution_id::text as "executionId", c.case_no as "caseNo"
     from quick_scan s
     join execution e on e.tenant_id = s.tenant_id and e.domain = s.domain and e.execution_id = s.case_execution_id
     left join case_record c on c.tenant_id = s.tenant_id and c.domain = s.domain and c.execution_id = s.case_execution_id
     where s.tenant_id = $1 and s.domain = $2 and s.scan_id = $3`,
    [scope.tenantId, scope.domain, scanId],
  );
  return row ?? null;
}
