import { Readable } from 'node:stream';
import { type AuditExportQuery, type AuditRecordView, maxExportedRecords, phrase } from '@gatehouse/contract';
import { type ConsoleFile, ConsoleRefusal } from '../../console-api/index.ts';
import type { Database } from '../../database/database.ts';
import { csvMark, csvRows } from '../../lib/csv.ts';
import { type Actor, deploymentLevel, recordAudit, tenantLevel } from '../index.ts';
import { countAudit, customersIn, type DomainObjects, listAudit } from './audit-list.ts';

interface ExportRequest {
  /** Whose record. */
  readonly tenantId: string;
  readonly actor: Actor;
  readonly query: AuditExportQuery;
  /** What the records are about, where the query names a customer. */
  readonly about?: readonly DomainObjects[] | undefined;
  /** See `listAudit`. */
  readonly sameObjects?: readonly string[] | undefined;
}

/** Records of one statement while the file is made. */
const atOnce = 1_000;

const columns = [
  'eventId',
  'at',
  'domain',
  'actorKind',
  'actor',
  'act',
  'objectKind',
  'objectId',
  'detail',
] as const;

/**
 * The audit log as it is filtered, newest first, made while it is sent. That it leaves is itself a record before
 * the first byte does, which is in the file where it fits.
 * @throws ConsoleRefusal where more fit than leave at once
 */
export async function exportAudit(
  database: Database,
  { tenantId, actor, query, about, sameObjects }: ExportRequest,
  max = maxExportedRecords,
): Promise<ConsoleFile> {
  const { format, customerId, ...request } = query;
  const scope = { tenantId };
  const found = await countAudit(database, scope, { ...request, about, sameObjects, max: max + 1 });
  if (found > max) {
    throw new ConsoleRefusal('TOO_LARGE', phrase('refusals.tooManyAuditRecords', { max }));
  }
  const tenant = { ...scope, domain: tenantLevel };
  await database.transaction(tenant, (tx) =>
    recordAudit(tx, tenant, {
      actor,
      act: 'audit.export',
      object: { kind: tenantId === deploymentLevel.tenantId ? 'deployment' : 'tenant', id: tenantId },
      // A customerId may tell who somebody is, and the record outlives an erasure.
      detail: {
        records: found,
        format,
        ...request,
        ...(customerId !== undefined && { customers: customersIn(about ?? []) }),
      },
    }),
  );
  return {
    filename: `audit-${new Date().toISOString().slice(0, 10)}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
    size: undefined,
    bytes: Readable.from(exported(database, { scope, ask: { ...request, about, sameObjects }, format }), {
      objectMode: false,
    }),
  };
}

async function* exported(
  database: Database,
  of: {
    readonly scope: { readonly tenantId: string };
    readonly ask: Omit<AuditExportQuery, 'format' | 'customerId'> &
      Pick<ExportRequest, 'about' | 'sameObjects'>;
    readonly format: AuditExportQuery['format'];
  },
): AsyncGenerator<string> {
  const linesOf = of.format === 'csv' ? csvLines : jsonLines;
  if (of.format === 'csv') yield csvMark + csvRows([columns]);
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listAudit(database, of.scope, {
      ...of.ask,
      limit: atOnce,
      ...(cursor ? { cursor } : {}),
    });
    const { records, nextCursor } = page!;
    if (records.length > 0) yield linesOf(records);
    cursor = nextCursor;
  }
}

function csvLines(records: readonly AuditRecordView[]): string {
  return csvRows(
    records.map(({ eventId, at, domain, actor, act, object, detail }) => {
      const who = [actor.kind, actor.id];
      return [eventId, new Date(at), domain, ...who, act, object.kind, object.id, JSON.stringify(detail)];
    }),
  );
}

/** As the list answers them, with the instant as people read it. */
function jsonLines(records: readonly AuditRecordView[]): string {
  return records
    .map((record) => `${JSON.stringify({ ...record, at: new Date(record.at).toISOString() })}\n`)
    .join('');
}
