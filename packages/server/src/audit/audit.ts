import type { AuditAction } from '@gatehouse/contract/audit-actions';
import type { Tx } from '../database/database.ts';
import { newId } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';

/** Who can act: the service by itself, a caller's key, a person of the tenant, the deployment's operator, an end user. */
export type ActorKind = 'system' | 'api_key' | 'user' | 'operator' | 'end_user';

export interface Actor {
  readonly kind: ActorKind;
  /** The key, the person's e-mail address, or the part of the service that acted. */
  readonly id: string;
}

/** What a record is about. */
export interface AuditedObject {
  readonly kind: string;
  readonly id: string;
}

/** One action. Together with its scope it is all that a later seal covers: records are added, never changed. */
export interface AuditRecord {
  readonly actor: Actor;
  /** What was done, as `noun.verb`; the table in the contract has them all. */
  readonly act: AuditAction;
  readonly object: AuditedObject;
  /**
   * What a reviewer needs beside that, as JSON. Never a secret; a person's data only where the action
   * cannot be understood without it, because the record outlives an erasure.
   */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The domain of records that belong to a tenant as a whole, such as its keys and users. */
export const tenantLevel = '';

/** The scope of records that belong to the deployment, such as those of its lists: no tenant can be called so. */
export const deploymentLevel: Scope = { tenantId: '*', domain: tenantLevel };

/** Adds one record to the audit log, in the transaction of the action itself. */
export async function recordAudit(tx: Tx, scope: Scope, record: AuditRecord): Promise<void> {
  await insertRecords(tx, scope, [record]);
}

/** As `recordAudit`; returns the record's id, for a document that refers to it. */
export async function recordNumberedAudit(tx: Tx, scope: Scope, record: AuditRecord): Promise<string> {
  const [id] = await insertRecords(tx, scope, [record]);
  return id!;
}

/** Adds several records of one scope by one statement. Their ids keep the order of the list. */
export async function recordAudits(tx: Tx, scope: Scope, records: readonly AuditRecord[]): Promise<void> {
  if (records.length > 0) await insertRecords(tx, scope, records);
}

async function insertRecords(
  tx: Tx,
  scope: Scope,
  records: readonly AuditRecord[],
): Promise<readonly string[]> {
  const rows = records.map((record) => ({
    event_id: newId(),
    actor_kind: record.actor.kind,
    actor: record.actor.id,
    act: record.act,
    object_kind: record.object.kind,
    object_id: record.object.id,
    detail: record.detail ?? {},
  }));
  await tx.sql(
    `insert into audit_event (tenant_id, domain, event_id, actor_kind, actor, act, object_kind, object_id, detail)
     select $1, $2, event_id, actor_kind, actor, act, object_kind, object_id, detail
     from jsonb_to_recordset($3::jsonb) as record(
       event_id uuid, actor_kind text, actor text, act text, object_kind text, object_id text, detail jsonb)`,
    [scope.tenantId, scope.domain, JSON.stringify(rows)],
  );
  return rows.map((row) => row.event_id);
}
